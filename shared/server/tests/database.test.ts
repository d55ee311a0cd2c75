import { PGlite } from '@electric-sql/pglite';
import { EXPORTED_TABLES } from '@space/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS } from '../src/gateway/endpoints.ts';
import { folderForAll } from '../src/testing/folders.ts';
import { copyTemplate } from '../src/testing/process.ts';
import { PROJECT, PUSHED } from './support/projects.ts';

// What the database itself refuses, keeps and counts, by the migrations alone, in a hosted project of today and in an old one,
// whose tables are open by default. The same through our own server: attacks.test.ts and shared/supabase/tests.

/** What was granted by default in projects created before 30 May 2026. */
const OPEN = `alter default privileges for role migrator in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges for role migrator in schema public grant all on functions to anon, authenticated, service_role;`;

const ANNA = '0a000000-0000-4000-8000-000000000001';
const BERT = '0b000000-0000-4000-8000-000000000002';
const SECRET = '1a000000-0000-4000-8000-000000000001';
const OTHER = '1b000000-0000-4000-8000-000000000002';
const DAY = '2026-11-20';

/** A project of today and an old one: with our migrations and two users. Anna has a task. */
const projects: PGlite[] = [];
const at = folderForAll();
beforeAll(async () => {
  for (const index of [0, 1]) {
    await copyTemplate(at(`${index}`), true);
    const database = await PGlite.create(at(`${index}`));
    projects.push(database);
    await database.exec(`${PROJECT} ${index === 0 ? '' : OPEN} set role migrator; ${PUSHED}; reset role;
      insert into auth.users (id, raw_user_meta_data) values ('${ANNA}', '{"full_name":"Anna Ångström"}'), ('${BERT}', null);
      insert into public.tasks (id, title, task_date, user_id) values ('${SECRET}', 'Secret', '${DAY}', '${ANNA}')`);
  }
});
afterAll(() => Promise.all(projects.map((database) => database.close())));

const USERS: Record<string, [role: string, id?: string]> = {
  ...{ anna: ['authenticated', ANNA], bert: ['authenticated', BERT], nobody: ['authenticated'] },
  ...{ visitor: ['anon'], 'anna signed out': ['anon', ANNA], service: ['service_role'] },
  ...{ 'service for anna': ['service_role', ANNA], auth: ['supabase_auth_admin'], root: ['none'] },
};
/** A line of a scenario: 'who: statement', and ' → ' with the values of its rows, or with the code or message of a refusal. */
async function answer(database: PGlite, line: string): Promise<string> {
  const [, name = '', sql = '', expected = ''] = /^([\w ]+): (.*?)(?: → (.*))?$/.exec(line) ?? [];
  const [role = `no user ${name}`, sub] = USERS[name] ?? [];
  await database.exec(`savepoint step; set local role ${role}`);
  await database.query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify({ role, sub })]);
  let seen: string;
  try {
    const { rows } = await database.query<Record<string, unknown>>(sql);
    seen = rows.map((row) => Object.values(row).join(' ')).join(', ');
  } catch (error) {
    await database.exec('rollback to step');
    const { code, message } = Object(error) as { code: string; message: string }; // of PostgreSQL
    seen = message === expected ? message : code;
  }
  return `${name}: ${sql}${seen === '' ? '' : ` → ${seen}`}`;
}

const [REFUSED, VIOLATED, GONE] = ['42501', '23514', 'PT410'];

/** Each user is refused each statement. */
const refused = (users: readonly string[], statements: readonly string[]) =>
  users.flatMap((user) => statements.map((sql) => `${user}: ${sql} → ${REFUSED}`)).join('\n');

const quote = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'`;
function add(columns: object = {}): string {
  const row = { title: 'Plan', task_date: DAY, ...columns };
  const names = Object.keys(row).join();
  return `insert into tasks (${names}) select ${names} from jsonb_populate_record(null::tasks, ${quote(row)})`;
}
const many = (count: number) =>
  `insert into tasks (title, task_date) select 'Plan', '${DAY}' from generate_series(1, ${count})`;
const change = (set: string, id = SECRET) => `update tasks set ${set} where id = '${id}' returning 'changed'`;
const remove = (id = SECRET) => `delete from tasks where id = '${id}' returning 'deleted'`;
const restore = (id = SECRET) => `select title from restore_task('${id}')`;
const age = (time: string) => `update private.deleted_tasks set deleted_at = deleted_at - interval '${time}'`;
const signUp = (metadata: unknown, id = OTHER) =>
  `insert into auth.users (id, raw_user_meta_data) values ('${id}', ${quote(metadata)})`;

const FUNCTIONS = [
  ...['delete_account()', `search_tasks('plan')`, `restore_task('${SECRET}')`, 'tasks_version()'],
  ...['renew_calendar_feed()', 'withdraw_calendar_feed()', 'calendar_feed_since()'],
];
const call = (name: string) => `select ${name}`;
const PRIVATE = ['task_counts', 'task_words', 'deleted_tasks', 'calendar_feeds'].map(
  (table) => `select * from private.${table}`,
);
/** What the grants refuse, and the triggers where the grants are wider, as on the embedded engine. */
const KEPT = [
  ...[`user_id = '${BERT}'`, 'id = gen_random_uuid()', `created_at = '2020-01-01'`].map((set) => change(set)),
  ...[add({ created_at: '2020-01-01' }), 'update profiles set id = gen_random_uuid()'],
  `update profiles set created_at = '2020-01-01'`,
];
const PROVIDERS: readonly [metadata: unknown, name: string][] = [
  [{ full_name: '  Li Lei 李雷 ' }, 'Li Lei 李雷'],
  [{ name: 'Jean-Luc_2' }, 'Jean-Luc_2'],
  [{ full_name: 7 }, '7'],
  [{ full_name: '<script>' }, 'none'],
  [{ full_name: 'x'.repeat(101) }, 'none'],
  [['no', 'object'], 'none'],
];
const COUNTED = `select tasks from private.task_counts where user_id = '${BERT}'`;
const NOTE = `insert into versions select version from private.task_counts where user_id = '${BERT}'`;
const LEFT = ['auth.users', 'profiles', 'tasks', 'private.task_counts']
  .map((table) => `(select count(*) from ${table})`)
  .join(' + ');
const OPEN_FEED = `select feed -> 'tasks' -> 0 ->> 'title' from secrets, calendar_feed(secret) as feed`;

const TITLES = ['x'.repeat(200), '🎯'.repeat(200), '<img src=x onerror=alert(1)>', '\u202Ea\u200Bb'];
const INVISIBLE = '\u200B\u2800\u3164\u115F\u1160\uFFA0\u034F\uFE0F\u{E0100}\u{E0041}\u00AD';
const NO_TITLES = ['', ' \t\n\u3000', INVISIBLE, 'x'.repeat(201), '🎯'.repeat(201)];
const NO_DAYS = ['infinity', '-infinity', '0001-01-01 BC', '10000-01-01'];
const EMOJI = '👩🏻‍❤️‍💋‍👨🏼 #️⃣ 🏳️‍🌈 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🇸🇬🇸🇬 👍🏽🔥 ⛓️‍💥'.split(' ');
/** Joiners, selectors, keycaps, flags and tags that are no whole emoji, and other text. */
const NO_EMOJI = [
  ...['', '👩'.repeat(11), '🔥 🔥', '🔥\n', 'a', '🔥a', '🔥\u0301', '🔥\u202E'],
  ...'👩\u200D 👩\u200D\u200D👩 🇸🇬\u200D🇸🇬 1️⃣\u200D🔥 \uFE0F🔥 🔥\uFE0F\uFE0F'.split(' '),
  ...'1\u20E3 🇸 🇸🇬🇸 🏴\u{E0067}\u{E0062} 🔥\u{E0067}\u{E007F}'.split(' '),
];
const NO_NAMES = ['', ' ', '\u3164', 'a;b', 'a\u200Bb', 'a\tb', 'Anna 🎯', 'x'.repeat(101)];
const rename = (name: string) => `anna: update profiles set display_name = '${name}'`;

const readable = ENDPOINTS.filter(({ method }) => method === 'GET').map(({ path }) =>
  path.replace('/rest/v1/', ''),
);
const isIn = (names: readonly string[]) => `relname = any ('{${names.join()}}')`;
/** Whether each table has policies, can be requested (gateway/endpoints.ts), is exported, and its rows go with the account. */
const TABLES = `select relname, relrowsecurity, ${isIn(readable)} as requested, ${isIn(Object.keys(EXPORTED_TABLES))} as exported,
  exists (select from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1] where conrelid = c.oid
    and contype = 'f' and confrelid = 'auth.users'::regclass and confdeltype = 'c' and attnotnull)
  from pg_class as c where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`;

const SCENARIOS: Record<string, string> = {
  'a visitor does nothing, and neither does the name of a user without a role': refused(
    ['visitor', 'anna signed out'],
    [
      ...['select * from tasks', 'select * from profiles', add(), change(`title = 'x'`), remove()],
      ...['truncate tasks', `update profiles set display_name = 'x'`, ...FUNCTIONS.map(call)],
    ],
  ),
  'no client reaches what is private': `${refused(['anna', 'visitor', 'service'], PRIVATE)}
    ${refused(['anna', 'service'], ['update private.task_counts set tasks = 0', 'select private.create_profile()'])}
    ${refused(['service for anna'], FUNCTIONS.filter((name) => /account|feed/.test(name)).map(call))}
    ${refused(['nobody'], ['delete_account()', 'renew_calendar_feed()', `restore_task('${SECRET}')`].map(call))}
    ${refused(['anna'], ['delete from auth.users', `select calendar_feed('')`])}`,
  "another user's rows stay out of reach, also by an upsert": `bert: select * from tasks
    bert: select id from profiles → ${BERT}
    bert: ${add({ user_id: ANNA })} → ${REFUSED}
    bert: ${add({ id: SECRET })} → 23505
    bert: ${add({ id: SECRET })} on conflict (id) do update set user_id = excluded.user_id → ${REFUSED}
    bert: ${change(`title = 'x'`)}
    bert: ${remove()}
    bert: ${restore()} → ${GONE}
    bert: update profiles set display_name = 'x' where id = '${ANNA}' returning id
    anna: select title, id from tasks → Secret ${SECRET}`,
  'no one gives a task away, changes its id or creation time, or more of a profile than its name; an import may': `${refused(['anna'], [...KEPT, 'delete from profiles', `insert into profiles values ('${OTHER}')`])}
    root: grant all on all tables in schema public to authenticated
    ${refused(['anna'], KEPT)}
    service: ${add({ user_id: BERT, created_at: '2020-01-01' })} returning created_at::date::text → 2020-01-01`,
  'a profile comes with each account, with the name of its provider if it is one; the account exists even without it': `${PROVIDERS.map(
    ([metadata, name], index) => `auth: ${signUp(metadata, `2a000000-0000-4000-8000-00000000000${index}`)}
      root: select coalesce(display_name, 'none') from profiles where id::text like '2a%${index}' → ${name}`,
  ).join('\n')}
    root: select count(*) from profiles → ${PROVIDERS.length + 2}
    auth: ${signUp({ much: 'x'.repeat(4_100) })} → ${VIOLATED}
    root: alter table profiles rename to profiles_away
    auth: ${signUp({ full_name: 'Ben' })} returning id → ${OTHER}`,
  'user-quotas: a day holds 2,000 tasks, added at once, one by one or moved; they can be changed and deleted': `bert: ${many(2_001)} → ${VIOLATED}
    bert: ${many(1_999)}
    bert: ${add({ id: OTHER })}
    bert: ${add({ id: BERT, task_date: '2026-11-21' })}
    bert: ${add()} → A day holds 2,000 tasks at most. Delete some to add new ones.
    bert: ${change(`task_date = '${DAY}'`, BERT)} → ${VIOLATED}
    bert: ${change(`completed = true, title = 'New', task_date = '${DAY}'`, OTHER)} → changed
    bert: ${remove(OTHER)} → deleted
    bert: ${change(`task_date = '${DAY}'`, BERT)} → changed
    root: ${COUNTED} → 2000`,
  // Only the counter is set: inserting so many tasks takes long.
  'user-quotas: a user has 100,000 tasks at most, without affecting others; undo is never refused': `bert: ${add()}
    root: update private.task_counts set tasks = 99999 where user_id = '${BERT}'
    bert: ${many(2)} → ${VIOLATED}
    bert: ${add({ id: OTHER })}
    bert: ${add()} → You have reached the limit of 100,000 tasks. Delete some to add new ones.
    anna: ${add()}
    bert: ${remove(OTHER)} → deleted
    bert: ${add()}
    bert: ${restore(OTHER)} → Plan
    root: ${COUNTED} → 100001`,
  'the tasks of a user have a version, which each change draws anew, whoever makes it, and nothing else': `root: create temporary table versions (version uuid)
    ${[
      `bert: ${add({ id: OTHER })}`,
      `bert: ${remove(OTHER)} → deleted`,
      `bert: ${restore(OTHER)} → Plan`,
      `root: ${change('starred = true', OTHER)} → changed`,
      `anna: ${add()}`,
    ].join(`\nroot: ${NOTE}\n`)}
    root: ${NOTE}
    root: select count(distinct version) as different, count(*) from versions → 4 5`,
  'a deleted task comes back as it was, for ten minutes, to its owner, and never over a new one of its id': `anna: ${change(`emoji = '🎯', starred = true, pinned = true, completed = true`)} → changed
    root: create temporary table kept as select * from tasks
    anna: ${remove()} → deleted
    root: ${age('10 minutes')}
    anna: ${restore()} → Secret
    root: select count(*) from tasks natural join kept → 1
    anna: ${remove()} → deleted
    root: ${age('10 minutes 1 second')}
    anna: ${restore()} → ${GONE}
    anna: ${add({ id: SECRET, title: 'Anew' })}
    anna: ${restore()} → Anew`,
  'the last hundred tasks that a client deleted are kept, until the account goes': `anna: ${many(120)}
    anna: delete from tasks
    root: select count(*) from private.deleted_tasks → 100
    auth: delete from auth.users where id = '${ANNA}'
    root: select count(*) from private.deleted_tasks → 0`,
  'an account goes with all of its rows and no others, by its owner or by the project': `bert: ${add()}
    root: select ${LEFT} → 8
    anna: select delete_account()
    root: select ${LEFT} → 4
    bert: select id from profiles → ${BERT}
    auth: delete from auth.users where id = '${BERT}'
    root: select ${LEFT} → 0`,
  'a calendar feed has the tasks from four weeks back to a year ahead, is opened by its latest secret, of which only the hash is stored, and withdrawn by its owner alone': `anna: update tasks set task_date = current_date
    root: create temporary table secrets (secret text)
    root: grant all on secrets to anon, authenticated
    anna: insert into secrets select renew_calendar_feed()
    visitor: ${OPEN_FEED} → Secret
    anna: insert into tasks (title, task_date) select 'Plan', current_date + days from unnest(array[-29, 365, 366] || array_fill(-28, array[1000])) as days
    visitor: select json_array_length(calendar_feed(secret) -> 'tasks') from secrets → 1002
    root: select count(*) from private.calendar_feeds as kept, secrets where strpos(kept::text, secret) > 0 → 0
    root: insert into secrets select encode(secret_hash, 'hex') from private.calendar_feeds
    root: insert into secrets values (''), (null)
    bert: select withdraw_calendar_feed()
    visitor: select count(calendar_feed(secret)) from secrets → 1
    anna: insert into secrets select renew_calendar_feed()
    visitor: select count(calendar_feed(secret)) from secrets → 1
    anna: select withdraw_calendar_feed()
    visitor: select count(calendar_feed(secret)) from secrets → 0`,
  'text-length, task-input: a task keeps and refuses titles, emoji and days; a profile names': `${[...TITLES.map((title) => ({ title })), ...EMOJI.map((emoji) => ({ emoji }))].map((row) => `anna: ${add(row)}`).join('\n')}
    ${[...NO_TITLES.map((title) => ({ title })), ...NO_EMOJI.map((emoji) => ({ emoji })), ...NO_DAYS.map((task_date) => ({ task_date }))].map((row) => `anna: ${add(row)} → ${VIOLATED}`).join('\n')}
    anna: ${add({ emoji: null })}
    anna: ${add({ task_date: '2026-02-30' })} → 22008
    ${rename('Anna B_C-D 2')}
    ${NO_NAMES.map((name) => `${rename(name)} → ${VIOLATED}`).join('\n')}`,
  'a table has row-level security, can be requested, is exported, and its rows go with the account': `root: create table notes (id uuid primary key, user_id uuid references auth.users (id))
    root: ${TABLES.replaceAll(/\s+/g, ' ')} → notes false false false false, profiles true true true true, tasks true true true true`,
};
test.each(Object.entries(SCENARIOS))('%s', async (_, scenario) => {
  const lines = scenario.split(/\n\s*/).filter((line) => line !== '');
  for (const database of projects) {
    // One transaction, which is undone.
    await database.exec('rollback; begin');
    const seen = [];
    for (const line of lines) seen.push(await answer(database, line));
    expect(seen).toEqual(lines);
  }
});
