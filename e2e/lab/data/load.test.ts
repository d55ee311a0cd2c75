import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { costOf, readsOfWeek, WEEK_INDEX } from './cost.ts';
import { WEEK } from './fillTable.ts';
import { openTable, type Person, type Statistics, type Table } from './table.ts';

// The short form of `npm run lab -- data`: query plans and pages, which do not depend on the machine; no times.

const SMALL = 1_000;
const LARGE = 8_000;
const GROWTH_ALLOWED = 1.5;

/** An average user, one with a quarter of the table, and one without tasks. */
const open = (rows: number, statistics: Statistics) => openTable(rows, [100, rows / 4, 0], statistics);

interface WeekCost {
  /** How many of the two statements (rows and count) use the index in their plans. */
  plansByIndex: number;
  scans: number;
  indexScans: number;
  pages: number;
}

async function measureFor({ server }: Table, person: Person): Promise<WeekCost> {
  const reads = await readsOfWeek(server.query, person.id);
  return {
    plansByIndex: reads.filter((read) => read.endsWith(WEEK_INDEX)).length,
    ...(await costOf(server.query, person.requestWeek)),
  };
}

async function measureForAll(table: Table): Promise<WeekCost[]> {
  const costs: WeekCost[] = [];
  for (const person of table.people) costs.push(await measureFor(table, person));
  return costs;
}

describe('the queries for a week use the index for every user after the table has grown', () => {
  let small: Table;
  let large: Table;
  let neverAnalysed: Table;

  beforeAll(async () => {
    small = await open(SMALL, 'none');
    large = await open(LARGE, 'early');
    neverAnalysed = await open(LARGE, 'none');
  });
  afterAll(() => Promise.all([small, large, neverAnalysed].map((table) => table.close())));

  it.each([
    { state: 'and was last analysed with one user in it', before: 'analyze', table: () => large },
    { state: 'and was never analysed', before: 'analyze', table: () => neverAnalysed },
    {
      state: 'and is analysed, as at every start of the server',
      before: 'vacuum analyze',
      table: () => large,
    },
  ])('$state', async ({ before, table }) => {
    await small.server.query(before);
    if (before === 'vacuum analyze') await table().server.query(before);
    const smallCosts = await measureForAll(small);
    for (const [index, costs] of (await measureForAll(table())).entries()) {
      expect(costs).toMatchObject({ plansByIndex: 2, scans: 0, indexScans: 2 });
      expect(costs.pages).toBeLessThanOrEqual((smallCosts[index]?.pages ?? 0) * GROWTH_ALLOWED);
    }
  });

  it('a search and the query for undone tasks use their indexes as well', async () => {
    const { server, people } = large;
    const read = async () => {
      await server.query('select pg_stat_force_next_flush()');
      const [row] = await server.query(
        `select sum(seq_scan)::int as scans, (
           select jsonb_object_agg(indexrelname, idx_scan) from pg_stat_user_indexes
           where indexrelname in ('task_words_newest_idx', 'task_words_grams_idx')
         ) as by from pg_stat_user_tables where relname in ('tasks', 'task_words')`,
      );
      return row as { scans: number; by: Record<string, number> };
    };
    await server.query('analyze');
    for (const { backend } of people) {
      const before = await read();
      expect(await backend.tasks.search('zebra')).toEqual([]);
      await backend.tasks.listUndone(WEEK.from);
      const { scans, by } = await read();
      expect(scans).toBe(before.scans);
      for (const [index, count] of Object.entries(by)) expect(count).toBeGreaterThan(before.by[index] ?? 0);
    }
  });

  it('a search reads the tasks that it found by their keys, instead of all tasks of its user', async () => {
    const { server, people } = large;
    await server.query('analyze');
    // PostgreSQL may switch to a generic plan at the sixth execution.
    const searchAgain = async ({ backend }: Person) => {
      for (let time = 0; time < 8; time += 1) await backend.tasks.search('task');
    };
    for (const person of people)
      expect(await costOf(server.query, () => searchAgain(person))).toMatchObject({
        scans: 0,
        indexScans: 0,
      });
  });
});
