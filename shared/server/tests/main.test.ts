import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Certificate } from '../src/index.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestClient, makeCertificate, startServerProcess } from '../src/testing.ts';
import { connectTo } from './support/secureRequest.ts';
import { createPlaceWithDatabase, failure, type Place } from './support/startup.ts';

let place: Place;
beforeEach(async () => {
  place = await createPlaceWithDatabase();
});
afterEach(() => place.remove());

test('says where the site and the outbox are, and stops cleanly on SIGINT and SIGTERM', async () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const server = await place.start();
    expect(server.output()).toContain(`Open it   ${server.origin}`);
    expect(server.output()).toContain(`Outbox    ${server.operatorOrigin}/outbox`);
    expect((await fetch(server.origin)).status).toBe(200);
    expect(await server.kill(signal)).toBe(0);
    expect(existsSync(join(place.dataDir, 'server.pid'))).toBe(false);
  }
});

test('mail links lead to the port it really got', async () => {
  const server = await place.start({ confirmEmail: true });
  const client = createTestClient(server.origin, server.publishableKey);
  await client.auth.signUp({ email: 'anna@example.com', password: 'Passw0rd!' });
  const mails = await (await fetch(`${server.operatorOrigin}/outbox.json`)).text();
  expect(mails).toContain(`${server.origin}/auth?token_hash=`);
  await server.kill();
});

test('speaks HTTP/2 with the certificate that CERT_FILE and KEY_FILE name', async () => {
  const certificate = await makeCertificate(['127.0.0.1']);
  const server = await place.start({ env: write(certificate) });
  expect(server.origin).toMatch(/^https:/);
  const client = connectTo(server.origin, certificate);
  expect((await client.ask('/')).status).toBe(200);
  expect(client.session.alpnProtocol).toBe('h2');
  client.close();
  expect(await server.kill()).toBe(0);
});

test('prints nothing that users wrote, and little else', async () => {
  const server = await place.start();
  const client = createTestClient(server.origin, server.publishableKey);
  await client.auth.signUp({ email: 'anna@example.com', password: 'Passw0rd!' });
  const secretTitle = `${'Very private plan '.repeat(20)}`;
  expect(
    (await client.from('tasks').insert({ title: secretTitle, task_date: '2026-11-20' })).error?.code,
  ).toBe('23514');
  expect(
    (await client.from('tasks').insert({ title: 'Plan', task_date: 'private nonsense' })).error,
  ).not.toBeNull();
  expect((await client.from('tasks').select('private_column')).error).not.toBeNull();
  expect(
    (await client.auth.signInWithPassword({ email: 'anna@example.com', password: 'private' })).error,
  ).not.toBeNull();
  await server.kill();
  expect(server.output()).not.toMatch(/private/i);
  expect(server.output()).not.toContain('anna@example.com');
  expect(server.output().trim().split('\n').length).toBeLessThan(10);
});

/** Settings of a hosted project that are right. */
const HOSTED = { SUPABASE_URL: 'https://abc.supabase.co', SUPABASE_KEY: 'sb_publishable_abc' };
/** A key as hosted projects had them before: a token. */
function tokenOf(claims: object): string {
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}.c2lnbmF0dXJl`;
}

test('a hosted project is served under SITE_URL, with its older kind of key too', async () => {
  writeFileSync(join(place.siteDir, 'robots.txt'), 'Sitemap: https://better-space.invalid/sitemap.xml');
  const server = await place.start({
    env: { ...HOSTED, SUPABASE_KEY: tokenOf({ role: 'anon' }), SITE_URL: 'https://planner.example' },
  });
  expect((await fetch(server.origin)).status).toBe(200);
  await server.kill();
});

/** Puts a certificate and a key beside the data, and returns the settings that name them. */
function write({ cert, key }: Certificate): { CERT_FILE: string; KEY_FILE: string } {
  const files = { CERT_FILE: join(place.dataDir, 'cert.pem'), KEY_FILE: join(place.dataDir, 'key.pem') };
  writeFileSync(files.CERT_FILE, cert);
  writeFileSync(files.KEY_FILE, key, { mode: 0o600 });
  return files;
}

describe('refuses in one sentence and exit code 1', () => {
  test('a port that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    // A TCP server that listens has an address with a port.
    const { port } = other.address() as AddressInfo;
    expect(await failure(place.start({ port }))).toEqual({
      message: `Port ${port} is already in use. Stop the program that uses it, or set PORT to another port.`,
      exitCode: 1,
    });
    other.close();
  });

  test('a port for the operator that is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    // As above.
    const { port } = other.address() as AddressInfo;
    const { message } = await failure(place.start({ env: { OPERATOR_PORT: String(port) } }));
    expect(message).toContain('set OPERATOR_PORT to another port.');
    other.close();
  });

  test('a site that is not built', async () => {
    rmSync(join(place.siteDir, 'index.html'));
    expect(await failure(place.start())).toEqual({
      message: `There is no built site in ${place.siteDir}. Run "npm run build" first.`,
      exitCode: 1,
    });
  });

  test.each([
    [{ PORT: 'abc' }, 'PORT must be a number from 0 to 65535, not "abc".'],
    [
      { HOST: '203.0.113.1', RATE_LIMITS: 'on' },
      'This machine has no address 203.0.113.1 to listen on. Correct HOST or leave it out.',
    ],
    [
      { TRUST_PROXY: 'the proxy' },
      'TRUST_PROXY must name addresses of proxies ("loopback", "10.0.0.0/8, 192.168.1.5"), not "the proxy".',
    ],
  ])('the settings %o', async (env, message) => {
    const { dataDir, siteDir } = place;
    expect(await failure(startServerProcess({ dataDir, siteDir, env }))).toEqual({ message, exitCode: 1 });
  });

  test('a certificate that is not there, and a key of another', async () => {
    const files = write({
      cert: (await makeCertificate(['127.0.0.1'])).cert,
      key: (await makeCertificate(['127.0.0.1'])).key,
    });
    const CERT_FILE = join(place.dataDir, 'none.pem');
    const missing = await failure(place.start({ env: { ...files, CERT_FILE } }));
    expect(missing.message).toBe(
      `CERT_FILE cannot be read: ENOENT: no such file or directory, open '${CERT_FILE}'.`,
    );
    const { message, exitCode } = await failure(place.start({ env: files }));
    expect(message).toMatch(/^The certificate and its key cannot be used: .*key values mismatch\.$/);
    expect([missing.exitCode, exitCode]).toEqual([1, 1]);
  });

  test('a data directory that is none', async () => {
    const dataDir = join(place.siteDir, 'index.html', 'data');
    const { message, exitCode } = await failure(place.start({ dataDir }));
    expect(message).toMatch(new RegExp(`^The data directory ${dataDir} cannot be used: ENOTDIR.*\\.$`));
    expect(exitCode).toBe(1);
  });
});
