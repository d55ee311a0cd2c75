import { EXPORTED_TABLES } from '@space/domain';
import { describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../src/testing.ts';
import { DAY, REFUSED, anna, bert, hostedDatabase, type Role } from './support/hostedDatabase.ts';

// What the database itself refuses, keeps and counts, by the migrations alone. Who may do what: rights.test.ts. The same
// through our own server: attacks.test.ts and shared/supabase/tests. Every single character: textRules.test.ts.

const VIOLATED = '23514';
const newId = () => crypto.randomUUID();

const { run, asUser, add, call, demand, exec, query, createUser } = hostedDatabase();
const SERIES = `insert into public.tasks (title, task_date) select 'Plan', $1 from generate_series(1, $2)`;
const addMany = (user: string, count: number) => asUser(user, SERIES, DAY, count);
const change = (user: string, id: string, sql: string) =>
  asUser(user, `update public.tasks set ${sql} where id = $1 returning id`, id);
const remove = (user: string, id: string) => asUser(user, 'delete from public.tasks where id = $1', id);
const restore = (user: string | null, id: string) => call(user, 'restore_task', id);

describe('a row', () => {
  test.each<[object, string | null]>([
    [{ title: '' }, VIOLATED],
    [{ title: ' \t\n\u3000' }, VIOLATED],
    [{ title: '\u200B\u2800\u3164\u115F\u1160\uFFA0\u034F\uFE0F\u{E0100}\u{E0041}\u00AD' }, VIOLATED],
    [{ title: 'x'.repeat(201) }, VIOLATED],
    [{ title: '🎯'.repeat(201) }, VIOLATED],
    [{ title: 'x'.repeat(200) }, null],
    [{ title: '🎯'.repeat(200) }, null],
    [{ title: '<img src=x onerror=alert(1)>' }, null],
    [{ title: '\u202Ea\u200Bb' }, null],
    [{ emoji: '' }, VIOLATED],
    [{ emoji: '👩'.repeat(11) }, VIOLATED],
    [{ emoji: '👩🏻‍❤️‍💋‍👨🏼' }, null],
    [{ emoji: '#️⃣' }, null],
    [{ emoji: null }, null],
    ...['infinity', '-infinity', '0001-01-01 BC', '10000-01-01'].map((task_date): [object, string] => [
      { task_date },
      VIOLATED,
    ]),
    [{ task_date: '2026-02-30' }, '22008'],
  ])('of a task with %j: refused with %s', async (columns, code) => {
    const added = await add(bert, columns);
    expect(added).toEqual(
      code ?? [expect.objectContaining({ completed: false, starred: false, ...columns })],
    );
  });

  test('of an import has the time that it brings along', async () => {
    const sql = `insert into public.tasks (title, task_date, user_id, created_at)
      values ('Old', '2020-01-01', $1, '2020-01-01') returning created_at::date::text as day`;
    expect(await run('service_role', null, sql, [bert])).toEqual([{ day: '2020-01-01' }]);
  });

  test.each([
    [{ full_name: '  Li Lei 李雷 ' }, 'Li Lei 李雷'],
    [{ name: 'Jean-Luc_2' }, 'Jean-Luc_2'],
    [{ full_name: '<script>' }, null],
    [{ full_name: 'x'.repeat(101) }, null],
    [{ full_name: '   ' }, null],
    [{ full_name: 7 }, '7'],
    [['no', 'object'], null],
    [null, null],
  ])('of a profile comes with each account; its provider says %j', async (metadata, display_name) => {
    const id = await createUser(metadata);
    expect(await asUser(id, 'select id, display_name from public.profiles')).toEqual([{ id, display_name }]);
  });

  test('of a profile has a name of letters, and its account, whose data fits in a token, exists even without it', async () => {
    const rename = 'update public.profiles set display_name = $1 returning display_name';
    expect(await asUser(anna, rename, 'Anna B_C-D 2')).toEqual([{ display_name: 'Anna B_C-D 2' }]);
    for (const name of ['', ' ', '\u3164', 'a;b', 'a\u200Bb', 'a\nb', 'Anna 🎯', 'x'.repeat(101)])
      expect(await asUser(anna, rename, name)).toBe(VIOLATED);
    await expect(createUser({ much: 'x'.repeat(4_100) })).rejects.toThrow('The data of an account');
    await exec('alter table public.profiles rename to profiles_away');
    const id = await createUser({ full_name: 'Anna' });
    expect(await query('select id from auth.users where id = $1', [id])).toEqual([{ id }]);
    await exec('alter table public.profiles_away rename to profiles');
  });
});

describe('the number of tasks', () => {
  const COUNTED = `select (select tasks from private.task_counts where user_id = $1) as counted,
    (select count(*)::int from public.tasks where user_id = $1) as there`;
  const counted = async (user: string) => (await query(COUNTED, [user]))[0];

  test('of a day is 2,000 at most, added at once, one by one or moved; they can be changed and deleted', async () => {
    const user = await createUser();
    expect(await addMany(user, 2_001)).toBe(VIOLATED);
    expect(await counted(user)).toEqual({ counted: null, there: 0 });
    expect(await addMany(user, 1_999)).toEqual([]);
    const [inside, outside] = [newId(), newId()];
    await add(user, { id: inside });
    await add(user, { id: outside, task_date: '2026-11-21' });
    const insert = `insert into public.tasks (title, task_date) values ('x', '${DAY}')`;
    await expect(demand(user, insert)).rejects.toThrow(
      'A day holds 2,000 tasks at most. Delete some to add new ones.',
    );
    expect(await change(user, outside, `task_date = '${DAY}'`)).toBe(VIOLATED);
    for (const set of ['completed = true', `title = 'New'`, `task_date = '${DAY}'`])
      expect(await change(user, inside, set)).toEqual([{ id: inside }]);
    await change(user, inside, `task_date = '2026-11-21'`);
    expect(await change(user, outside, `task_date = '${DAY}'`)).toEqual([{ id: outside }]);
    expect(await add(user)).toBe(VIOLATED);
    await remove(user, outside);
    expect(await add(user)).toHaveLength(1);
    expect(await counted(user)).toEqual({ counted: 2_001, there: 2_001 });
  });

  test('of a user is 100,000 at most, without affecting others; undo is never refused', async () => {
    const user = await createUser();
    const last = newId();
    await add(user);
    // Only the counter is set: inserting so many tasks takes long.
    await query('update private.task_counts set tasks = 99999 where user_id = $1', [user]);
    expect(await addMany(user, 2)).toBe(VIOLATED);
    expect(await add(user, { id: last })).toHaveLength(1);
    const insert = `insert into public.tasks (title, task_date) values ('x', '${DAY}')`;
    await expect(demand(user, insert)).rejects.toThrow(
      'You have reached the limit of 100,000 tasks. Delete some to add new ones.',
    );
    expect(await add(bert)).toHaveLength(1);
    await remove(user, last);
    expect(await add(user)).toHaveLength(1);
    expect(await restore(user, last)).toMatchObject({ id: last });
    expect(await counted(user)).toEqual({ counted: 100_001, there: 3 });
  });

  test('stays right when tasks are added, deleted, restored, imported, given away or truncated', async () => {
    const [one, other] = [await createUser(), await createUser()];
    const [first, second] = [newId(), newId()];
    for (const id of [first, second, newId()]) await add(one, { id });
    await add(one, { id: second }); // refused: its id is there
    await remove(one, first);
    await remove(one, first); // nothing is left to delete
    await remove(other, second); // not theirs
    await restore(one, first);
    expect(await counted(one)).toEqual({ counted: 3, there: 3 });
    await query('update public.tasks set user_id = $1 where id = $2', [other, second]);
    const imported = `insert into public.tasks (title, task_date, user_id) select 'x', $1, unnest($2::uuid[])`;
    await query(imported, [DAY, [one, other]]);
    const [three, two, none] = [3, 2, 0].map((count) => ({ counted: count, there: count }));
    expect([await counted(one), await counted(other)]).toEqual([three, two]);
    await call(one, 'delete_account');
    await query('delete from public.tasks where user_id = $1', [other]);
    expect([await counted(one), await counted(other)]).toEqual([{ counted: null, there: 0 }, none]);
    await exec('begin; truncate public.tasks cascade');
    expect(await query('select tasks from private.task_counts')).toEqual([]);
    await exec('rollback');
  });

  test('has a version, which each change draws anew, whoever makes it, and nothing else', async () => {
    const [one, other, id] = [await createUser(), await createUser(), newId()];
    const versionOf = (user: string) => call(user, 'tasks_version');
    const changes = [
      () => add(one, { id }),
      () => change(one, id, `title = 'New'`),
      () => change(one, id, `task_date = '2027-01-01'`),
      () => remove(one, id),
      () => restore(one, id),
      () => query('update public.tasks set starred = true where id = $1', [id]),
      () => query('delete from public.tasks where id = $1', [id]),
    ];
    const seen = [await versionOf(one)];
    expect(seen).toEqual([null]);
    for (const make of changes) {
      await make();
      seen.push(await versionOf(one));
    }
    expect(new Set(seen).size).toBe(changes.length + 1);
    await add(other);
    await change(one, id, `title = 'Gone'`);
    expect(await versionOf(one)).toBe(seen.at(-1));
    expect(seen).not.toContain(await versionOf(other));
  });
});

describe('a deleted task', () => {
  const kept = (user: string) => query('select id from private.deleted_tasks where user_id = $1', [user]);
  const AGE = 'update private.deleted_tasks set deleted_at = deleted_at - $1::interval where user_id = $2';
  const age = (user: string, interval: string) => query(AGE, [interval, user]);

  test('comes back as it was, as often as it is asked for, and never over a new one of its id', async () => {
    const [user, id] = [await createUser(), newId()];
    const [before] = await add(user, { id, emoji: '🎯', starred: true, pinned: true, completed: true });
    for (const _ of [1, 2]) {
      await remove(user, id);
      expect([await restore(user, id), await restore(user, id)]).toMatchObject([{ id }, { id }]);
      expect(await asUser(user, 'select * from public.tasks')).toEqual([before]);
    }
    await remove(user, id);
    await add(user, { id, title: 'Anew' });
    expect(await restore(user, id)).toMatchObject({ title: 'Anew' });
  });

  test('is gone after ten minutes, and purged when anyone deletes a task', async () => {
    const [user, early, late] = [await createUser(), newId(), newId()];
    for (const id of [early, late]) await add(user, { id });
    await remove(user, early);
    await age(user, '9 minutes 50 seconds');
    expect(await restore(user, early)).toMatchObject({ id: early });
    await remove(user, late);
    await age(user, '10 minutes 1 second');
    expect(await restore(user, late)).toBe('PT410');
    const another = newId();
    await add(bert, { id: another });
    await remove(bert, another);
    expect(await kept(user)).toEqual([]);
  });

  test('is among the last hundred of its user, was deleted by a client, and goes with the account', async () => {
    const [user, first, imported] = [await createUser(), newId(), newId()];
    for (const id of [first, imported]) await add(user, { id });
    await remove(user, first);
    await age(user, '1 minute');
    await run('service_role', null, 'delete from public.tasks where id = $1', [imported]);
    expect(await kept(user)).toEqual([{ id: first }]);
    await addMany(user, 120);
    await asUser(user, 'delete from public.tasks');
    expect(await kept(user)).toHaveLength(100);
    expect(await restore(user, first)).toBe('PT410');
    await run('supabase_auth_admin', null, 'delete from auth.users where id = $1', [user]);
    expect(await kept(user)).toEqual([]);
  });

  test('is restored by its owner alone, even if others use its id for a task of their own', async () => {
    const [user, id] = [await createUser(), newId()];
    await add(user, { id });
    await remove(user, id);
    expect([await restore(bert, id), await restore(null, id)]).toEqual(['PT410', REFUSED]);
    await add(bert, { id, title: 'Stolen' });
    expect(await restore(user, id)).toBe('PT410');
    await remove(bert, id);
    expect(await restore(bert, id)).toMatchObject({ title: 'Stolen' });
  });
});

describe('an account', () => {
  const ROWS = `select id from auth.users where id = $1 union all select id from public.profiles where id = $1
    union all select id from public.tasks where user_id = $1`;
  const rowsOf = (id: string) => query(ROWS, [id]);

  test.each<[string, Role, string]>([
    ['an administrator', 'supabase_auth_admin', 'delete from auth.users where id = $1'],
    ['its owner', 'authenticated', 'select public.delete_account() where $1::uuid is not null'],
  ])('is deleted by %s with all of its rows and no others', async (_, role, sql) => {
    const id = await createUser();
    await add(id);
    expect(await rowsOf(id)).toHaveLength(3);
    for (const _time of ['first', 'again']) {
      expect(await run(role, role === 'authenticated' ? id : null, sql, [id])).not.toBe(REFUSED);
      expect(await rowsOf(id)).toEqual([]);
    }
    expect(await rowsOf(anna)).toHaveLength(3);
    expect(await call(null, 'delete_account')).toBe(REFUSED);
    expect(await run('service_role', anna, sql, [anna])).toBe(REFUSED);
  });

  test('has one calendar feed: only its owner renews, sees and withdraws it, and its hash is stored', async () => {
    const read = async (secret: unknown) => {
      const rows = await run('anon', null, 'select public.calendar_feed($1) as feed', [secret]);
      return typeof rows === 'string' ? rows : rows[0]?.['feed'];
    };
    await asUser(anna, `update public.tasks set task_date = current_date`);
    expect(await call(anna, 'calendar_feed_since')).toBeNull();
    const [old, secret] = [await call(anna, 'renew_calendar_feed'), await call(anna, 'renew_calendar_feed')];
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    expect(await read(secret)).toMatchObject({ tasks: [{ title: 'Secret', completed: false }] });
    const [stored] = await query('select feeds::text as kept from private.calendar_feeds as feeds');
    expect(stored?.['kept']).not.toContain(secret);
    const hash = /x([0-9a-f]{64})/.exec(String(stored?.['kept']))?.[1];
    for (const wrong of [old, hash, null, '']) expect(await read(wrong)).toBeNull();
    await call(bert, 'withdraw_calendar_feed');
    expect([await call(bert, 'calendar_feed_since'), await read(secret)]).toEqual([null, expect.anything()]);
    expect(await call(anna, 'calendar_feed_since')).toEqual(expect.any(String));
    for (const name of ['renew_calendar_feed', 'withdraw_calendar_feed', 'calendar_feed_since'])
      expect(await run('service_role', anna, `select public.${name}()`)).toBe(REFUSED);
    expect(await call(null, 'renew_calendar_feed')).toBe(REFUSED);
    await call(anna, 'withdraw_calendar_feed');
    expect([await read(secret), await call(anna, 'calendar_feed_since')]).toEqual([null, null]);
  });
});

describe('a table in the schema public', () => {
  const TABLES = `select relname as name, exists (
      select from pg_constraint as k join pg_attribute as a on a.attrelid = conrelid and a.attnum = conkey[1]
      where conrelid = c.oid and contype = 'f' and confrelid = 'auth.users'::regclass and confdeltype = 'c' and attnotnull
    ) as goes
    from pg_class as c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`;
  const lacks = async () =>
    (await query(TABLES)).flatMap(({ name, goes }) => {
      const isRead = ENDPOINTS.some(
        ({ method, path }) => `${method} ${path}` === `GET /rest/v1/${String(name)}`,
      );
      const needs = [
        { has: isRead, what: 'gateway/endpoints.ts' },
        { has: Object.hasOwn(EXPORTED_TABLES, String(name)), what: 'EXPORTED_TABLES' },
        { has: goes === true, what: 'references auth.users on delete cascade' },
      ];
      return needs.filter(({ has }) => !has).map(({ what }) => `${String(name)}: ${what}`);
    });

  test('can be requested, is exported, and its rows go with the account', async () => {
    expect(await lacks()).toEqual([]);
    await exec('create table public.notes (id uuid primary key, user_id uuid references auth.users (id))');
    expect(await lacks()).toEqual([
      'notes: gateway/endpoints.ts',
      'notes: EXPORTED_TABLES',
      'notes: references auth.users on delete cascade',
    ]);
    await exec('drop table public.notes');
  });
});
