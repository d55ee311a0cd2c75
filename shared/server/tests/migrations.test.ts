import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAULTS, ACCEPTED, advise } from './support/advisor.ts';
import { createPlainPostgres, sqlState, type PlainPostgres } from './support/plainPostgres.ts';

const anna = '0a000000-0000-4000-8000-000000000001';
const bert = '0b000000-0000-4000-8000-000000000002';
const annasTask = '1a000000-0000-4000-8000-000000000001';
const newId = () => crypto.randomUUID();

const REFUSED = '42501';
const CHECK_FAILED = '23514';

describe.each([
  { project: 'a new hosted project', isOldProject: false },
  { project: 'an old hosted project, open by default', isOldProject: true },
])('the migrations on $project', ({ isOldProject }) => {
  let postgres: PlainPostgres;
  const insert = (role: 'anon' | 'authenticated', as: string | null, columns: Record<string, unknown>) => {
    const row = { id: newId(), title: 'Plan', task_date: '2026-11-20', user_id: as, ...columns };
    const names = Object.keys(row);
    const placeholders = names.map((_, index) => `$${index + 1}`);
    const sql = `insert into public.tasks (${names.join()}) values (${placeholders.join()}) returning *`;
    return postgres.as(role, as, sql, Object.values(row));
  };
  const byAnna = (sql: string, parameters?: unknown[]) => postgres.as('authenticated', anna, sql, parameters);
  const byBert = (sql: string, parameters?: unknown[]) => postgres.as('authenticated', bert, sql, parameters);
  const titleOf = async (id: string) =>
    (await postgres.as('service_role', null, 'select title, user_id from public.tasks where id = $1', [id]))
      .rows[0];

  beforeAll(async () => {
    postgres = await createPlainPostgres({ isOldProject });
    await postgres.createUser(anna, { full_name: 'Anna Ångström' });
    await postgres.createUser(bert);
    await insert('authenticated', anna, { id: annasTask, title: 'Secret' });
  });
  afterAll(() => postgres.close());

  test('the advisor reports only accepted warnings, and finds each deliberate fault', async () => {
    const { database } = postgres;
    expect(await advise(database)).toEqual({ security_definer_function_executable: ACCEPTED });
    for (const [check, fault, found] of FAULTS) {
      await database.exec('begin');
      await database.exec(fault);
      expect(await advise(database, [check]), `after ${fault}`).toEqual({ [check]: found });
      await database.exec('rollback');
    }
  });

  test.each([
    ['select * from public.tasks'],
    ['select * from public.profiles'],
    [`insert into public.tasks (title, task_date, user_id) values ('x', '2026-11-20', '${anna}')`],
    [`update public.tasks set title = 'x'`],
    ['delete from public.tasks'],
    [`update public.profiles set display_name = 'x'`],
    ['truncate public.tasks'],
    [`select * from public.search_tasks('plan')`],
    ['select public.renew_calendar_feed()'],
    ['select public.withdraw_calendar_feed()'],
    ['select public.calendar_feed_since()'],
    ['select * from private.task_words'],
  ])('refuses a visitor without a session: %s', async (sql) => {
    expect(await sqlState(postgres.as('anon', null, sql))).toBe(REFUSED);
  });

  test('lets an owner add, read, change and delete a task', async () => {
    const added = await insert('authenticated', anna, { emoji: '🎯' });
    const id = added.rows[0]?.['id'];
    expect(added.rows[0]).toMatchObject({ title: 'Plan', completed: false, starred: false, pinned: false });
    expect((await byAnna('select * from public.tasks where id = $1', [id])).rows).toHaveLength(1);
    const changed = await byAnna(
      `update public.tasks set title = 'New', completed = true, starred = true, pinned = true, emoji = null,
        task_date = '2026-11-21' where id = $1`,
      [id],
    );
    expect(changed.affected).toBe(1);
    expect((await byAnna('delete from public.tasks where id = $1', [id])).affected).toBe(1);
  });

  test("shows no user another user's rows", async () => {
    expect((await byBert('select * from public.tasks')).rows).toEqual([]);
    expect((await byBert('select id from public.profiles')).rows).toEqual([{ id: bert }]);
  });

  test("changes no row when a user changes or deletes another user's task or profile", async () => {
    for (const [change, id] of [
      [`update public.tasks set title = 'Mine' where id = $1`, annasTask],
      ['delete from public.tasks where id = $1', annasTask],
      [`update public.profiles set display_name = 'x' where id = $1`, anna],
    ] as const)
      expect((await byBert(change, [id])).affected).toBe(0);
    expect(await titleOf(annasTask)).toEqual({ title: 'Secret', user_id: anna });
  });

  test('refuses to add a task for another user or to give one away', async () => {
    expect(await sqlState(insert('authenticated', bert, { user_id: anna }))).toBe(REFUSED);
    const gift = byAnna('update public.tasks set user_id = $1 where id = $2', [bert, annasTask]);
    expect(await sqlState(gift)).toBe(REFUSED);
  });

  test("refuses to take a task over by inserting its id, with or without 'on conflict'", async () => {
    const takeOver = `insert into public.tasks (id, title, task_date, user_id) values ($1, 'Stolen', '2026-11-20', $2)`;
    expect(await sqlState(byBert(takeOver, [annasTask, bert]))).toBe('23505');
    const upserts = ['title = excluded.title', 'title = excluded.title, user_id = excluded.user_id'];
    for (const changes of upserts) {
      const upsert = `${takeOver} on conflict (id) do update set ${changes}`;
      expect(await sqlState(byBert(upsert, [annasTask, bert]))).toBe(REFUSED);
    }
    expect(await titleOf(annasTask)).toEqual({ title: 'Secret', user_id: anna });
  });

  test.each(['id', 'user_id', 'created_at'])('refuses to change a task’s %s', async (column) => {
    const value = column === 'created_at' ? '2020-01-01' : newId();
    const change = byAnna(`update public.tasks set ${column} = $1 where id = $2`, [value, annasTask]);
    expect(await sqlState(change)).toBe(REFUSED);
  });

  test('refuses a creation time that is set by a client, and lets an import set it', async () => {
    expect(await sqlState(insert('authenticated', anna, { created_at: '2020-01-01' }))).toBe(REFUSED);
    const sql = `insert into public.tasks (title, task_date, user_id, created_at)
      values ('Old', '2020-01-01', $1, '2020-01-01') returning created_at::date::text as day`;
    const imported = await postgres.as('service_role', null, sql, [anna]);
    expect(imported.rows).toEqual([{ day: '2020-01-01' }]);
  });

  test.each([
    ['an empty title', { title: '' }],
    ['a blank title', { title: ' \t\n\u3000' }],
    [
      'an invisible title',
      { title: '\u200B\u2800\u3164\u115F\u1160\uFFA0\u034F\uFE0F\u{E0100}\u{E0041}\u00AD' },
    ],
    ['a title of 201 characters', { title: 'x'.repeat(201) }],
    ['a title of 201 emoji', { title: '🎯'.repeat(201) }],
    ['an empty emoji', { emoji: '' }],
    ['an emoji of 11 code points', { emoji: '👩'.repeat(11) }],
    ['the date infinity', { task_date: 'infinity' }],
    ['the date -infinity', { task_date: '-infinity' }],
    ['a date before the year 1', { task_date: '0001-01-01 BC' }],
    ['a date after the year 9999', { task_date: '10000-01-01' }],
  ])('refuses %s', async (_, columns) => {
    expect(await sqlState(insert('authenticated', anna, columns))).toBe(CHECK_FAILED);
  });

  test.each([
    ['a title of 200 characters', { title: 'x'.repeat(200) }],
    ['a title of 200 emoji', { title: '🎯'.repeat(200) }],
    ['a title with markup', { title: '<img src=x onerror=alert(1)>' }],
    ['a title with invisible characters among visible ones', { title: '\u202Ea\u200Bb' }],
    ['the longest emoji, ten code points', { emoji: '👩🏻‍❤️‍💋‍👨🏼' }],
    ['a keycap', { emoji: '#️⃣' }],
    ['no emoji', { emoji: null }],
  ])('accepts %s', async (_, columns) => {
    const { rows } = await insert('authenticated', anna, columns);
    expect(rows[0]).toMatchObject(columns);
  });

  test('creates a profile for every account, with the provider’s name if it is valid', async () => {
    const names: [unknown, string | null][] = [
      [{ full_name: '  Li Lei 李雷 ' }, 'Li Lei 李雷'],
      [{ name: 'Jean-Luc_2' }, 'Jean-Luc_2'],
      [{ full_name: '<script>' }, null],
      [{ full_name: 'x'.repeat(101) }, null],
      [{ full_name: '   ' }, null],
      [{ full_name: 7 }, '7'],
      [{ full_name: null }, null],
      [['no', 'object'], null],
      ['text', null],
      [null, null],
    ];
    for (const [metadata, expected] of names) {
      const id = newId();
      await postgres.createUser(id, metadata);
      const { rows } = await postgres.as('authenticated', id, 'select id, display_name from public.profiles');
      expect(rows).toEqual([{ id, display_name: expected }]);
    }
  });

  test('lets a sign-up succeed even if its profile cannot be created', async () => {
    await postgres.database.exec('alter table public.profiles rename to profiles_away');
    try {
      const id = newId();
      await postgres.createUser(id, { full_name: 'Anna' });
      const { rows } = await postgres.database.query('select id from auth.users where id = $1', [id]);
      expect(rows).toHaveLength(1);
    } finally {
      await postgres.database.exec('alter table public.profiles_away rename to profiles');
    }
  });

  test('lets people change their display name and nothing else of their profile', async () => {
    const rename = 'update public.profiles set display_name = $1 where id = $2';
    expect((await byAnna(rename, ['Anna B_C-D 2', anna])).affected).toBe(1);
    for (const name of ['', ' ', '\u3164', 'a;b', 'a\u200Bb', 'a\nb', 'x'.repeat(101)])
      expect(await sqlState(byAnna(rename, [name, anna]))).toBe(CHECK_FAILED);
    expect(await sqlState(byAnna('update public.profiles set created_at = now()'))).toBe(REFUSED);
    expect(await sqlState(byAnna('update public.profiles set id = $1', [newId()]))).toBe(REFUSED);
    expect(await sqlState(byAnna('delete from public.profiles'))).toBe(REFUSED);
    expect(await sqlState(byAnna('insert into public.profiles (id) values ($1)', [newId()]))).toBe(REFUSED);
  });

  test.each([
    'select private.create_profile()',
    'select private.forget_deleted_tasks()',
    'select * from private.deleted_tasks',
    'select * from private.task_counts',
    'update private.task_counts set tasks = 0',
    'select private.draw_version()',
    'select * from private.calendar_feeds',
  ])('denies clients access to the private schema: %s', async (sql) => {
    for (const role of ['anon', 'authenticated', 'service_role'] as const)
      expect(await sqlState(postgres.as(role, anna, sql))).toBe(REFUSED);
  });

  test('lets only the owner restore a deleted task', async () => {
    const { rows } = await insert('authenticated', anna, { emoji: '🎯' });
    const id = rows[0]?.['id'];
    await byAnna('delete from public.tasks where id = $1', [id]);
    const restore = 'select * from public.restore_task($1)';
    expect(await sqlState(postgres.as('anon', anna, restore, [id]))).toBe(REFUSED);
    expect(await sqlState(postgres.as('service_role', anna, restore, [id]))).toBe(REFUSED);
    expect(await sqlState(postgres.as('authenticated', null, restore, [id]))).toBe(REFUSED);
    expect(await sqlState(byBert(restore, [id]))).toBe('PT410');
    expect((await byAnna(restore, [id])).rows).toEqual(rows);
    expect((await byAnna('delete from public.tasks where id = $1', [id])).affected).toBe(1);
  });

  test('stores tasks that a client deletes, but not those deleted by an import or with the account', async () => {
    const id = newId();
    await postgres.createUser(id);
    for (const _ of [1, 2, 3]) await insert('authenticated', id, {});
    const keptTasks = async () =>
      (await postgres.database.query('select id from private.deleted_tasks where user_id = $1', [id])).rows;
    const one =
      'delete from public.tasks where id = (select id from public.tasks where user_id = $1 limit 1)';
    await postgres.as('service_role', null, one, [id]);
    expect(await keptTasks()).toHaveLength(0);
    await postgres.as('authenticated', id, one, [id]);
    expect(await keptTasks()).toHaveLength(1);
    await postgres.as('supabase_auth_admin', null, 'delete from auth.users where id = $1', [id]);
    expect(await keptTasks()).toHaveLength(0);
  });

  const countRowsOf = async (id: string) => {
    const sql = `select id from auth.users where id = $1 union all select id from public.profiles where id = $1
      union all select id from public.tasks where user_id = $1`;
    return (await postgres.database.query(sql, [id])).rows.length;
  };

  test.each([
    ['an administrator', 'supabase_auth_admin', 'delete from auth.users where id = $1'],
    ['its owner', 'authenticated', 'select public.delete_account() where $1::uuid is not null'],
  ] as const)(
    'deletes the tasks and the profile with the account when %s deletes it',
    async (_, role, sql) => {
      const id = newId();
      await postgres.createUser(id);
      await insert('authenticated', id, {});
      expect(await countRowsOf(id)).toBe(3);
      await postgres.as(role, role === 'authenticated' ? id : null, sql, [id]);
      expect(await countRowsOf(id)).toBe(0);
      expect(await titleOf(annasTask)).toEqual({ title: 'Secret', user_id: anna });
    },
  );

  test('lets users delete only the account they are signed in to', async () => {
    const call = 'select public.delete_account()';
    expect(await sqlState(postgres.as('anon', null, call))).toBe(REFUSED);
    expect(await sqlState(postgres.as('anon', anna, call))).toBe(REFUSED);
    expect(await sqlState(postgres.as('authenticated', null, call))).toBe(REFUSED);
    expect(await sqlState(postgres.as('service_role', anna, call))).toBe(REFUSED);
    expect(await sqlState(byBert('delete from auth.users'))).toBe(REFUSED);
    // A user whose account is gone: no error, and no other account is deleted.
    await postgres.as('authenticated', newId(), call);
    expect(await countRowsOf(anna)).toBeGreaterThan(2);
  });

  // Must be the last test: it changes the grants of the migrations.
  test('refuses forbidden changes by triggers even without column grants, as on the embedded engine', async () => {
    await postgres.database.exec('grant all on all tables in schema public to anon, authenticated');
    const changes = [
      `update public.tasks set created_at = '2020-01-01'`,
      `update public.tasks set id = gen_random_uuid()`,
      `update public.tasks set user_id = gen_random_uuid()`,
      `insert into public.tasks (title, task_date, created_at) values ('x', '2026-11-20', '2020-01-01')`,
      `update public.profiles set created_at = '2020-01-01'`,
      `update public.profiles set id = gen_random_uuid()`,
    ];
    for (const change of changes) expect(await sqlState(byAnna(change)), `${change}`).toBe(REFUSED);
  });
});

test('without the revokes of the migrations, visitors could read tasks on an old project', async () => {
  const migrate = (sql: string) => sql.replaceAll(/^revoke [^;]*;/gm, '');
  const postgres = await createPlainPostgres({ isOldProject: true, migrate });
  expect(await sqlState(postgres.as('anon', null, 'select * from public.tasks'))).toBe('no error');
  await postgres.close();
});

describe('data from before a migration', () => {
  const tasks = [
    ['Kept', '🎯', '2026-11-20'],
    ['Override', '\u202E', '2026-11-20'],
    ['Joiner', '\u200D👩', '2026-11-20'],
    ['Far', null, '10000-01-01'],
    ['Both', 'жук', '0044-03-15 BC'],
  ];
  const OLD_ROWS = {
    tasks_task_date_years: `
      insert into auth.users (id) values ('${anna}');
      update public.profiles set display_name = 'Anna 🎯';
      insert into public.tasks (title, emoji, task_date, user_id)
        select each ->> 0, each ->> 1, (each ->> 2)::date, '${anna}' from json_array_elements('${JSON.stringify(tasks)}') each;`,
    'private.task_counts': `
      insert into auth.users (id, raw_user_meta_data) values ('${bert}', jsonb_build_object('much', repeat('x', 9000)));
      insert into public.tasks (title, task_date, user_id)
        select 'Old', '2026-11-20', '${bert}' from generate_series(1, 2100);`,
  };
  let postgres: PlainPostgres;
  beforeAll(async () => {
    const done = new Set<string>();
    postgres = await createPlainPostgres({
      migrate(sql) {
        const [name, insert] = Object.entries(OLD_ROWS).find(([key]) => sql.includes(key)) ?? ['', ''];
        if (name === '' || done.has(name)) return sql;
        done.add(name);
        return `reset role; ${insert} set role migrator; ${sql}`;
      },
    });
  });
  afterAll(() => postgres.close());
  const rows = async (sql: string) => (await postgres.database.query(sql)).rows;

  test('is corrected if it violates a rule, and otherwise unchanged', async () => {
    const query = 'select title, emoji, task_date::text as day from public.tasks';
    expect(await rows(`${query} where title <> 'Old' order by title`)).toEqual([
      { title: 'Both', emoji: null, day: '0001-01-01' },
      { title: 'Far', emoji: null, day: '9999-12-31' },
      { title: 'Joiner', emoji: null, day: '2026-11-20' },
      { title: 'Kept', emoji: '🎯', day: '2026-11-20' },
      { title: 'Override', emoji: null, day: '2026-11-20' },
    ]);
    expect(await rows(`select display_name from public.profiles where id = '${anna}'`)).toEqual([
      { display_name: null },
    ]);
  });

  test('is counted, and truncating the table resets the counts', async () => {
    const counts = () => rows('select user_id, tasks from private.task_counts order by tasks');
    expect(await counts()).toEqual([
      { user_id: anna, tasks: 5 },
      { user_id: bert, tasks: 2_100 },
    ]);
    const insert = `insert into public.tasks (title, task_date) values ('New', '2026-11-20')`;
    await expect(postgres.as('authenticated', bert, insert)).rejects.toThrow(
      'A day holds 2,000 tasks at most. Delete some to add new ones.',
    );
    await postgres.as('authenticated', anna, insert);
    // Account data that was over the limit before stays, and may become smaller.
    const same = 'update auth.users set raw_user_meta_data = raw_user_meta_data';
    await postgres.as('supabase_auth_admin', null, same);
    await postgres.database.exec('truncate public.tasks');
    expect(await counts()).toEqual([]);
  });
});
