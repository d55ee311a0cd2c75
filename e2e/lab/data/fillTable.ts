import type { DayKey } from '@space/domain';

export const WEEK = { from: '2026-11-16', to: '2026-11-22' } as const satisfies Record<string, DayKey>;

/** How many tasks each person has in that week, whatever their total. */
const TASKS_OF_THE_WEEK = 10;

const TASKS_OF_OTHERS = 100;

export interface Owner {
  id: string;
  /** The total number; a multiple of TASKS_OF_THE_WEEK. */
  tasks: number;
}

/** Runs SQL as the database's owner: `query` of a test server. */
export type Query = (sql: string, parameters?: unknown[]) => Promise<Record<string, unknown>[]>;

/**
 * Analyses the table as the first restart of a new site does, when one person had tasks, all in this week. These are the
 * most misleading statistics for the full table.
 */
export async function analyseEarly(query: Query, firstId: string): Promise<void> {
  await query(
    `insert into public.tasks (title, task_date, user_id)
     select 'Early ' || n, $1::date + n % 7, $2 from generate_series(1, 20) n`,
    [WEEK.from, firstId],
  );
  await query('vacuum analyze');
}

/**
 * Adds `rows` tasks over some two years: those of `people`, and the rest for users with 100 tasks each. Each person's tasks
 * are spread evenly over the table, so that no two of one week share a page: the worst case, and the same in tables of
 * every size. Constraints and triggers stay enabled.
 */
export async function fillTable(query: Query, rows: number, people: readonly Owner[]): Promise<void> {
  const remaining = rows - people.reduce((sum, person) => sum + person.tasks, 0);
  const others = Math.max(1, Math.round(remaining / TASKS_OF_OTHERS));
  const users = await query(
    `insert into auth.users (id, email, created_at, updated_at)
     select gen_random_uuid(), gen_random_uuid() || '@example.com', now(), now() from generate_series(1, $1)
     returning id`,
    [others],
  );
  // Recreated at the end: building the index once takes a fifth of the time.
  const [index = {}] = await query(
    `select pg_get_indexdef('private.task_words_grams_idx'::regclass) as made`,
  );
  await query('drop index private.task_words_grams_idx');
  await query(
    `insert into public.tasks (title, task_date, user_id, created_at)
     select 'Task ' || position, day, owner, timestamptz '2024-11-20' + position / $1 * interval '730 days'
     from (
       select (k - 0.5) / tasks * $1 as position, id as owner,
         case when k % (tasks / $6) = 0 then $2::date + k % 7 else $2::date - 1 - k % 700 * 7919 % 700 end as day
       from unnest($3::uuid[], $4::int[]) person (id, tasks) cross join generate_series(1, tasks) k
       union all
       select n * $1 / $7::float8, ($5::uuid[])[1 + n % cardinality($5::uuid[])], $2::date + 7 - n % 707 * 7919 % 707
       from generate_series(1, $7::int) n
     ) tasks
     order by position`,
    [
      rows,
      WEEK.from,
      people.map(({ id }) => id),
      people.map(({ tasks }) => tasks),
      users.map(({ id }) => id),
      TASKS_OF_THE_WEEK,
      remaining,
    ],
  );
  await query(String(index['made']));
  await query('alter index private.task_words_grams_idx alter column 1 set statistics 0');
}
