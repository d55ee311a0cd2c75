import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTestClient } from '../src/testing.ts';
import { placeForEach } from './support/startup.ts';

/** More rounds: SOAK=20 vitest run tests/durability.test.ts */
const rounds = Number(process.env['SOAK'] ?? 1);
const WRITERS = 4;
const ACKNOWLEDGED_BEFORE_KILL = 40;

const place = placeForEach({ hasDatabase: true });

test('after kill -9 amid concurrent writes every acknowledged change is there', async () => {
  const account = { email: 'anna@example.com', password: 'Passw0rd!' };
  const expected = new Map<string, boolean>();
  const deleted = new Set<string>();

  for (let round = 0; round <= rounds; round += 1) {
    const server = await place().start();
    const client = createTestClient(server.origin, server.publishableKey);
    const session =
      round === 0 ? await client.auth.signUp(account) : await client.auth.signInWithPassword(account);
    expect(session.error).toBeNull();

    const found = new Map<string, boolean>();
    const { data, error } = await client
      .from('tasks')
      .select('id, title, completed')
      .overrideTypes<{ id: string; title: string; completed: boolean }[]>();
    expect(error).toBeNull();
    // Also those whose answer was lost.
    expect(
      data?.filter(({ title }) => title !== 'Plan'),
      'rows that are not whole',
    ).toEqual([]);
    for (const { id, completed } of data ?? []) found.set(id, completed);
    const wrong = [...expected].filter(([id, completed]) => found.get(id) !== completed);
    expect({ round, wrong, undead: [...deleted].filter((id) => found.has(id)) }).toEqual({
      round,
      wrong: [],
      undead: [],
    });
    if (round === rounds) {
      await server.kill();
      break;
    }

    let acknowledged = 0;
    const { promise: enough, resolve } = Promise.withResolvers<void>();
    const writers = Array.from({ length: WRITERS }, async () => {
      for (;;) {
        const id = randomUUID();
        if ((await client.from('tasks').insert({ id, title: 'Plan', task_date: '2026-11-20' })).error) return;
        expected.set(id, false);
        const isDone = Math.random() < 0.5;
        const change = client.from('tasks');
        const { error: refused } = isDone
          ? await change.update({ completed: true }).eq('id', id)
          : await change.delete().eq('id', id);
        // The answer to this one was lost: it may have been done or not.
        expected.delete(id);
        if (refused) return;
        if (isDone) expected.set(id, true);
        else deleted.add(id);
        acknowledged += 2;
        if (acknowledged >= ACKNOWLEDGED_BEFORE_KILL) resolve();
      }
    });
    await enough;
    await server.kill('SIGKILL');
    await Promise.all(writers);
  }
  expect(expected.size + deleted.size).toBeGreaterThanOrEqual((rounds * ACKNOWLEDGED_BEFORE_KILL) / 2);
});
