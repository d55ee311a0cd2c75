import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '../src/testing.ts';
import { createPlainPostgres } from './support/plainPostgres.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ pastGateway: true });
});
afterAll(() => server.close());

const DAY = '2026-11-20';
const DAY_IS_FULL = {
  status: 400,
  code: '23514',
  message: 'A day holds 2,000 tasks at most. Delete some to add new ones.',
};
const ALL_IS_FULL = {
  status: 400,
  code: '23514',
  message: 'You have reached the limit of 100,000 tasks. Delete some to add new ones.',
};

const task = (day = DAY) => ({ id: randomUUID(), title: 'Plan', task_date: day });
const tasks = (count: number, day?: string) => Array.from({ length: count }, () => task(day));

/** Gives the user tasks of one day, as an import does. */
const plant = ({ id }: TestUser, count: number) =>
  server.query(
    `insert into public.tasks (title, task_date, user_id) select 'Plan', $1, $2 from generate_series(1, $3::int)`,
    [DAY, id, count],
  );

interface Said {
  status: number;
  error: { code: string; message: string } | null;
}
const answer = ({ status, error }: Said) =>
  error ? { status, code: error.code, message: error.message } : status;

const add = async ({ client }: TestUser, rows: object) => answer(await client.from('tasks').insert(rows));
const move = async ({ client }: TestUser, id: string, day: string) =>
  answer(await client.from('tasks').update({ task_date: day }).eq('id', id));

/** What is counted of the user, and what there is. */
async function counted(user: TestUser): Promise<unknown> {
  const [row] = await server.query(
    `select (select tasks from private.task_counts where user_id = $1) as counted,
       (select count(*)::int from public.tasks where user_id = $1) as there`,
    [user.id],
  );
  return row;
}

test('a day takes 2,000 tasks and not one more, in one request or one by one', async () => {
  const anna = await server.signUp();
  expect(await add(anna, tasks(2_001))).toEqual(DAY_IS_FULL);
  expect(await counted(anna)).toEqual({ counted: null, there: 0 });
  expect(await add(anna, tasks(2_000))).toBe(201);
  expect(await add(anna, task())).toEqual(DAY_IS_FULL);
  expect(await add(anna, [task('2026-11-21'), task()])).toEqual(DAY_IS_FULL);
  expect(await add(anna, task('2026-11-21'))).toBe(201);
  expect(await counted(anna)).toEqual({ counted: 2_001, there: 2_001 });
});

test('moving a task to a full day is refused, to another one and away from it is not', async () => {
  const anna = await server.signUp();
  await plant(anna, 1_999);
  const [inside, first, second] = [task(), task('2026-11-21'), task('2026-11-21')];
  expect(await add(anna, [inside, first, second])).toBe(201);
  expect(await move(anna, first.id, DAY)).toEqual(DAY_IS_FULL);
  expect(await move(anna, first.id, '2026-11-22')).toBe(204);
  expect(await move(anna, inside.id, DAY)).toBe(204);
  expect(await move(anna, inside.id, '2026-11-22')).toBe(204);
  expect(await move(anna, second.id, DAY)).toBe(204);
  expect(await counted(anna)).toEqual({ counted: 2_002, there: 2_002 });
});

test('a full day still lets its tasks be ticked, renamed and deleted, and a deletion makes room', async () => {
  const anna = await server.signUp();
  await plant(anna, 1_999);
  const last = task();
  expect(await add(anna, last)).toBe(201);
  const { client } = anna;
  expect(answer(await client.from('tasks').update({ completed: true }).eq('id', last.id))).toBe(204);
  expect(answer(await client.from('tasks').update({ title: 'New' }).eq('id', last.id))).toBe(204);
  expect(await add(anna, task())).toEqual(DAY_IS_FULL);
  expect(answer(await client.from('tasks').delete().eq('id', last.id))).toBe(204);
  expect(await add(anna, task())).toBe(201);
});

test('one user has 100,000 tasks and not one more; others add theirs', async () => {
  const [anna, bert] = [await server.signUp(), await server.signUp()];
  const last = task();
  await add(anna, task());
  // As if there were so many: to write them takes longer than a connection stays open.
  await server.query('update private.task_counts set tasks = 99999 where user_id = $1', [anna.id]);
  expect(await add(anna, [task(), task()])).toEqual(ALL_IS_FULL);
  expect(await add(anna, last)).toBe(201);
  expect(await add(anna, task())).toEqual(ALL_IS_FULL);
  expect(await add(bert, task())).toBe(201);
  expect(answer(await anna.client.from('tasks').delete().eq('id', last.id))).toBe(204);
  expect(await add(anna, task())).toBe(201);
  expect(answer(await anna.client.rpc('restore_task', { task_id: last.id }))).toBe(200); // undo is never refused
  expect(await counted(anna)).toEqual({ counted: 100_001, there: 3 });
  expect(await add(anna, task())).toEqual(ALL_IS_FULL);
});

test('the count stays right whatever happens to tasks', async () => {
  const [anna, bert] = [await server.signUp(), await server.signUp()];
  const [first, second] = [task(), task()];
  await add(anna, [first, second, task()]);
  await add(anna, second); // refused: its id is there
  await anna.client.from('tasks').upsert([first, task()], { ignoreDuplicates: true });
  await anna.client.from('tasks').delete().eq('id', first.id);
  await anna.client.from('tasks').delete().eq('id', first.id); // nothing is left to delete
  await bert.client.from('tasks').delete().eq('id', second.id); // not Bert's
  await anna.client.rpc('restore_task', { task_id: first.id });
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
  await anna.client.rpc('delete_account');
  expect(await counted(anna)).toEqual({ counted: null, there: 0 });
  expect(await counted(bert)).toEqual({ counted: 2, there: 2 });
  await server.query('delete from public.tasks where title = $1', ['Plan']);
  expect(await counted(bert)).toEqual({ counted: 0, there: 0 });
});

test('an account holds 4 kB of data at most, and a sign-up brings none along', async () => {
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

test('tasks of before the limits are counted, and emptying the table counts none', async () => {
  const ids = [randomUUID(), randomUUID()];
  const before = `
    reset role;
    insert into auth.users (id, raw_user_meta_data)
      select id::uuid, jsonb_build_object('much', repeat('x', 9000)) from unnest('{${ids.join()}}'::text[]) id;
    insert into public.tasks (title, task_date, user_id)
      select 'Old', '${DAY}', '${ids[0] ?? ''}' from generate_series(1, 2100);
    set role migrator;`;
  const { as, database, close } = await createPlainPostgres({
    migrate: (sql) => (sql.includes('private.task_counts') ? before + sql : sql),
  });
  const counts = async () => (await database.query('select user_id, tasks from private.task_counts')).rows;
  expect(await counts()).toEqual([{ user_id: ids[0], tasks: 2_100 }]);
  const insert = `insert into public.tasks (title, task_date) values ('New', '${DAY}')`;
  await expect(as('authenticated', ids[0] ?? '', insert)).rejects.toThrow(DAY_IS_FULL.message);
  await as('authenticated', ids[1] ?? '', insert);
  // What an account has brought along stays, and may become less.
  await as('supabase_auth_admin', null, 'update auth.users set raw_user_meta_data = raw_user_meta_data');
  await database.exec('truncate public.tasks');
  expect(await counts()).toEqual([]);
  await close();
});
