import { EventEmitter } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { createApi } from '@supabase/lite/cli';
import { expect, test } from 'vitest';
import { backendConfig } from '../src/backend/backend.ts';
import { listen } from '../src/http/listen.ts';
import { stopRequest } from '../src/serve.ts';
import { startServer, type ServerOptions } from '../src/server.ts';
import { readSettings, repositoryRoot } from '../src/settings.ts';
import { copyTemplate } from '../src/testing/process.ts';
import { placeForEach } from './support/place.ts';

// The server as `npm start` runs it, and the messages of one that cannot start. Data that is refused: data.test.ts. A process
// with a hosted project: shared/release/tests/network.test.ts.

const { at, start } = placeForEach();
const place = () => ({ dataDir: at('data'), siteDir: at('site') });
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** A legacy key of a hosted project: a JWT. */
const legacyKey = (role: string) =>
  `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ role })}.c2lnbmF0dXJl`;
const HOSTED = { SUPABASE_URL: 'https://abc.supabase.co', SUPABASE_KEY: 'sb_publishable_abc' };

test('listens on loopback alone, prints the addresses of site and outbox, and stops cleanly on SIGTERM and SIGINT', async () => {
  await copyTemplate(at('data'));
  const open = await start({ env: { HOST: '0.0.0.0', RATE_LIMITS: 'on' } });
  const advice = 'for public use, set SUPABASE_URL and SUPABASE_KEY of a Supabase project.';
  expect(open.output()).toContain(`Other machines can reach 0.0.0.0: ${advice}`);
  expect(await open.kill('SIGTERM')).toBe(0);
  const server = await start();
  expect(server.output()).toMatch(/Open it {3}http:\/\/127\.0\.0\.1:\d+\n/);
  expect(server.output()).toContain(`Outbox    ${server.operatorOrigin}/outbox`);
  expect(server.output()).not.toContain('Public');
  await expect(fetch(server.origin.replace('127.0.0.1', '127.0.0.2'))).rejects.toThrow('fetch failed');
  expect(await server.kill('SIGINT')).toBe(0);
  expect(existsSync(at('data/server.pid'))).toBe(false);
});

test('stops on the first signal, and leaves a later one to Node, which ends the process', async () => {
  const signals = new EventEmitter();
  const stopped = stopRequest(signals);
  expect(signals.emit('SIGINT')).toBe(true);
  await stopped;
  expect([signals.emit('SIGINT'), signals.emit('SIGTERM')]).toEqual([false, false]);
});

test('refuses to start with a message and exit code 1: a port in use, no site', async () => {
  const other = await listen(0, '127.0.0.1');
  const { port } = new URL(other.origin);
  for (const [option, name] of Object.entries({ port: 'PORT', operatorPort: 'OPERATOR_PORT' }))
    await expect(startServer({ ...place(), [option]: Number(port) })).rejects.toThrow(
      `Port ${port} is already in use. Stop the program that uses it, or set ${name} to another port.`,
    );
  await other.close();
  rmSync(at('site/index.html'));
  const message = `There is no released site in ${at('site')}. Run "npm start" first.`;
  await expect(start()).rejects.toMatchObject({ message, exitCode: 1 });
});

const PROJECT_ADDRESS = 'SUPABASE_URL must be the address of a project (https://abcdefgh.supabase.co), not';
const SET_IT = 'Set it to the publishable key (sb_publishable_…)';
const SECRET_KEY = `SUPABASE_KEY is a secret key, which bypasses row-level security and would be in every page. ${SET_IT}, and replace the secret key if it was ever used like this.`;
const NO_KEY = `SUPABASE_KEY is not a key of a Supabase project. ${SET_IT}.`;
const MISSING_KEY =
  'SUPABASE_KEY is missing: set it to the publishable key of the project (sb_publishable_…).';
test.each<[Record<string, string>, string]>([
  [{ PORT: '70000' }, 'PORT must be a number from 0 to 65535, not "70000".'],
  [{ CONFIRM_EMAIL: 'yes' }, 'CONFIRM_EMAIL must be "on" or "off", not "yes".'],
  [{ HOST: '0.0.0.0', RATE_LIMITS: 'off' }, 'RATE_LIMITS=off is only for a server on the loopback address.'],
  [{ SITE_URL: 'x' }, 'SITE_URL must be an address without a path (https://planner.example), not "x".'],
  [{ ...HOSTED, SUPABASE_URL: 'abc.supabase.co' }, `${PROJECT_ADDRESS} "abc.supabase.co".`],
  [{ SUPABASE_KEY: HOSTED.SUPABASE_KEY }, `${PROJECT_ADDRESS} "".`],
  [{ SUPABASE_URL: HOSTED.SUPABASE_URL }, MISSING_KEY],
  [{ ...HOSTED, SUPABASE_KEY: 'sb_secret_Zm9vYmFy' }, SECRET_KEY],
  [{ ...HOSTED, SUPABASE_KEY: legacyKey('service_role') }, SECRET_KEY],
  [{ ...HOSTED, SUPABASE_KEY: 'hunter2hunter2' }, NO_KEY],
])('rejects the settings %o with a message, which does not repeat the key', (env, message) => {
  expect(() => readSettings(env)).toThrow(expect.objectContaining({ message }));
  expect(readSettings({ ...HOSTED, SUPABASE_KEY: legacyKey('anon') }).kind).toBe('hosted');
});

test.each([
  ['DATABASE_URL', 'for a PostgreSQL use a Supabase project (SUPABASE_URL and SUPABASE_KEY).'],
  ...['SMTP_URL', 'MAIL_FROM'].map((name) => [name, 'this server keeps its mails in the outbox.']),
  ...['CERT_FILE', 'KEY_FILE'].map((name) => [name, 'this server speaks plain HTTP.']),
  ['BACKUPS', '"npm run data -- backup <file>" saves the data.'],
  ...'DURABILITY EVENTS_URL SUPABASE_INTERNAL_URL SITE_DIR SIGNING_KEY'.split(' ').map((name) => [name, '']),
])('a start with %s ends with what took its place: %s', (name = '', instead) => {
  expect(() => readSettings({ [name]: 'Secret' })).toThrow(`${name} no longer exists: ${instead}`);
  expect(() => readSettings({ [name]: '' })).not.toThrow();
});

const PROXIES = 'TRUST_PROXY must name addresses of proxies ("loopback", "10.0.0.0/8, 192.168';
test.each<[Partial<ServerOptions>, string]>([
  [{ host: '203.0.113.1' }, 'This machine has no address 203.0.113.1 to listen on. Correct HOST or leave it'],
  [{ trustProxy: 'the proxy' }, PROXIES],
  [{ dataDir: '/etc/hostname/data' }, 'The data directory /etc/hostname/data cannot be used: ENOTDIR'],
  // Where creating one never returns.
  [{ dataDir: '/proc/nope/data' }, 'The data directory /proc/nope/data cannot be used: ENOENT'],
])('rejects %o, which it cannot use', async (options, message) => {
  await expect(startServer({ ...place(), ...options })).rejects.toThrow(message);
});

test('supabase/config.toml has the settings of the embedded backend, no secret, and what a hosted project needs', async () => {
  const secrets = { jwtSecret: 'j', publishableKey: 'p', secretKey: 's' };
  const settings = { siteUrl: 'http://127.0.0.1:4173', confirmEmail: false };
  const { api, auth } = backendConfig(secrets, settings);
  const { external_url: _of, ...apiSettings } = api;
  const before = process.cwd();
  process.chdir(repositoryRoot); // lite looks for the file in the working directory only
  const { project } = await createApi({ withSupabaseClient: false });
  // It is protected in lite's types, but the public function would open a database.
  const readConfig = Reflect.get(project.local, 'readConfig') as (file: string) => Promise<object>;
  const file = await readConfig.call(project.local, 'supabase/config.toml');
  process.chdir(before);
  const anything = expect.anything() as unknown;
  expect(file).toMatchObject({
    api: { ...apiSettings, max_rows: 1000 },
    auth: {
      ...auth,
      ...{ jwt_secret: '', publishable_key: '', secret_key: '', jwt_expiry: 3600 },
      additional_redirect_urls: anything,
      external: { google: { enabled: false } },
      email: { ...auth.email, template: anything },
    },
    remotes: { production: { auth: { site_url: 'https://planner.example' } } },
  });
  expect(file).not.toHaveProperty('auth.password_requirements');
  expect(JSON.stringify(Reflect.get(file, 'remotes'))).not.toMatch(/127\.0\.0\.1|localhost|http:/);
});
