import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startServer } from '../src/index.ts';
import { readSettings } from '../src/settings.ts';
import { copyTemplate, freePort } from '../src/testing/process.ts';
import { placeForEach, startFailure } from './support/startup.ts';

// The server as `npm start` runs it, and the messages of one that cannot start.

const place = placeForEach();
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** A legacy key of a hosted project: a JWT. */
const legacyKey = (role: string) =>
  `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ role })}.c2lnbmF0dXJl`;
const HOSTED = { SUPABASE_URL: 'https://abc.supabase.co', SUPABASE_KEY: 'sb_publishable_abc' };

test('listens on loopback alone, prints the addresses of site and outbox, and stops cleanly on SIGINT', async () => {
  await copyTemplate(place().dataDir);
  const server = await place().start();
  expect(server.output()).toMatch(/Open it {3}http:\/\/127\.0\.0\.1:\d+\n/);
  expect(server.output()).toContain(`Outbox    ${server.operatorOrigin}/outbox`);
  expect(server.output()).not.toContain('Public');
  const { port } = new URL(server.origin);
  for (const { address } of Object.values(networkInterfaces()).flatMap((all) => all ?? []))
    if (address !== '127.0.0.1' && !address.includes(':'))
      await expect(fetch(`http://${address}:${port}/`)).rejects.toThrow('fetch failed');
  expect(await server.kill('SIGINT')).toBe(0);
  expect(existsSync(join(place().dataDir, 'server.pid'))).toBe(false);
});

test('with HOST it listens there, and says that the public use needs a Supabase project', async () => {
  await copyTemplate(place().dataDir);
  const server = await place().start({ env: { HOST: '0.0.0.0', RATE_LIMITS: 'on' } });
  expect(server.output()).toContain(
    'Other machines can reach 0.0.0.0: for public use, set SUPABASE_URL and SUPABASE_KEY of a Supabase project.',
  );
  expect(await server.kill()).toBe(0);
});

test('serves a hosted project under SITE_URL with a legacy key, and stops cleanly on SIGTERM', async () => {
  writeFileSync(join(place().siteDir, 'robots.txt'), 'Sitemap: %SITE_URL%/sitemap.xml');
  const env = { ...HOSTED, SUPABASE_KEY: legacyKey('anon'), SITE_URL: 'https://planner.example' };
  const server = await place().start({ env });
  const robots = await (await fetch(`${server.origin}/robots.txt`)).text();
  expect(robots).toBe('Sitemap: https://planner.example/sitemap.xml');
  expect(await server.kill('SIGTERM')).toBe(0);
});

test('refuses to start with a message and exit code 1', async () => {
  const port = await freePort();
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  expect(await startFailure(place().start({ port }))).toEqual({
    message: `Port ${port} is already in use. Stop the program that uses it, or set PORT to another port.`,
    exitCode: 1,
  });
  await expect(startServer({ ...place(), operatorPort: port })).rejects.toThrow(
    'set OPERATOR_PORT to another port.',
  );
  other.close();
  rmSync(join(place().siteDir, 'index.html'));
  expect(await startFailure(place().start())).toEqual({
    message: `There is no released site in ${place().siteDir}. Run "npm start" first.`,
    exitCode: 1,
  });
});

const PROJECT_ADDRESS = 'SUPABASE_URL must be the address of a project (https://abcdefgh.supabase.co), not';
const PUBLISHABLE = 'to the publishable key of the project (sb_publishable_…).';
const SECRET_KEY =
  'SUPABASE_KEY is a secret key, which bypasses row-level security and would be in every page. Set it to the publishable key (sb_publishable_…), and replace the secret key if it was ever used like this.';
const IS_GONE = 'this server keeps its mails in the outbox';
test.each<[Record<string, string>, string]>([
  [{ PORT: '70000' }, 'PORT must be a number from 0 to 65535, not "70000".'],
  [{ CONFIRM_EMAIL: 'yes' }, 'CONFIRM_EMAIL must be "on" or "off", not "yes".'],
  [{ HOST: '0.0.0.0', RATE_LIMITS: 'off' }, 'RATE_LIMITS=off is only for a server on the loopback address.'],
  [{ SITE_URL: 'x' }, 'SITE_URL must be an address without a path (https://planner.example), not "x".'],
  [{ ...HOSTED, SUPABASE_URL: 'abc.supabase.co' }, `${PROJECT_ADDRESS} "abc.supabase.co".`],
  [{ SUPABASE_KEY: HOSTED.SUPABASE_KEY }, `${PROJECT_ADDRESS} "".`],
  [{ SUPABASE_URL: HOSTED.SUPABASE_URL }, `SUPABASE_KEY is missing: set it ${PUBLISHABLE}`],
  [{ ...HOSTED, SUPABASE_KEY: 'sb_secret_Zm9vYmFy' }, SECRET_KEY],
  [{ ...HOSTED, SUPABASE_KEY: legacyKey('service_role') }, SECRET_KEY],
  [
    { ...HOSTED, SUPABASE_KEY: 'hunter2hunter2' },
    'SUPABASE_KEY is not a key of a Supabase project. Set it to the publishable key (sb_publishable_…).',
  ],
])('rejects the settings %o with a message, which does not repeat the key', (env, message) => {
  expect(() => readSettings(env)).toThrow(expect.objectContaining({ message }));
});

test.each([
  ['DATABASE_URL', 'SUPABASE_URL and SUPABASE_KEY'],
  ['SMTP_URL', IS_GONE],
  ['MAIL_FROM', IS_GONE],
  ['CERT_FILE', 'a proxy that speaks HTTPS'],
  ['KEY_FILE', 'a proxy that speaks HTTPS'],
  ['BACKUPS', '"npm run data -- backup <file>" saves the data'],
  ['DURABILITY', 'every change is on the disk before it is acknowledged'],
  ['EVENTS_URL', 'pages report to this server'],
  ['SUPABASE_INTERNAL_URL', 'this server and browsers use the same SUPABASE_URL'],
  ['SIGNING_KEY', 'releases are not signed'],
])('a start with %s, which no longer exists, ends with what took its place', (name, instead) => {
  const readWithIt = () => readSettings({ ...HOSTED, [name]: 'smtps://space:Secret@mail.example' });
  expect(readWithIt).toThrow(`${name} no longer exists: `);
  expect(readWithIt).toThrow(instead);
  expect(readWithIt).not.toThrow('Secret');
  expect(() => readSettings({ ...HOSTED, [name]: '' })).not.toThrow();
});

const FOLDER = (path: string, code: string) =>
  new RegExp(`^The data directory ${path} cannot be used: ${code}.*\\.$`);
test('rejects an address, a proxy and a data directory that it cannot use, and a damaged database', async () => {
  const { dataDir, siteDir } = place();
  const inFile = join(siteDir, 'index.html', 'data');
  for (const [options, message] of [
    [
      { host: '203.0.113.1' },
      'This machine has no address 203.0.113.1 to listen on. Correct HOST or leave it out.',
    ],
    [
      { trustProxy: 'the proxy' },
      'TRUST_PROXY must name addresses of proxies ("loopback", "10.0.0.0/8, 192.168.1.5"), not "the proxy".',
    ],
    [{ dataDir: inFile }, FOLDER(inFile, 'ENOTDIR')],
    [{ dataDir: '/proc/nope/data' }, FOLDER('/proc/nope/data', 'ENOENT')], // where creating one never returns
  ] as const)
    await expect(startServer({ dataDir, siteDir, ...options })).rejects.toThrow(message);
  const database = join(dataDir, 'database');
  const logs = () => readdirSync(join(database, 'pg_wal')).filter((name) => name.startsWith('0'));
  for (const damage of [
    () => writeFileSync(join(database, 'global/pg_control'), ''),
    () => logs().forEach((name) => truncateSync(join(database, 'pg_wal', name), 100)),
    () => rmSync(join(database, 'base'), { recursive: true }),
  ]) {
    rmSync(database, { recursive: true, force: true });
    await copyTemplate(dataDir);
    damage();
    await expect(startServer({ dataDir, siteDir })).rejects.toThrow(
      `The database in ${database} cannot be opened: its files are damaged or incomplete. Put a copy of them back, or move the folder away to begin with an empty one.`,
    );
  }
});
