import { describe, expect, test } from 'vitest';
import {
  DAY,
  REFUSED,
  anna,
  annasTask,
  bert,
  hostedDatabase,
  openHostedDatabase,
  rowsOrCode,
} from './support/hostedDatabase.ts';

// Which rows each role may read and change, by the grants, policies and triggers of the migrations alone.

describe.each([
  ['a new project', false],
  ['an old project, open by default', true],
])('in %s', (_, isOldProject) => {
  const { run, asUser, exec, query } = hostedDatabase({ isOldProject });

  /** What Supabase's advisor warns of, as far as it can apply here: each query lists the violations. */
  const ADVICE: Record<string, string> = {
    'a table without row level security': `
      select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relrowsecurity`,
    'a policy for visitors': `
      select policyname from pg_policies where schemaname = 'public' and roles && array['public', 'anon']::name[]`,
    'a policy that is always true': `
      select policyname from pg_policies where schemaname = 'public' and 'true' in (qual, with_check)`,
    'a policy that is computed for each row': `
      select policyname from pg_policies where schemaname = 'public' and regexp_replace(
        concat_ws(' ', qual, with_check), '\\(\\s*select\\s+auth\\.\\w+\\(', '', 'gi') ~* 'auth\\.\\w+\\('`,
    'a function whose names a caller can redirect': `
      select proname from pg_proc where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
        and not exists (select from unnest(proconfig) as setting where setting like 'search_path=%')`,
    'a right of visitors': `
      select relname from pg_class, unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'trigger']) as privilege
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and has_table_privilege('anon', oid, privilege)`,
    'a function that a client may call': `
      select f.oid::regprocedure || ' ' || client from pg_proc f, unnest(array['anon', 'authenticated']) as client
        where f.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
          and f.prosecdef and has_function_privilege(client, f.oid, 'execute') order by 1`,
  };
  const OWN = ['calendar_feed_since()', 'delete_account()', 'renew_calendar_feed()', 'restore_task(uuid)'];
  const MORE = ['search_tasks(text)', 'tasks_version()', 'withdraw_calendar_feed()'];
  const CALLABLE = ['calendar_feed(text) anon', ...[...OWN, ...MORE].map((name) => `${name} authenticated`)];
  const policy = (text: string) => `create policy p on public.tasks for update ${text}`;

  test.each([
    ['a table without row level security', 'alter table public.tasks disable row level security', 'tasks'],
    ['a policy for visitors', policy('to public using ((select auth.uid()) = user_id)'), 'p'],
    ['a policy that is always true', policy('to authenticated using (false) with check (true)'), 'p'],
    ['a policy that is computed for each row', policy('to authenticated using (auth.uid() = user_id)'), 'p'],
    [
      'a function whose names a caller can redirect',
      'alter function private.create_profile() reset search_path',
      'create_profile',
    ],
    ['a right of visitors', 'grant select on public.tasks to anon', 'tasks'],
    [
      'a function that a client may call',
      'grant execute on function public.delete_account() to anon',
      'delete_account() anon',
    ],
  ])('there is not %s but those that are meant', async (name, fault, found) => {
    const read = async () => (await query(ADVICE[name] ?? '')).map((row) => String(Object.values(row)[0]));
    const meant = name === 'a function that a client may call' ? CALLABLE : [];
    expect(await read()).toEqual(meant);
    await exec(`begin; ${fault}`);
    expect(await read()).toEqual([...meant, found].toSorted());
    await exec('rollback');
  });

  test.each([
    'select * from public.tasks',
    'select * from public.profiles',
    `insert into public.tasks (title, task_date, user_id) values ('x', '${DAY}', '${anna}')`,
    `update public.tasks set title = 'x'`,
    'delete from public.tasks',
    'truncate public.tasks',
    `update public.profiles set display_name = 'x'`,
    ...['delete_account()', `search_tasks('plan')`, `restore_task('${annasTask}')`, 'tasks_version()'].map(
      (name) => `select public.${name}`,
    ),
    ...['renew', 'withdraw'].map((verb) => `select public.${verb}_calendar_feed()`),
    'select public.calendar_feed_since()',
  ])('a visitor cannot %s, and neither can the name of a user without a role', async (sql) => {
    expect([await run('anon', null, sql), await run('anon', anna, sql)]).toEqual([REFUSED, REFUSED]);
  });

  test.each([
    'select * from private.task_counts',
    'update private.task_counts set tasks = 0',
    'select * from private.task_words',
    'select * from private.deleted_tasks',
    'select * from private.calendar_feeds',
    'select private.create_profile()',
  ])('no client can %s', async (sql) => {
    for (const role of ['anon', 'authenticated', 'service_role'] as const)
      expect(await run(role, anna, sql)).toBe(REFUSED);
  });

  test.each<[string, unknown]>([
    [`insert into public.tasks (title, task_date, user_id) values ('x', '${DAY}', '${anna}')`, REFUSED],
    [`insert into public.tasks (id, title, task_date) values ('${annasTask}', 'x', '${DAY}')`, '23505'],
    ...['title = excluded.title', 'user_id = excluded.user_id'].map((set): [string, string] => [
      `insert into public.tasks (id, title, task_date) values ('${annasTask}', 'x', '${DAY}')
        on conflict (id) do update set ${set}`,
      REFUSED,
    ]),
    [`update public.tasks set title = 'x' where id = '${annasTask}' returning id`, []],
    [`delete from public.tasks where id = '${annasTask}' returning id`, []],
    [`select * from public.tasks`, []],
    [`select id from public.profiles`, [{ id: bert }]],
    [`update public.profiles set display_name = 'x' where id = '${anna}' returning id`, []],
    [`select public.restore_task('${annasTask}')`, 'PT410'],
    ['delete from auth.users', REFUSED],
    [`select public.calendar_feed('')`, REFUSED],
  ])("another user's rows stay out of reach: %s", async (sql, expected) => {
    expect(await asUser(bert, sql)).toEqual(expected);
    expect(await asUser(anna, 'select title, id from public.tasks')).toEqual([
      { title: 'Secret', id: annasTask },
    ]);
  });

  test('no one gives a task away or changes its id, its owner or its creation time, nor more of a profile than its name', async () => {
    const changes = [
      ...[`user_id = '${bert}'`, 'id = gen_random_uuid()', `created_at = '2020-01-01'`].map(
        (set) => `update public.tasks set ${set}`,
      ),
      `insert into public.tasks (title, task_date, created_at) values ('x', '${DAY}', '2020-01-01')`,
      `update public.profiles set created_at = '2020-01-01'`,
      'update public.profiles set id = gen_random_uuid()',
    ];
    for (const sql of changes) expect(await asUser(anna, sql)).toBe(REFUSED);
    for (const sql of [
      'delete from public.profiles',
      `insert into public.profiles values (gen_random_uuid())`,
    ])
      expect(await asUser(anna, sql)).toBe(REFUSED);
    // The triggers refuse the same where the grants are wider, as on the embedded engine.
    await exec('begin; grant all on all tables in schema public to authenticated');
    await exec(`set local role authenticated; set local request.jwt.claims = '{"sub":"${anna}"}'`);
    for (const sql of changes) {
      await exec('savepoint s');
      expect(await rowsOrCode(query(sql))).toBe(REFUSED);
      await exec('rollback to s');
    }
    await exec('rollback');
  });
});

test('without the revokes of the migrations, visitors could read tasks in an old project', async () => {
  const migrate = (sql: string) => sql.replaceAll(/^revoke [^;]*;/gm, '');
  const database = await openHostedDatabase({ isOldProject: true, migrate });
  expect(await database.as('anon', null, 'select * from public.tasks')).toEqual([]);
  await database.close();
});
