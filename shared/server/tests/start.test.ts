import { existsSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startServer, type ServerOptions } from '../src/index.ts';
import { copyTemplate, takePort } from '../src/testing/process.ts';
import { placeForEach, startFailure } from './support/startup.ts';

// The server as `npm start` runs it, and the messages of one that cannot start. Invalid settings: settings.test.ts.

const place = placeForEach();

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
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const env = {
    SUPABASE_URL: 'https://abc.supabase.co',
    // A legacy key of a hosted project: a JWT.
    SUPABASE_KEY: `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ role: 'anon' })}.c2lnbmF0dXJl`,
    SITE_URL: 'https://planner.example',
  };
  const server = await place().start({ env });
  const robots = await (await fetch(`${server.origin}/robots.txt`)).text();
  expect(robots).toBe('Sitemap: https://planner.example/sitemap.xml');
  expect(await server.kill('SIGTERM')).toBe(0);
});

test('refuses to start with a message and exit code 1', async () => {
  const { port, release } = await takePort();
  expect(await startFailure(place().start({ port }))).toEqual({
    message: `Port ${port} is already in use. Stop the program that uses it, or set PORT to another port.`,
    exitCode: 1,
  });
  await release();
  rmSync(join(place().siteDir, 'index.html'));
  expect(await startFailure(place().start())).toEqual({
    message: `There is no released site in ${place().siteDir}. Run "npm start" first.`,
    exitCode: 1,
  });
});

async function refusal(options: Partial<ServerOptions>): Promise<unknown> {
  const { dataDir, siteDir } = place();
  const start = startServer({ dataDir, siteDir, ...options });
  await expect(start).rejects.toMatchObject({ name: 'StartError' });
  return start.catch((error: unknown) => Reflect.get(Object(error), 'message'));
}

test('rejects an operator port in use, an address that this machine does not have, and an invalid proxy', async () => {
  const { port, release } = await takePort();
  expect(await refusal({ operatorPort: port })).toContain('set OPERATOR_PORT to another port.');
  await release();
  expect(await refusal({ host: '203.0.113.1' })).toBe(
    'This machine has no address 203.0.113.1 to listen on. Correct HOST or leave it out.',
  );
  expect(await refusal({ trustProxy: 'the proxy' })).toBe(
    'TRUST_PROXY must name addresses of proxies ("loopback", "10.0.0.0/8, 192.168.1.5"), not "the proxy".',
  );
});

test('rejects an unusable data directory, also below /proc, where creating one never returns', async () => {
  const dataDir = join(place().siteDir, 'index.html', 'data');
  expect(await refusal({ dataDir })).toMatch(
    new RegExp(`^The data directory ${dataDir} cannot be used: ENOTDIR.*\\.$`),
  );
  expect(await refusal({ dataDir: '/proc/nope/data' })).toMatch(
    /^The data directory \/proc\/nope\/data cannot be used: ENOENT.*\.$/,
  );
});

describe('rejects a damaged database with a message that says what to do:', () => {
  test.each<[string, (database: string) => void]>([
    ['an empty pg_control', (database) => writeFileSync(join(database, 'global/pg_control'), '')],
    [
      'a truncated write-ahead log',
      (database) => {
        const folder = join(database, 'pg_wal');
        const files = readdirSync(folder).filter((name) => name.startsWith('0'));
        for (const name of files) truncateSync(join(folder, name), 100);
      },
    ],
    ['missing tables', (database) => rmSync(join(database, 'base'), { recursive: true })],
  ])('%s', async (_, damage) => {
    await copyTemplate(place().dataDir);
    const database = join(place().dataDir, 'database');
    damage(database);
    expect(await refusal({})).toBe(
      `The database in ${database} cannot be opened: its files are damaged or incomplete. Put a copy of them back, or move the folder away to begin with an empty one.`,
    );
  });
});
