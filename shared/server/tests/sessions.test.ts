import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestClient, startTestServer, type TestServer, type TestUser } from '../src/testing.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const task = { title: 'Plan', task_date: '2026-11-20' };

interface Tokens {
  access_token: string;
  refresh_token: string;
}

async function tokensOf({ client }: Pick<TestUser, 'client'>): Promise<Tokens> {
  const { data } = await client.auth.getSession();
  if (!data.session) throw new Error('There is no session');
  return data.session;
}

/** Asks the API with a token, as who has copied it would. */
async function ask(method: string, path: string, token: string, body?: object): Promise<number> {
  const answer = await fetch(`${server.origin}${path}`, {
    method,
    headers: {
      apikey: server.publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return answer.status;
}

/** What a token is still good for. */
const useOf = async (token: string) => [
  await ask('GET', '/rest/v1/tasks?select=*', token),
  await ask('POST', '/rest/v1/tasks', token, task),
  await ask('GET', '/auth/v1/user', token),
];
const GOOD = [200, 201, 200];
const ENDED = [401, 401, 403];

/** Signs in once more, as on another device. */
async function otherDevice({ email, password }: TestUser): Promise<Pick<TestUser, 'client'>> {
  const client = createTestClient(server.origin, server.publishableKey);
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
  return { client };
}

describe('an access token is good for nothing any more', () => {
  test('after a new password was set by a link', async () => {
    const anna = await server.signUp();
    const { access_token: here } = await tokensOf(anna);
    await anna.client.auth.resetPasswordForEmail(anna.email);
    const link = new URL(server.outbox.latest(anna.email)?.link ?? '');
    const recovering = server.anonymous();
    const token_hash = link.searchParams.get('token_hash') ?? '';
    expect((await recovering.auth.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull();
    expect(await useOf(here)).toEqual(GOOD);
    expect((await recovering.auth.updateUser({ password: 'N3wPassword' })).error).toBeNull();
    expect(await useOf(here)).toEqual(ENDED);
  });

  test('after a refresh token of its session was used a second time', async () => {
    const anna = await server.signUp();
    const { refresh_token: stolen } = await tokensOf(anna);
    const refresh = (refresh_token: string) =>
      ask('POST', '/auth/v1/token?grant_type=refresh_token', '', { refresh_token });
    for (let time = 0; time < 2; time += 1) await anna.client.auth.refreshSession();
    const { access_token: token } = await tokensOf(anna);
    expect(await useOf(token)).toEqual(GOOD);
    expect(await refresh(stolen)).toBe(400);
    expect(await useOf(token)).toEqual(ENDED);
  });
});

test('a refused change of password ends nothing', async () => {
  const anna = await server.signUp();
  const other = await otherDevice(anna);
  for (const [password, code] of [
    [anna.password, 'same_password'],
    ['short', 'weak_password'],
    ['x'.repeat(73), 'validation_failed'],
  ] as const)
    expect((await anna.client.auth.updateUser({ password })).error?.code).toBe(code);
  expect(await useOf((await tokensOf(other)).access_token)).toEqual(GOOD);
});

describe('a link', () => {
  test('is 32 random bytes whose hash alone is kept, and nothing shorter redeems it', async () => {
    const { email, client } = await server.signUp();
    await client.auth.resetPasswordForEmail(email);
    const token = new URL(server.outbox.latest(email)?.link ?? '').searchParams.get('token_hash') ?? '';
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    const [row] = await server.query('select recovery_token as kept from auth.users where email = $1', [
      email,
    ]);
    const kept = String(row?.['kept']);
    expect(kept).not.toBe(token);
    const verify = (body: object) => ask('POST', '/auth/v1/verify', '', body);
    for (const body of [
      { email, token: '123456', type: 'recovery' },
      { token: '123456', type: 'recovery' },
      { email, token, type: 'recovery' },
    ])
      expect(await verify(body)).toBe(400);
    for (const body of [
      { token_hash: kept, type: 'recovery' },
      { token_hash: token, type: 'magiclink' },
      { token_hash: token, type: 'signup' },
    ])
      expect(await verify(body)).toBe(403);
    expect(await ask('GET', `/auth/v1/verify?type=recovery&token=${token}`, '')).toBe(404);
    expect(await verify({ token_hash: token, type: 'recovery' })).toBe(200);
    expect(await verify({ token_hash: token, type: 'recovery' })).toBe(403);
  });
});
