import { setImmediate as nextTurn } from 'node:timers/promises';
import { createPgliteConnection, type PgliteConnection } from '@supabase/lite/pglite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { matchHostedResponses } from '../src/backend/hostedResponses.ts';
import { createExclusive, installTransactionLock } from '../src/backend/transactionLock.ts';
import { copyTemplate } from '../src/testing/template.ts';
import { folderForEach } from './support/folder.ts';

async function waitTurns(count = 20): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}

describe.each([false, true])('two concurrent requests (with the lock: %s)', (isLocked) => {
  const at = folderForEach();
  let connection: PgliteConnection;
  beforeEach(async () => {
    await copyTemplate(at());
    connection = await createPgliteConnection({ url: at('database') });
    await connection.driver.waitReady;
    if (isLocked) installTransactionLock(connection);
    matchHostedResponses(connection);
  });
  afterEach(() => connection.close());

  /** Without the lock the first request waits until the other has begun, so that the result does not depend on chance. */
  const whileWaiting = (otherIsIn: Promise<void>) => (isLocked ? waitTurns() : otherIsIn);

  test(`${isLocked ? 'never ' : ''}read each other’s rows`, async () => {
    const [anna, bert] = [crypto.randomUUID(), crypto.randomUUID()];
    for (const id of [anna, bert]) {
      await connection.driver.query('insert into auth.users (id) values ($1)', [id]);
      await connection.driver.query(
        `insert into public.tasks (title, task_date, user_id) values ('Mine', '2026-11-20', $1)`,
        [id],
      );
    }
    const read = async () => {
      const { rows } = await connection.driver.query<{ user_id: string }>('select user_id from public.tasks');
      return rows.map((row) => row.user_id);
    };
    const contextOf = (id: string) => ({
      auth: { uid: id, role: 'authenticated', jwt: { sub: id, role: 'authenticated' } },
      storage: { operation: null, normalizedOperation: null },
    });
    const annaIsIn = Promise.withResolvers<void>();
    const bertIsIn = Promise.withResolvers<void>();
    const annaHasRead = Promise.withResolvers<void>();
    const annaReads = connection.withContext(contextOf(anna), async () => {
      annaIsIn.resolve();
      await whileWaiting(bertIsIn.promise);
      const owners = await read();
      annaHasRead.resolve();
      return owners;
    });
    await annaIsIn.promise;
    const bertReads = connection.withContext(contextOf(bert), async () => {
      bertIsIn.resolve();
      await annaHasRead.promise;
      return read();
    });
    const [annas, berts] = await Promise.all([annaReads, bertReads]);
    expect(annas).toEqual([isLocked ? anna : bert]);
    if (isLocked) expect(berts).toEqual([bert]);
  });

  test(`${isLocked ? 'never ' : ''}roll back each other’s writes that were reported as successful`, async () => {
    await connection.driver.exec('create table public.kept (word text)');
    const isWritten = Promise.withResolvers<void>();
    const hasFailed = Promise.withResolvers<void>();
    const writing = connection.runInTransaction(async () => {
      await connection.driver.query("insert into public.kept values ('written')");
      isWritten.resolve();
      await whileWaiting(hasFailed.promise);
    });
    await isWritten.promise;
    const failing = connection.runInTransaction(() => Promise.reject(new Error('refused')));
    await expect(failing).rejects.toThrow('refused');
    hasFailed.resolve();
    await writing;
    const { rows } = await connection.driver.query('select word from public.kept');
    expect(rows).toHaveLength(isLocked ? 1 : 0);
  });
});

describe('the lock itself', () => {
  test('runs callbacks one at a time, in order', async () => {
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

  test('allows nested calls, and goes on after a callback that fails', async () => {
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

  test('queues work that a callback starts after its turn has ended', async () => {
    const exclusive = createExclusive();
    const events: string[] = [];
    const { promise: holdsTheTurn, resolve: release } = Promise.withResolvers<void>();
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
    release();
    await Promise.all([late, second]);
    expect(events).toEqual(['second', 'late']);
  });
});
