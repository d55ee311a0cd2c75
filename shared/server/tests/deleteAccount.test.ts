import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../src/testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const task = { title: 'Water the plants', task_date: '2026-11-20' };

async function signUpWithTask(): Promise<TestUser> {
  const user = await server.signUp();
  const { error } = await user.client.from('tasks').insert(task);
  if (error) throw error;
  return user;
}

async function deleteAccount(client: SupabaseClient): Promise<{ code: string | undefined; status: number }> {
  const { error, status } = await client.rpc('delete_account');
  return { code: error?.code, status };
}

/** Every row of the database that names a user. */
async function rowsOf(id: string): Promise<number> {
  const tables = ['auth.sessions', 'auth.refresh_tokens', 'auth.identities', 'public.tasks'].map(
    (table) => `select user_id::uuid as id from ${table}`,
  );
  const all = [...tables, 'select id from auth.users', 'select id from public.profiles'].join(' union all ');
  const [row] = await server.query(`select count(*)::int as rows from (${all}) as every where id = $1`, [id]);
  return Number(row?.['rows']);
}

const DONE = { code: undefined, status: 204 };

test('everything of a deleted account is gone, and nothing of anybody else', async () => {
  const [anna, bert] = [await signUpWithTask(), await signUpWithTask()];
  const before = await rowsOf(bert.id);
  expect(await rowsOf(anna.id)).toBeGreaterThanOrEqual(5);
  expect(await deleteAccount(anna.client)).toEqual(DONE);
  expect(await rowsOf(anna.id)).toBe(0);
  expect(await rowsOf(bert.id)).toBe(before);
  expect((await bert.client.from('tasks').select('title')).data).toEqual([{ title: task.title }]);
});

test('the access token of a deleted account reads nothing and writes nothing', async () => {
  const { client } = await signUpWithTask();
  await deleteAccount(client);
  for (const ask of [
    client.from('tasks').select('*'),
    client.from('profiles').select('*'),
    client.from('tasks').insert(task),
  ]) {
    const { error, status } = await ask;
    expect({ code: error?.code, status }).toEqual({ code: 'PGRST301', status: 401 });
  }
  expect((await client.auth.getUser()).error?.status).toBe(403);
  expect((await client.auth.refreshSession()).error?.status).toBe(400);
});

test('a deleted account cannot sign in, and its address starts anew', async () => {
  const old = await signUpWithTask();
  await old.client.from('profiles').update({ display_name: 'Ada' }).eq('id', old.id);
  await deleteAccount(old.client);

  const { error } = await server.anonymous().auth.signInWithPassword(old);
  expect(error?.code).toBe('invalid_credentials');
  const { id, client } = await server.signUp(old.email);
  expect(id).not.toBe(old.id);
  expect((await client.from('tasks').select('*')).data).toEqual([]);
  expect((await client.from('profiles').select('id, display_name')).data).toEqual([
    { id, display_name: null },
  ]);
  // The earlier token belongs to another user.
  await deleteAccount(old.client);
  expect(await rowsOf(id)).toBeGreaterThanOrEqual(4);
});

test('deleting again, or twice at once, is no error: the account is gone as asked', async () => {
  const { id, client } = await signUpWithTask();
  const answers = await Promise.all([1, 2, 3].map(() => deleteAccount(client)));
  expect(answers).toEqual([DONE, DONE, DONE]);
  expect(await deleteAccount(client)).toEqual(DONE);
  expect(await rowsOf(id)).toBe(0);
});

test('a task that is added while the account goes is kept by neither', async () => {
  const { id, client } = await signUpWithTask();
  await Promise.all([
    client.from('tasks').insert({ ...task, id: randomUUID() }),
    deleteAccount(client),
    client.from('tasks').insert({ ...task, id: randomUUID() }),
  ]);
  expect(await rowsOf(id)).toBe(0);
});

test('a visitor without a session deletes nothing', async () => {
  const { id } = await signUpWithTask();
  const { status } = await deleteAccount(server.anonymous());
  expect([401, 403]).toContain(status);
  expect(await rowsOf(id)).toBeGreaterThanOrEqual(5);
});

test('an address that is merely opened deletes nothing', async () => {
  const { id, client } = await signUpWithTask();
  const { data } = await client.auth.getSession();
  for (const method of ['GET', 'HEAD']) {
    const answer = await fetch(`${server.origin}/rest/v1/rpc/delete_account`, {
      method,
      headers: {
        apikey: server.publishableKey,
        Authorization: `Bearer ${data.session?.access_token ?? ''}`,
      },
    });
    expect(answer.status).toBe(404);
  }
  expect(await rowsOf(id)).toBeGreaterThanOrEqual(5);
});
