import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestClient, startServerProcess } from '../src/testing.ts';
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
    expect(server.output()).toContain(`Outbox    ${server.origin}/_outbox`);
    expect((await fetch(server.origin)).status).toBe(200);
    expect(await server.kill(signal)).toBe(0);
    expect(existsSync(join(place.dataDir, 'server.pid'))).toBe(false);
  }
});

test('mail links lead to the port it really got', async () => {
  const server = await place.start({ confirmEmail: true });
  const client = createTestClient(server.origin, server.publishableKey);
  await client.auth.signUp({ email: 'anna@example.com', password: 'Passw0rd!' });
  const mails = await (await fetch(`${server.origin}/_outbox.json`)).text();
  expect(mails).toContain(`${server.origin}/auth?token_hash=`);
  await server.kill();
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

  test('a site that is not built', async () => {
    rmSync(join(place.siteDir, 'index.html'));
    expect(await failure(place.start())).toEqual({
      message: `There is no built site in ${place.siteDir}. Run "npm run build" first.`,
      exitCode: 1,
    });
  });

  test.each([
    [{ PORT: 'abc' }, 'PORT must be a number from 0 to 65535, not "abc".'],
    [{ PORT: '70000' }, 'PORT must be a number from 0 to 65535, not "70000".'],
    [{ CONFIRM_EMAIL: 'yes' }, 'CONFIRM_EMAIL must be "on" or "off", not "yes".'],
    [
      { SUPABASE_URL: 'https://abc.supabase.co', EVENTS_URL: '//events.example' },
      'EVENTS_URL must be an address (https://…) or a path of this site (/…), not "//events.example".',
    ],
    [
      { HOST: '203.0.113.1' },
      'This machine has no address 203.0.113.1 to listen on. Correct HOST or leave it out.',
    ],
  ])('the settings %o', async (env, message) => {
    const { dataDir, siteDir } = place;
    expect(await failure(startServerProcess({ dataDir, siteDir, env }))).toEqual({ message, exitCode: 1 });
  });

  test('a data directory that is none', async () => {
    const dataDir = join(place.siteDir, 'index.html', 'data');
    const { message, exitCode } = await failure(place.start({ dataDir }));
    expect(message).toMatch(new RegExp(`^The data directory ${dataDir} cannot be used: ENOTDIR.*\\.$`));
    expect(exitCode).toBe(1);
  });
});
