import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../src/testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
}, 60_000);
afterAll(() => server.close());

test('an account can add and read a task', async () => {
  const anna = await server.signUp();
  const added = await anna.client
    .from('tasks')
    .insert({ title: 'Water the plants', task_date: '2026-11-20' })
    .select()
    .single();
  expect(added.error).toBeNull();
  const profile = await anna.client.from('profiles').select().single();
  const bad = await anna.client
    .from('tasks')
    .insert({ title: '  ', task_date: '2026-11-20' })
    .select()
    .single();
});
