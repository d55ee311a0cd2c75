import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { App } from '@supabase/lite';
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite';
import { afterEach, describe, expect, test } from 'vitest';
import { backendConfig } from '../src/backend/config.ts';
import { matchHostedAnswers } from '../src/backend/hostedAnswers.ts';
import { applyMigrations, readMigrations } from '../src/backend/migrations.ts';
import { runQuietly } from '../src/backend/quietConsole.ts';
import { createExclusive, installTransactionLock } from '../src/backend/transactionLock.ts';
import { copyTemplate } from '../src/testing/template.ts';

/** More rounds find rarer interleavings: SOAK=20 vitest run tests/transactionLock.test.ts */
const rounds = Number(process.env['SOAK'] ?? 1);
process.env['LITE_AUTH_BCRYPT_COST'] ??= '4';

const secrets = { jwtSecret: 'j'.repeat(48), publishableKey: 'publishable', secretKey: 'secret' };

interface Lite {
  connection: PgliteConnection;
  /** Asks lite without a server in between; returns the answer's JSON. */
  ask(
    method: string,
    path: string,
    token?: string,
    body?: unknown,
  ): Promise<{ status: number; data: unknown }>;
  mails: { to: string; html: string }[];
}

const directories: string[] = [];
const connections: PgliteConnection[] = [];
afterEach(async () => {
  for (const connection of connections.splice(0)) await connection.close();
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

async function startLite(options: { isLocked: boolean; confirmEmail: boolean }): Promise<Lite> {
  const directory = mkdtempSync(join(tmpdir(), 'space-lock-'));
  directories.push(directory);
  await copyTemplate(directory);
  const connection = await createPgliteConnection({ url: join(directory, 'database') });
  connections.push(connection);
  await connection.driver.waitReady;
  if (options.isLocked) installTransactionLock(connection);
  matchHostedAnswers(connection);
  const settings = { siteUrl: 'http://127.0.0.1', confirmEmail: options.confirmEmail };
  const app = new App({
    connection,
    ...backendConfig(secrets, settings),
    options: { server: { admin: false } },
  });
  await app.ensureSystemSchema();
  await applyMigrations(connection.driver, readMigrations());
  const mails: Lite['mails'] = [];
  app.drivers.email = { send: async ({ to, html = '' }) => void mails.push({ to, html }) };
  return {
    connection,
    mails,
    ask(method, path, token, body) {
      const headers = new Headers({ apikey: secrets.publishableKey, 'Content-Type': 'application/json' });
      if (token) headers.set('Authorization', `Bearer ${token}`);
      headers.set('Prefer', 'return=representation');
      const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
      return runQuietly(
        () => {},
        async () => {
          const answer = await app.fetch(new Request(`http://127.0.0.1${path}`, init), { peerAddress: null });
          return { status: answer.status, data: await answer.json() };
        },
      );
    },
  };
}

interface User {
  id: string;
  token: string;
}

async function signUp(lite: Lite, email: string): Promise<User> {
  const { data } = await lite.ask('POST', '/auth/v1/signup', undefined, { email, password: 'Passw0rd!' });
  // GoTrue's answer to a sign-up that needs no confirmation.
  const { access_token, user } = data as { access_token: string; user: { id: string } };
  return { id: user.id, token: access_token };
}

/** Makes every query give way to other requests once, as any real wait inside a transaction would. */
function yieldInEveryQuery(connection: PgliteConnection): void {
  const query = connection.driver.query.bind(connection.driver);
  connection.driver.query = async (...args) => {
    await nextTurn();
    return query(...args);
  };
}

type Users = readonly [anna: User, bert: User];

/** Two users with a task each, on a connection without the lock. */
async function startWithTwoUsers(): Promise<{ lite: Lite; users: Users }> {
  const lite = await startLite({ isLocked: false, confirmEmail: false });
  const users: Users = [await signUp(lite, 'anna@example.com'), await signUp(lite, 'bert@example.com')];
  for (const { token } of users) {
    await lite.ask('POST', '/rest/v1/tasks', token, { title: 'Mine', task_date: '2026-11-20' });
  }
  return { lite, users };
}

/** Whose rows Anna reads when Bert's transaction begins while hers waits. The order is given, not left to chance. */
async function readWhileAnotherBegins({ connection }: Lite, [anna, bert]: Users): Promise<string[]> {
  const annaIsIn = Promise.withResolvers<void>();
  const bertIsIn = Promise.withResolvers<void>();
  const annaHasRead = Promise.withResolvers<void>();
  const contextOf = ({ id }: User) => ({
    auth: { uid: id, role: 'authenticated', jwt: { sub: id, role: 'authenticated' } },
    storage: { operation: null, normalizedOperation: null },
  });
  const reading = connection.withContext(contextOf(anna), async () => {
    annaIsIn.resolve();
    await bertIsIn.promise;
    const { rows } = await connection.driver.query<{ user_id: string }>('select user_id from public.tasks');
    annaHasRead.resolve();
    return rows.map((row) => row.user_id);
  });
  await annaIsIn.promise;
  const beginning = connection.withContext(contextOf(bert), async () => {
    bertIsIn.resolve();
    await annaHasRead.promise;
  });
  const [owners] = await Promise.all([reading, beginning]);
  return owners;
}

/** Whether a write whose transaction succeeded is there, when another one began after it and failed. */
async function isKeptWhenAnotherFails({ connection }: Lite): Promise<boolean> {
  const isWritten = Promise.withResolvers<void>();
  const hasFailed = Promise.withResolvers<void>();
  await connection.driver.exec('create table public.kept (word text)');
  const writing = connection.runInTransaction(async () => {
    await connection.driver.query("insert into public.kept values ('written')");
    isWritten.resolve();
    await hasFailed.promise;
  });
  await isWritten.promise;
  const failing = connection.runInTransaction(() => Promise.reject(new Error('refused')));
  await expect(failing).rejects.toThrow('refused');
  hasFailed.resolve();
  await writing;
  const { rows } = await connection.driver.query('select word from public.kept');
  return rows.length > 0;
}

/** How many of `pairs` pairs of users, asking at the same time, got a row that is not their own. */
async function countLeaks(pairs: number): Promise<number> {
  const { lite, users } = await startWithTwoUsers();
  yieldInEveryQuery(lite.connection);
  installTransactionLock(lite.connection);
  let leaks = 0;
  for (let pair = 0; pair < pairs; pair += 1) {
    const answers = await Promise.all(
      users.map(({ token }) => lite.ask('GET', '/rest/v1/tasks?select=user_id', token)),
    );
    const isClean = answers.every(({ status, data }, index) => {
      return status === 200 && JSON.stringify(data) === JSON.stringify([{ user_id: users[index]?.id }]);
    });
    if (!isClean) leaks += 1;
  }
  return leaks;
}

/** How many of `count` verifications that were answered with success are not in the database afterwards. */
async function countLostVerifications(count: number): Promise<{ answered: number; lost: number }> {
  const lite = await startLite({ isLocked: true, confirmEmail: true });
  for (let index = 0; index < count; index += 1) {
    await lite.ask('POST', '/auth/v1/signup', undefined, {
      email: `u${index}@example.com`,
      password: 'Passw0rd!',
    });
  }
  const stop = new AbortController();
  // No session is needed to make an insert fail, and failing is all these do.
  const troublemakers = Array.from({ length: 6 }, async () => {
    while (!stop.signal.aborted) {
      await lite.ask('POST', '/rest/v1/tasks', undefined, { title: 'x', task_date: '2026-11-20' });
      // PGlite answers without ever leaving the microtask queue: requests over HTTP do.
      await nextTurn();
    }
  });
  const confirmed: string[] = [];
  for (const { to, html } of lite.mails) {
    const tokenHash = /token_hash=([0-9a-f]+)/.exec(html)?.[1];
    const { status } = await lite.ask('POST', '/auth/v1/verify', undefined, {
      type: 'signup',
      token_hash: tokenHash,
    });
    if (status === 200) confirmed.push(to);
  }
  stop.abort();
  await Promise.all(troublemakers);
  const { rows } = await lite.connection.driver.query<{ email: string }>(
    `select email from auth.users u where email_confirmed_at is not null
      and exists (select from auth.sessions s where s.user_id = u.id)`,
  );
  const kept = new Set(rows.map(({ email }) => email));
  return { answered: confirmed.length, lost: confirmed.filter((email) => !kept.has(email)).length };
}

describe('two users asking at the same time', () => {
  test('without the lock read each other’s rows as soon as a query waits', async () => {
    const { lite, users } = await startWithTwoUsers();
    expect(await readWhileAnotherBegins(lite, users)).toEqual([users[1].id]);
  });

  test('with the lock never do', async () => {
    expect(await countLeaks(50 * rounds)).toBe(0);
  });
});

describe('writes among failing ones', () => {
  test('without the lock are answered with success and rolled back', async () => {
    expect(await isKeptWhenAnotherFails(await startLite({ isLocked: false, confirmEmail: false }))).toBe(
      false,
    );
  });

  test('with the lock are all kept: e-mail verifications', async () => {
    const count = 60 * rounds;
    expect(await countLostVerifications(count)).toEqual({ answered: count, lost: 0 });
  });
});

describe('the lock itself', () => {
  test('runs work one at a time, in order', async () => {
    const exclusive = createExclusive();
    const events: string[] = [];
    const work = (name: string) => async () => {
      events.push(`${name} starts`);
      await nextTurn();
      events.push(`${name} ends`);
    };
    await Promise.all(['a', 'b', 'c'].map((name) => exclusive(work(name))));
    expect(events).toEqual(['a starts', 'a ends', 'b starts', 'b ends', 'c starts', 'c ends']);
  });

  test('lets work call itself, and goes on after work that fails', async () => {
    const exclusive = createExclusive();
    await expect(
      exclusive(() =>
        exclusive(async () => {
          throw new Error('inner');
        }),
      ),
    ).rejects.toThrow('inner');
    expect(await exclusive(async () => 'next')).toBe('next');
  });

  test('makes what outlives its turn queue again', async () => {
    const exclusive = createExclusive();
    const events: string[] = [];
    const { promise: holdsTheTurn, resolve: letGo } = Promise.withResolvers<void>();
    let late: Promise<void> | undefined;
    await exclusive(async () => {
      late = nextTurn().then(() =>
        exclusive(async () => {
          events.push('late');
        }),
      );
    });
    const second = exclusive(async () => {
      await nextTurn();
      await holdsTheTurn;
      events.push('second');
    });
    await nextTurn();
    letGo();
    await Promise.all([late, second]);
    expect(events).toEqual(['second', 'late']);
  });
});
