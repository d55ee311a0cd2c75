import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../src/testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Asks for the deletion with a token that was copied before its session ended. */
async function deleteWith(token: string): Promise<number> {
  const answer = await fetch(`${server.origin}/rest/v1/rpc/delete_account`, {
    method: 'POST',
    headers: {
      apikey: server.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    body: '{}',
  });
  return answer.status;
}

async function tokenOf({ client }: TestUser): Promise<string> {
  const { data } = await client.auth.getSession();
  return data.session?.access_token ?? '';
}

test('an account that is gone can be deleted again, as a page does that lost the first answer', async () => {
  const anna = await server.signUp();
  const token = await tokenOf(anna);
  expect([await deleteWith(token), await deleteWith(token)]).toEqual([204, 204]);
  expect(await server.query('select 1 from auth.users where id = $1', [anna.id])).toEqual([]);
});

test('a token whose session was signed out deletes nothing', async () => {
  const ben = await server.signUp();
  const token = await tokenOf(ben);
  await ben.client.auth.signOut();
  expect(await deleteWith(token)).toBe(401);
  expect(await server.query('select 1 from auth.users where id = $1', [ben.id])).toHaveLength(1);
});
