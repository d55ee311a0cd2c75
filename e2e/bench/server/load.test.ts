import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer, type TestUser } from '@space/server/testing';

// What a week and a search cost does not grow with the table: PostgreSQL's own counters, which do not depend on the machine.

const ROWS = 8_000;
/** The tables of tasks and of their words; a week of ten tasks, each on a page of its own, is read twice: rows and count. */
const TABLES = `('tasks', 'task_words')`;
const PAGES_OF_A_WEEK = 40;

let server: TestServer;
/** People with a hundred tasks, with a quarter of the table, and with none. */
let people: [TestUser, TestUser, TestUser];

beforeAll(async () => {
  server = await startTestServer();
  const first = await server.signUp();
  people = [await server.signUp(), await server.signUp(), await server.signUp()];
  const fill = `insert into public.tasks (user_id, title, task_date)
    select ($1::uuid[])[1 + n % cardinality($1::uuid[])], 'Task ' || n, date '2026-11-16' + n * 7919 % $3::int
    from generate_series(1, $2) n`;
  // The most misleading statistics: those of a site that was started again when one person had a few tasks, all of this week.
  await server.query(fill, [[first.id], 20, 7]);
  await server.query('vacuum analyze');
  const crowd = await server.query(
    `insert into auth.users (id, email, created_at, updated_at)
     select gen_random_uuid(), gen_random_uuid() || '@example.com', now(), now() from generate_series(1, 58) returning id`,
  );
  const quarter = Array.from({ length: 20 }, () => people[1].id);
  await server.query(fill, [[people[0].id, ...quarter, ...crowd.map(({ id }) => id)], ROWS, 700]);
});
afterAll(() => server.close());

/** How often `work` scans a table from end to end, scans by each index, and how many pages it reads. */
async function countersOf(work: () => PromiseLike<unknown>): Promise<Record<string, number>> {
  const read = async () => {
    await server.query('select pg_stat_force_next_flush()');
    const rows = await server.query(
      `select relname as name, seq_scan as count from pg_stat_user_tables where relname in ${TABLES}
       union all select indexrelname, idx_scan from pg_stat_user_indexes where relname in ${TABLES}
       union all select 'pages', sum(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit)
         from pg_statio_user_tables where relname in ${TABLES}`,
    );
    return Object.fromEntries(rows.map(({ name, count }) => [String(name), Number(count)]));
  };
  const before = await read();
  await work();
  return Object.fromEntries(
    Object.entries(await read()).map(([name, count]) => [name, count - (before[name] ?? 0)]),
  );
}

const week = ({ client }: TestUser) =>
  client
    .from('tasks')
    .select('*', { count: 'exact' })
    .gte('task_date', '2026-11-16')
    .lte('task_date', '2026-11-22')
    .order('created_at')
    .order('id');

test.each([
  ['never analysed since', 'select 1'],
  ['analysed now', 'vacuum analyze'],
])('a week is read by its index, and by few pages, for each person: %s', async (_, prepare) => {
  await server.query(prepare);
  for (const person of people) {
    const counters = await countersOf(() => week(person));
    expect(counters).toMatchObject({ tasks: 0, tasks_user_id_task_date_idx: 2 });
    const factor = person === people[1] ? 3 : 1;
    expect(counters['pages']).toBeLessThanOrEqual(factor * PAGES_OF_A_WEEK);
  }
});

test('a search uses its indexes and then reads by key, and undone tasks are found by theirs', async () => {
  await server.query('analyze');
  for (const { client } of people) {
    const searches = await countersOf(async () => {
      // PostgreSQL may take another plan at the sixth time.
      for (let time = 0; time < 8; time += 1) await client.rpc('search_tasks', { search: 'task' });
      expect((await client.rpc('search_tasks', { search: 'zebra' })).data).toEqual([]);
    });
    expect(searches).toMatchObject({ tasks: 0, task_words: 0, tasks_user_id_task_date_idx: 0 });
    const undone = client.from('tasks').select('*').eq('completed', false);
    const query = undone.lt('task_date', '2027-11-16').order('task_date').limit(101);
    expect(await countersOf(() => query)).toMatchObject({ tasks: 0 });
  }
});
