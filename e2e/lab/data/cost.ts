import { setImmediate } from 'node:timers/promises';
import { WEEK, type Query } from './fillTable.ts';

/** The index for a week's query: (user_id, task_date). */
export const WEEK_INDEX = 'tasks_user_id_task_date_idx';

/** How an operation read the table of tasks, in PostgreSQL's counters, which do not depend on the machine's speed. */
export interface Cost {
  scans: number;
  indexScans: number;
  /** Pages of the table and of its indexes that were read. */
  pages: number;
}

/**
 * Returns the cost of `work`: how PostgreSQL's own counters changed. Nothing else may use the database at the same time.
 */
export async function costOf(query: Query, work: () => Promise<unknown>): Promise<Cost> {
  const before = await readCounters(query);
  await work();
  const after = await readCounters(query);
  const difference = (key: keyof Cost) => after[key] - before[key];
  return { scans: difference('scans'), indexScans: difference('indexScans'), pages: difference('pages') };
}

/**
 * Lets the server close connections that have timed out. It runs in this process, where no timer fires while a table is
 * filled; a request on a connection that is due to be closed would fail.
 */
async function closeStaleConnections(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await setImmediate();
}

/** The milliseconds of each operation. They alternate in each round, so that other load affects all alike. */
export async function timesOf(
  rounds: number,
  operations: readonly (() => Promise<unknown>)[],
): Promise<readonly number[][]> {
  await closeStaleConnections();
  const times = operations.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, work] of operations.entries()) {
      const start = performance.now();
      await work();
      times[index]?.push(performance.now() - start);
    }
  }
  return times;
}

async function readCounters(query: Query): Promise<Cost> {
  await query('select pg_stat_force_next_flush()');
  const [row = {}] = await query(
    `select t.seq_scan as scans, i.idx_scan as index_scans,
       heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit as pages
     from pg_stat_user_tables t join pg_statio_user_tables using (relid) join pg_stat_user_indexes i using (relid)
     where t.relid = 'public.tasks'::regclass and i.indexrelname = $1`,
    [WEEK_INDEX],
  );
  return { scans: Number(row['scans']), indexScans: Number(row['index_scans']), pages: Number(row['pages']) };
}

/** The API's statements for a week's request: the rows, and the number for `count: 'exact'`. */
const STATEMENTS = [
  `select * from public.tasks where task_date >= $1 and task_date <= $2 order by created_at, id limit 1000`,
  `select count(*) from public.tasks where task_date >= $1 and task_date <= $2`,
] as const;

/**
 * How each statement of a week's request reads the table ('Index Scan tasks_user_id_task_date_idx', 'Seq Scan tasks'), by
 * EXPLAIN in the role of API clients with a user's claims.
 */
export async function readsOfWeek(query: Query, userId: string): Promise<string[]> {
  const claims = JSON.stringify({ role: 'authenticated', sub: userId });
  await query('begin');
  try {
    await query(`select set_config('request.jwt.claims', $1, true)`, [claims]);
    await query(`select set_config('request.jwt.claim.sub', $1, true)`, [userId]);
    await query('set local role authenticated');
    const lines: string[] = [];
    for (const sql of STATEMENTS) {
      const plan = await query(`explain ${sql}`, [WEEK.from, WEEK.to]);
      lines.push(...plan.map((line) => String(line['QUERY PLAN'])));
    }
    return lines.flatMap((line) => {
      const [, kind, index, table] =
        /((?:Seq|Index|Index Only) Scan)(?: using (\S+))? on (\S+)/.exec(line) ?? [];
      return kind === undefined ? [] : [`${kind} ${index ?? table}`];
    });
  } finally {
    await query('rollback');
  }
}
