import { createHmac, randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../src/testing.ts';

let server: TestServer;
let anna: TestUser;
let bert: TestUser;
let taskId: string;

beforeAll(async () => {
  server = await startTestServer();
  anna = await server.signUp();
  bert = await server.signUp();
});
afterAll(() => server.close());

const task = (columns: Record<string, unknown> = {}) => ({
  title: 'Secret plan',
  task_date: '2026-11-20',
  ...columns,
});

async function addTask(client: SupabaseClient, columns: Record<string, unknown> = {}): Promise<string> {
  const { data, error } = await client
    .from('tasks')
    .insert(task(columns))
    .select('id')
    .single<{ id: string }>();
  if (error) throw error;
  return data.id;
}

async function rowOf(id: string): Promise<Record<string, unknown> | undefined> {
  return (await server.query('select title, user_id, completed from public.tasks where id = $1', [id]))[0];
}

/** Asks the API without supabase-js in between. */
function ask(path: string, headers: Record<string, string>, init: RequestInit = {}): Promise<Response> {
  return fetch(`${server.origin}${path}`, {
    ...init,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token with any claims, signed with any secret, or with none. */
function forge(claims: Record<string, unknown>, secret: string | null): string {
  const now = Math.floor(Date.now() / 1000);
  const header = { alg: secret === null ? 'none' : 'HS256', typ: 'JWT' };
  const content = `${encode(header)}.${encode({ aud: 'authenticated', iat: now, exp: now + 3600, ...claims })}`;
  const signature = secret === null ? '' : createHmac('sha256', secret).update(content).digest('base64url');
  return `${content}.${signature}`;
}

describe('two accounts', () => {
  beforeAll(async () => {
    taskId = await addTask(anna.client);
  });

  test('see their own rows and nobody else’s', async () => {
    expect((await anna.client.from('tasks').select('id')).data).toEqual([{ id: taskId }]);
    expect((await bert.client.from('tasks').select('*')).data).toEqual([]);
    expect((await bert.client.from('tasks').select('*').eq('id', taskId)).data).toEqual([]);
    expect((await bert.client.from('profiles').select('id')).data).toEqual([{ id: bert.id }]);
  });

  test('cannot write in each other’s name', async () => {
    const { error, status } = await bert.client.from('tasks').insert(task({ user_id: anna.id }));
    expect({ code: error?.code, status }).toEqual({ code: '42501', status: 403 });
  });

  test('touch nothing by another’s id', async () => {
    const changed = await bert.client.from('tasks').update({ title: 'Stolen' }).eq('id', taskId).select();
    expect(changed.data).toEqual([]);
    expect((await bert.client.from('tasks').delete().eq('id', taskId).select()).data).toEqual([]);
    const { data } = await bert.client
      .from('profiles')
      .update({ display_name: 'Bert' })
      .eq('id', anna.id)
      .select();
    expect(data).toEqual([]);
    expect(await rowOf(taskId)).toEqual({ title: 'Secret plan', user_id: anna.id, completed: false });
  });

  test('cannot take a task over by upsert, nor give one away', async () => {
    for (const columns of [
      { id: taskId },
      { id: taskId, user_id: bert.id },
      { id: taskId, user_id: anna.id },
    ]) {
      const { error, status } = await bert.client.from('tasks').upsert(task({ ...columns, title: 'Stolen' }));
      expect({ code: error?.code, status }).toEqual({ code: 'not_asked', status: 400 });
    }
    const given = await anna.client.from('tasks').update({ user_id: bert.id }).eq('id', taskId);
    expect(given.status).toBe(400);
    expect(await rowOf(taskId)).toEqual({ title: 'Secret plan', user_id: anna.id, completed: false });
  });

  test('can repeat an insert: the second is told so and makes no second task', async () => {
    const id = randomUUID();
    await addTask(anna.client, { id });
    const again = await anna.client.from('tasks').insert(task({ id }));
    expect({ code: again.error?.code, status: again.status }).toEqual({ code: '23505', status: 409 });
  });

  test('cannot choose or change an id, an owner or a creation time', async () => {
    const set = await anna.client.from('tasks').insert(task({ created_at: '2020-01-01T00:00:00Z' }));
    expect(set.status).toBe(400);
    for (const change of [{ id: randomUUID() }, { created_at: '2020-01-01T00:00:00Z' }]) {
      expect((await anna.client.from('tasks').update(change).eq('id', taskId)).status).toBe(400);
    }
    const profile = await anna.client.from('profiles').update({ created_at: '2020-01-01' }).eq('id', anna.id);
    expect(profile.status).toBe(400);
  });
});

describe('answers are a hosted project’s', () => {
  test('a broken CHECK is 400 and 23514', async () => {
    const { error, status } = await anna.client.from('tasks').insert(task({ title: ' ' }));
    expect({ code: error?.code, status }).toEqual({ code: '23514', status: 400 });
  });

  test('an instant is ISO 8601 with its zone', async () => {
    const { data } = await anna.client.from('profiles').select('created_at').single<{ created_at: string }>();
    expect(data?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/);
  });

  test('at most 1000 rows come back, and say nothing of the rest', async () => {
    const carla = await server.signUp();
    await server.query(
      `insert into public.tasks (title, task_date, user_id)
        select 'Task ' || n, '2026-11-20', $1::uuid from generate_series(1, 1100) as n`,
      [carla.id],
    );
    const { data, error } = await carla.client.from('tasks').select('id');
    expect({ length: data?.length, error }).toEqual({ length: 1000, error: null });
  });
});

describe('without a right to it', () => {
  const visitors: [string, () => Record<string, string>][] = [
    ['no key at all', () => ({})],
    [
      'no key but a stolen-looking role',
      () => ({ Authorization: `Bearer ${forge({ role: 'service_role' }, null)}` }),
    ],
    ['a wrong key', () => ({ apikey: 'sb_secret_wrong' })],
    ['the public key only', () => ({ apikey: server.publishableKey })],
    ['the public key as its own token', () => bearer(server.publishableKey)],
    ['no algorithm', () => bearer(forge({ role: 'authenticated', sub: anna.id }, null))],
    ['no algorithm, as administrator', () => bearer(forge({ role: 'service_role' }, null))],
    ['lite’s default secret', () => bearer(forge({ role: 'service_role' }, 'unsafe-secret-change-me'))],
    ['lite’s other default secret', () => bearer(forge({ role: 'service_role' }, 'dev-secret-change-me'))],
    [
      'Supabase’s well-known local secret',
      () =>
        bearer(forge({ role: 'service_role' }, 'super-secret-jwt-token-with-at-least-32-characters-long')),
    ],
    ['an empty secret', () => bearer(forge({ role: 'service_role' }, ''))],
    ['the public key as the secret', () => bearer(forge({ role: 'service_role' }, server.publishableKey))],
    [
      'an expired token',
      () => bearer(forge({ role: 'authenticated', sub: anna.id, exp: 1_600_000_000 }, server.jwtSecret)),
    ],
    [
      'a token without a session',
      () => bearer(forge({ role: 'authenticated', sub: anna.id }, server.jwtSecret)),
    ],
    [
      'the token of a session that never was',
      () =>
        bearer(forge({ role: 'authenticated', sub: anna.id, session_id: randomUUID() }, server.jwtSecret)),
    ],
    ['the secret key', () => ({ apikey: server.secretKey })],
    [
      'a cut token',
      () => bearer(forge({ role: 'authenticated', sub: anna.id }, server.jwtSecret).slice(0, -4)),
    ],
  ];
  const bearer = (token: string) => ({ apikey: server.publishableKey, Authorization: `Bearer ${token}` });

  test.each(visitors)('%s: nothing is read or changed', async (_, headers) => {
    const before = await server.query('select count(*)::int as tasks from public.tasks');
    const requests: [string, RequestInit][] = [
      ['/rest/v1/tasks?select=*', {}],
      ['/rest/v1/profiles?select=*', {}],
      ['/rest/v1/tasks', { method: 'POST', body: JSON.stringify(task({ user_id: anna.id })) }],
      [`/rest/v1/tasks?id=eq.${taskId}`, { method: 'PATCH', body: JSON.stringify({ title: 'Stolen' }) }],
      [`/rest/v1/tasks?id=eq.${taskId}`, { method: 'DELETE' }],
      ['/rest/v1/rpc/delete_account', { method: 'POST', body: '{}' }],
      ['/auth/v1/user', {}],
      ['/auth/v1/admin/users', {}],
    ];
    for (const [path, init] of requests) {
      const answer = await ask(path, headers(), init);
      expect([401, 403, 404], `${init.method ?? 'GET'} ${path} ${await answer.clone().text()}`).toContain(
        answer.status,
      );
      expect(await answer.text()).not.toContain('Secret plan');
    }
    expect(await rowOf(taskId)).toEqual({ title: 'Secret plan', user_id: anna.id, completed: false });
    expect(await server.query('select count(*)::int as tasks from public.tasks')).toEqual(before);
  });

  test('a right token does work, so the tests above mean something', async () => {
    const answer = await ask(
      '/rest/v1/tasks?select=id',
      bearer((await anna.client.auth.getSession()).data.session?.access_token ?? ''),
    );
    expect(await answer.json()).toContainEqual({ id: taskId });
  });

  test.each(['/_system/config', '/_system/introspect', '/storage/v1/bucket', '/rest/v1', '/'])(
    'lite’s %s is not there',
    async (path) => {
      expect((await ask(path, { apikey: server.secretKey })).status).toBe(404);
    },
  );

  test('no other site may read an answer', async () => {
    const answer = await ask('/rest/v1/tasks?select=*', { ...bearer('x'), Origin: 'https://evil.example' });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });
});

describe('odd requests', () => {
  const key = () => ({ apikey: server.publishableKey });

  test('a body above 8 kB to accounts or 64 kB to rows is refused, told or streamed', async () => {
    const told = await ask('/auth/v1/signup', key(), { method: 'POST', body: 'x'.repeat(8 * 1024 + 1) });
    expect(told.status).toBe(413);
    const body = new Blob(['x'.repeat(64 * 1024 + 1)]).stream();
    const streamed = await ask('/rest/v1/tasks', key(), {
      method: 'POST',
      body,
      duplex: 'half',
    } as RequestInit);
    expect(streamed.status).toBe(413);
  });

  test.each(['null', '[]', '"text"', '{', '', '{"email":"a@example.com","password":7}'])(
    'the body %j is refused as what it is',
    async (body) => {
      for (const path of ['/auth/v1/signup', '/auth/v1/token?grant_type=password', '/auth/v1/resend']) {
        expect((await ask(path, key(), { method: 'POST', body })).status).toBe(400);
      }
    },
  );

  test('a password above 72 bytes is refused, and one of 72 works', async () => {
    for (const password of [`Aa1${'x'.repeat(70)}`, `Aa1${'字'.repeat(24)}`, `Aa1${'🎯'.repeat(18)}`]) {
      const { error } = await server
        .anonymous()
        .auth.signUp({ email: `${randomUUID()}@example.com`, password });
      expect(error?.message).toBe('Password cannot be longer than 72 characters');
    }
    const longest = `Aa1${'字'.repeat(23)}`;
    const { email } = await server.signUp(undefined, longest);
    expect((await server.anonymous().auth.signInWithPassword({ email, password: longest })).error).toBeNull();
  });

  test('a password without an uppercase letter or a number is accepted: the retro sign-up asks for none', async () => {
    expect((await server.signUp(undefined, 'lowercase')).id).toBeTruthy();
    const short = await server
      .anonymous()
      .auth.signUp({ email: `${randomUUID()}@example.com`, password: 'seven77' });
    expect(short.error?.code).toBe('weak_password');
  });
});
