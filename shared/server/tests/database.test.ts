import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../src/testing.ts';

// What the database itself refuses, keeps and counts, as responses of the API without our gateway. Which user may see which
// rows, and what remains of an account that an administrator deletes: migrations.test.ts.

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ pastGateway: true });
});
afterAll(() => server.close());

const DAY = '2026-11-20';
const task = (columns: object = {}) => ({ id: randomUUID(), title: 'Plan', task_date: DAY, ...columns });
type NewTask = ReturnType<typeof task>;

interface ApiResponse {
  data?: unknown;
  status: number;
  error: { code: string; message: string } | null;
}
/** Shortens a response to its status or, if the request was refused, to the status and the error. */
const summarize = ({ status, error }: ApiResponse) =>
  error ? { status, code: error.code, message: error.message } : status;
const UNAUTHORIZED = { status: 401, code: '42501' };
const refusal = (message: string, code = '23514') => ({ status: 400, code, message });

const add = async ({ client }: TestUser, rows: object) => summarize(await client.from('tasks').insert(rows));
const change = async ({ client }: TestUser, { id }: NewTask, columns: object) =>
  summarize(await client.from('tasks').update(columns).eq('id', id));
const remove = async ({ client }: TestUser, { id }: NewTask) =>
  summarize(await client.from('tasks').delete().eq('id', id));
const restore = async ({ client }: Pick<TestUser, 'client'>, { id }: NewTask) => {
  const response: ApiResponse = await client.rpc('restore_task', { task_id: id });
  return response.error ? summarize(response) : response.data;
};
const deleteAccount = async ({ client }: TestUser) => summarize(await client.rpc('delete_account'));

describe('the database rejects what the page rejects', () => {
  const checkViolation = (table: string, check: string) =>
    refusal(`new row for relation "${table}" violates check constraint "${check}"`);

  // Every character is tested in textRules.test.ts.
  test('an invalid display name, emoji or day, with 400 and the violated rule', async () => {
    const anna = await server.signUp();
    const named = await anna.client.from('profiles').update({ display_name: 'Anna 🎯' }).eq('id', anna.id);
    expect(summarize(named)).toEqual(checkViolation('profiles', 'profiles_display_name_characters'));
    for (const [columns, check] of [
      [{ emoji: '\u202E' }, 'tasks_emoji_characters'],
      [{ emoji: '\u200D👩' }, 'tasks_emoji_joined'],
      [{ task_date: 'infinity' }, 'tasks_task_date_years'],
      [{ task_date: '294276-12-31' }, 'tasks_task_date_years'],
    ] as const)
      expect(await add(anna, task(columns))).toEqual(checkViolation('tasks', check));
    const noDay = { status: 400, code: expect.stringMatching(/^22/) as unknown };
    for (const task_date of ['0000-01-01', '2026-02-30', 'soon'])
      expect(await add(anna, task({ task_date }))).toMatchObject(noDay);
  });

  test('a title with NUL; a lone surrogate is stored as U+FFFD, because no database can store it unchanged', async () => {
    const anna = await server.signUp();
    const refused = refusal('invalid byte sequence for encoding "UTF8": 0x00', '22021');
    expect(await add(anna, task({ title: 'a\0b' }))).toEqual(refused);
    const broken = task({ title: 'a\ud83db' });
    const half = await anna.client.from('tasks').insert(broken).select('title');
    expect(half).toMatchObject({ status: 201, data: [{ title: 'a\uFFFDb' }] });
  });
});

describe('limits on the number of tasks', () => {
  const DAY_IS_FULL = refusal('A day holds 2,000 tasks at most. Delete some to add new ones.');
  const ALL_IS_FULL = refusal('You have reached the limit of 100,000 tasks. Delete some to add new ones.');
  const another = { task_date: '2026-11-21' };

  const insertTasks = ({ id }: TestUser, count: number) =>
    server.query(
      `insert into public.tasks (title, task_date, user_id) select 'Plan', $1, $2 from generate_series(1, $3::int)`,
      [DAY, id, count],
    );

  async function counted(user: TestUser): Promise<unknown> {
    const [row] = await server.query(
      `select (select tasks from private.task_counts where user_id = $1) as counted,
         (select count(*)::int from public.tasks where user_id = $1) as there`,
      [user.id],
    );
    return row;
  }

  test('a day holds at most 2,000 tasks, added in one request or one by one', async () => {
    const anna = await server.signUp();
    const tasks = (count: number) => Array.from({ length: count }, () => task());
    expect(await add(anna, tasks(2_001))).toEqual(DAY_IS_FULL);
    expect(await counted(anna)).toEqual({ counted: null, there: 0 });
    expect(await add(anna, tasks(2_000))).toBe(201);
    expect(await add(anna, task())).toEqual(DAY_IS_FULL);
    expect(await add(anna, [task(another), task()])).toEqual(DAY_IS_FULL);
    expect(await add(anna, task(another))).toBe(201);
    expect(await counted(anna)).toEqual({ counted: 2_001, there: 2_001 });
  });

  test('no task can be moved to a full day; its own tasks can be completed, renamed, moved and deleted', async () => {
    const anna = await server.signUp();
    await insertTasks(anna, 1_999);
    const [inside, outside] = [task(), task(another)];
    expect(await add(anna, [inside, outside])).toBe(201);
    expect(await change(anna, outside, { task_date: DAY })).toEqual(DAY_IS_FULL);
    for (const columns of [{ completed: true }, { title: 'New' }, { task_date: DAY }])
      expect(await change(anna, inside, columns)).toBe(204);
    expect(await add(anna, task())).toEqual(DAY_IS_FULL);
    expect(await change(anna, inside, another)).toBe(204);
    expect(await change(anna, outside, { task_date: DAY })).toBe(204);
    expect(await add(anna, task())).toEqual(DAY_IS_FULL);
    expect(await remove(anna, outside)).toBe(204);
    expect(await add(anna, task())).toBe(201);
    expect(await counted(anna)).toEqual({ counted: 2_001, there: 2_001 });
  });

  test('a user can add at most 100,000 tasks, without affecting other users; undo exceeds the limit', async () => {
    const [anna, bert] = [await server.signUp(), await server.signUp()];
    const last = task();
    await add(anna, task());
    // Only the counter is set: inserting so many tasks takes longer than a connection stays open.
    await server.query('update private.task_counts set tasks = 99999 where user_id = $1', [anna.id]);
    expect(await add(anna, [task(), task()])).toEqual(ALL_IS_FULL);
    expect(await add(anna, last)).toBe(201);
    expect(await add(anna, task())).toEqual(ALL_IS_FULL);
    expect(await add(bert, task())).toBe(201);
    expect(await remove(anna, last)).toBe(204);
    expect(await add(anna, task())).toBe(201);
    expect(await restore(anna, last)).toMatchObject(last); // undo is never refused
    expect(await counted(anna)).toEqual({ counted: 100_001, there: 3 });
    expect(await add(anna, task())).toEqual(ALL_IS_FULL);
  });

  test('the task count stays right when tasks are added, deleted, restored, imported or change owner', async () => {
    const [anna, bert] = [await server.signUp(), await server.signUp()];
    const [first, second] = [task(), task()];
    await add(anna, [first, second, task()]);
    await add(anna, second); // refused: its id is there
    await anna.client.from('tasks').upsert([first, task()], { ignoreDuplicates: true });
    await remove(anna, first);
    await remove(anna, first); // nothing is left to delete
    await remove(bert, second); // not Bert's
    await restore(anna, first);
    expect(await counted(anna)).toEqual({ counted: 4, there: 4 });

    await server.query('update public.tasks set user_id = $1 where id = $2', [bert.id, second.id]);
    expect(await counted(anna)).toEqual({ counted: 3, there: 3 });
    expect(await counted(bert)).toEqual({ counted: 1, there: 1 });
    // An import of several users at once.
    await server.query(
      `insert into public.tasks (title, task_date, user_id) select 'Plan', $1, id from auth.users where id in ($2, $3)`,
      [DAY, anna.id, bert.id],
    );
    expect(await counted(anna)).toEqual({ counted: 4, there: 4 });
    await deleteAccount(anna);
    expect(await counted(anna)).toEqual({ counted: null, there: 0 });
    expect(await counted(bert)).toEqual({ counted: 2, there: 2 });
    await server.query('delete from public.tasks where user_id = $1', [bert.id]);
    expect(await counted(bert)).toEqual({ counted: 0, there: 0 });
  });
});

test('an account holds at most 4 kB of metadata, and a sign-up cannot set any', async () => {
  const { client, id } = await server.signUp();
  const set = (size: number) =>
    server.query(
      `update auth.users set raw_user_meta_data = jsonb_build_object('much', repeat('x', $1::int)) where id = $2`,
      [size, id],
    );
  await set(3_800);
  await expect(set(4_100)).rejects.toThrow('The data of an account');

  const email = `${randomUUID()}@example.com`;
  const options = { data: { much: 'x'.repeat(3_800) } };
  const { data } = await client.auth.signUp({ email, password: 'Passw0rd!', options });
  expect(data.user?.user_metadata).not.toHaveProperty('much');
});

describe('a deleted task', () => {
  const GONE = { status: 410, code: 'PT410', message: 'This task can no longer be restored.' };

  const deletedTasksOf = ({ id }: TestUser) =>
    server.query('select id from private.deleted_tasks where user_id = $1', [id]);
  /** Moves the user's deletions into the past by the interval. */
  const age = (interval: string, { id }: TestUser) =>
    server.query(
      'update private.deleted_tasks set deleted_at = deleted_at - $1::interval where user_id = $2',
      [interval, id],
    );

  test('can be restored repeatedly and twice at once, with all columns unchanged', async () => {
    const anna = await server.signUp();
    const late = task({ emoji: '🎯', starred: true, pinned: true });
    await add(anna, late);
    await change(anna, late, { completed: true, task_date: '2026-11-21' });
    const { data: before } = await anna.client.from('tasks').select().eq('id', late.id).single<object>();
    for (const _ of [1, 2, 3]) {
      await remove(anna, late);
      expect(await Promise.all([1, 2].map(() => restore(anna, late)))).toEqual([before, before]);
    }
    expect((await anna.client.from('tasks').select()).data).toEqual([before]);
  });

  test('that was added again under the same id is not overwritten by a restore', async () => {
    const anna = await server.signUp();
    const old = task();
    await add(anna, old);
    await remove(anna, old);
    await add(anna, { ...old, title: 'Anew' });
    expect(await restore(anna, old)).toMatchObject({ title: 'Anew' });
    await remove(anna, old);
    expect(await restore(anna, old)).toMatchObject({ title: 'Anew' });
  });

  test('cannot be restored after ten minutes, and is purged with the next deletion by any user', async () => {
    const [anna, bert] = [await server.signUp(), await server.signUp()];
    const [early, late, berts] = [task(), task(), task()];
    await add(anna, [early, late]);
    await remove(anna, early);
    await age('9 minutes 50 seconds', anna);
    expect(await restore(anna, early)).toMatchObject(early);

    await remove(anna, late);
    await age('10 minutes 1 second', anna);
    expect(await restore(anna, late)).toEqual(GONE);
    expect(await deletedTasksOf(anna)).toHaveLength(1); // a refused request rolls its own clean-up back
    await add(bert, berts);
    await remove(bert, berts);
    expect(await deletedTasksOf(anna)).toEqual([]);
  });

  test('can be restored only if it is among the user’s last hundred, even if one request deletes more', async () => {
    const anna = await server.signUp();
    const first = task();
    await add(anna, first);
    await remove(anna, first);
    await age('1 minute', anna);
    const many = Array.from({ length: 120 }, () => task());
    await add(anna, many);
    await anna.client.from('tasks').delete().neq('title', '');
    expect(await deletedTasksOf(anna)).toHaveLength(100);
    expect(await restore(anna, first)).toEqual(GONE);
  });

  test('of another user cannot be restored, even by a user who reuses its id for a task of their own', async () => {
    const [anna, bert] = [await server.signUp(), await server.signUp()];
    const annas = task();
    await add(anna, annas);
    await remove(anna, annas);
    expect(await restore(bert, annas)).toEqual(GONE);
    expect(await restore({ client: server.anonymous() }, annas)).toMatchObject(UNAUTHORIZED);
    await add(bert, { ...annas, title: 'Stolen' });
    expect(await restore(anna, annas)).toEqual(GONE);
    await remove(bert, annas);
    expect(await restore(bert, annas)).toMatchObject({ title: 'Stolen' });
  });
});

describe('the version of a user’s tasks', () => {
  const versionOf = async ({ client }: Pick<TestUser, 'client'>) => {
    const response: ApiResponse = await client.rpc('tasks_version');
    return response.error ? summarize(response) : response.data;
  };

  test('changes with each kind of change to the tasks, no matter who makes it, and with nothing else', async () => {
    const [anna, bert] = [await server.signUp(), await server.signUp()];
    const own = task();
    const changes = [
      () => add(anna, own),
      () => change(anna, own, { title: 'Changed' }),
      () => change(anna, own, { task_date: '2027-01-01' }),
      () => remove(anna, own),
      () => restore(anna, own),
      () => server.query('update public.tasks set starred = true where id = $1', [own.id]),
      () => server.query('delete from public.tasks where id = $1', [own.id]),
    ];
    const seen = [await versionOf(anna)];
    expect(seen).toEqual([null]);
    for (const make of changes) {
      await make();
      seen.push(await versionOf(anna));
    }
    expect(new Set(seen).size).toBe(changes.length + 1);
    await add(bert, task());
    await change(anna, own, { title: 'Gone' });
    expect(await versionOf(anna)).toBe(seen.at(-1));
    expect(await versionOf(bert)).not.toBe(seen.at(-1));
  });

  test('cannot be read without a session', async () => {
    expect(await versionOf({ client: server.anonymous() })).toMatchObject(UNAUTHORIZED);
  });
});

describe('deleting an account', () => {
  async function rowsOf({ id }: Pick<TestUser, 'id'>): Promise<number> {
    const tables = ['auth.sessions', 'auth.refresh_tokens', 'auth.identities', 'public.tasks'].map(
      (table) => `select user_id::uuid as id from ${table}`,
    );
    const all = [...tables, 'select id from auth.users', 'select id from public.profiles'];
    const count = `select count(*)::int as rows from (${all.join(' union all ')}) as every where id = $1`;
    return Number((await server.query(count, [id]))[0]?.['rows']);
  }

  test('removes all rows of this user only, also when requested twice at once while tasks are added', async () => {
    const [anna, bert] = [await server.signUp(), await server.signUp()];
    await add(anna, task());
    await add(bert, task());
    const before = await rowsOf(bert);
    expect(await rowsOf(anna)).toBeGreaterThanOrEqual(5);
    const [, ...done] = await Promise.all([
      add(anna, task()),
      deleteAccount(anna),
      deleteAccount(anna),
      add(anna, task()),
    ]);
    expect(done.slice(0, 2)).toEqual([204, 204]);
    expect(await rowsOf(anna)).toBe(0);
    expect(await rowsOf(bert)).toBe(before);
  });

  test('lets the same address sign up again, without any of the old data', async () => {
    const old = await server.signUp();
    await old.client.from('profiles').update({ display_name: 'Ada' }).eq('id', old.id);
    await add(old, task());
    await deleteAccount(old);
    const { id, client } = await server.signUp(old.email);
    expect(id).not.toBe(old.id);
    expect((await client.from('tasks').select('*')).data).toEqual([]);
    expect((await client.from('profiles').select('id, display_name')).data).toEqual([
      { id, display_name: null },
    ]);
    // The old session belongs to the deleted user.
    await deleteAccount(old);
    expect(await rowsOf({ id })).toBeGreaterThanOrEqual(4);
  });
});
