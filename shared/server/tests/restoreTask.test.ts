import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../src/testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ pastGateway: true });
});
afterAll(() => server.close());

type Row = Record<string, unknown> & { id: string };

const GONE = { status: 410, code: 'PT410', message: 'This task can no longer be restored.' };

async function add(client: SupabaseClient, columns: Record<string, unknown> = {}): Promise<Row> {
  const task = { title: 'Water the plants', task_date: '2026-11-20', ...columns };
  const { data, error } = await client.from('tasks').insert(task).select().single<Row>();
  if (error) throw error;
  return data;
}

async function remove(client: SupabaseClient, id: string): Promise<void> {
  const { error, count } = await client.from('tasks').delete({ count: 'exact' }).eq('id', id);
  if (error || count !== 1) throw error ?? new Error(`${count} rows were deleted`);
}

async function restore(client: SupabaseClient, id: string): Promise<unknown> {
  const { data, error, status } = await client.rpc('restore_task', { task_id: id });
  return error ? { status, code: error.code, message: error.message } : data;
}

const titles = async ({ client }: TestUser) => {
  const { data } = await client.from('tasks').select('title').order('created_at').order('id');
  return data?.map(({ title }) => title);
};

const keptOf = ({ id }: TestUser) =>
  server.query('select id from private.deleted_tasks where user_id = $1', [id]);

/** Lets the user's deletions lie so far in the past. */
const age = (interval: string, { id }: TestUser) =>
  server.query('update private.deleted_tasks set deleted_at = deleted_at - $1::interval where user_id = $2', [
    interval,
    id,
  ]);

test('a restored task is the one that was deleted, to the last column, and keeps its place', async () => {
  const anna = await server.signUp();
  await add(anna.client, { title: 'First' });
  const second = await add(anna.client, { title: 'Second', emoji: '🎯', starred: true, pinned: true });
  await add(anna.client, { title: 'Third' });
  await anna.client.from('tasks').update({ completed: true, task_date: '2026-11-21' }).eq('id', second.id);
  await remove(anna.client, second.id);
  expect(await titles(anna)).toEqual(['First', 'Third']);

  const expected = { ...second, completed: true, task_date: '2026-11-21' };
  expect(await restore(anna.client, second.id)).toEqual(expected);
  expect((await anna.client.from('tasks').select().eq('id', second.id).single()).data).toEqual(expected);
  expect(await titles(anna)).toEqual(['First', 'Second', 'Third']);
});

test('asking again after a lost answer, or twice at once, gives the same task and no second one', async () => {
  const anna = await server.signUp();
  const task = await add(anna.client);
  await remove(anna.client, task.id);
  expect(await Promise.all([1, 2].map(() => restore(anna.client, task.id)))).toEqual([task, task]);
  expect(await restore(anna.client, task.id)).toEqual(task);
  expect(await titles(anna)).toEqual(['Water the plants']);
});

test('a task can be deleted and restored as often as its owner likes', async () => {
  const { client } = await server.signUp();
  const task = await add(client);
  for (const _ of [1, 2, 3]) {
    await remove(client, task.id);
    expect(await restore(client, task.id)).toEqual(task);
  }
});

test('a task that was added anew under its old id stays as it is', async () => {
  const { client } = await server.signUp();
  const { id } = await add(client);
  await remove(client, id);
  const anew = await add(client, { id, title: 'Anew' });
  expect(await restore(client, id)).toEqual(anew);
  await remove(client, id);
  expect(await restore(client, id)).toEqual(anew);
});

test('after ten minutes there is nothing to restore, and what was kept goes at the next deletion', async () => {
  const [anna, bert] = [await server.signUp(), await server.signUp()];
  const [early, late] = [await add(anna.client), await add(anna.client)];
  await remove(anna.client, early.id);
  await age('9 minutes 50 seconds', anna);
  expect(await restore(anna.client, early.id)).toEqual(early);

  await remove(anna.client, late.id);
  await age('10 minutes 1 second', anna);
  expect(await restore(anna.client, late.id)).toEqual(GONE);
  expect(await keptOf(anna)).toHaveLength(1); // what a refused request threw away came back with it
  await remove(bert.client, (await add(bert.client)).id);
  expect(await keptOf(anna)).toEqual([]);
});

test('the last hundred deletions of a user are kept and no more, also when one request deletes more', async () => {
  const anna = await server.signUp();
  const first = await add(anna.client);
  await remove(anna.client, first.id);
  await age('1 minute', anna);
  const many = Array.from({ length: 120 }, (_, n) => ({ title: `No. ${n}`, task_date: '2026-11-20' }));
  await anna.client.from('tasks').insert(many);
  await anna.client.from('tasks').delete().neq('title', '');
  expect(await titles(anna)).toEqual([]);
  expect(await keptOf(anna)).toHaveLength(100);
  expect(await restore(anna.client, first.id)).toEqual(GONE);
});

test("another user's task cannot be restored, and a visitor can restore none", async () => {
  const [anna, bert] = [await server.signUp(), await server.signUp()];
  const task = await add(anna.client);
  await remove(anna.client, task.id);
  expect(await restore(bert.client, task.id)).toEqual(GONE);
  expect(await restore(server.anonymous(), task.id)).toMatchObject({ status: 401, code: '42501' });
  expect(await restore(anna.client, randomUUID())).toEqual(GONE);

  // Not even by using its id for a task of their own, which keeps the owner from restoring theirs.
  const stolen = await add(bert.client, { id: task.id, title: 'Stolen' });
  expect(await restore(anna.client, task.id)).toEqual(GONE);
  await remove(bert.client, task.id);
  expect(await restore(bert.client, task.id)).toEqual(stolen);
});

test('restoring does not let a client choose when a task was created', async () => {
  const { id, client } = await server.signUp();
  const task = await add(client);
  await remove(client, task.id);
  const insert = await client.from('tasks').insert({ ...task, user_id: id, created_at: '2020-01-01' });
  expect({ code: insert.error?.code, status: insert.status }).toEqual({ code: '42501', status: 403 });
  expect((await client.rpc('restore_task', { task_id: 'x' })).status).toBe(400);
  expect(await restore(client, task.id)).toEqual(task);
});

test('nothing that was deleted outlives the account', async () => {
  const anna = await server.signUp();
  const [kept, deleted] = [await add(anna.client), await add(anna.client)];
  await remove(anna.client, deleted.id);
  expect(await keptOf(anna)).toHaveLength(1);
  expect((await anna.client.rpc('delete_account')).error).toBeNull();
  const left = await server.query('select id from private.deleted_tasks where id in ($1, $2)', [
    kept.id,
    deleted.id,
  ]);
  expect(left).toEqual([]);
  expect(await restore(anna.client, deleted.id)).toEqual(GONE);
});

test('an administrator’s deletion leaves nothing to restore', async () => {
  const anna = await server.signUp();
  const { id } = await add(anna.client);
  await server.query('delete from public.tasks where id = $1', [id]);
  expect(await keptOf(anna)).toEqual([]);
});
