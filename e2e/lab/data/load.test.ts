import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { costOf, readsOfWeek, WEEK_INDEX } from './cost.ts';
import { WEEK } from './fillTable.ts';
import { openTable, type Person, type Statistics, type Table } from './table.ts';

// The short form of `npm run lab -- data`: plans and pages, which depend on no machine. No times.

const SMALL = 1_000;
const LARGE = 8_000;
const GROWTH_ALLOWED = 1.5;

/** A person like others, one with a quarter of the table, one without a task. */
const open = (rows: number, statistics: Statistics) => openTable(rows, [100, rows / 4, 0], statistics);

interface Request {
  /** How many of the two statements, the rows and their number, name the index in their plans. */
  plansByIndex: number;
  scans: number;
  indexScans: number;
  pages: number;
}

async function lookAt({ server }: Table, person: Person): Promise<Request> {
  const reads = await readsOfWeek(server.query, person.id);
  return {
    plansByIndex: reads.filter((read) => read.endsWith(WEEK_INDEX)).length,
    ...(await costOf(server.query, person.askForWeek)),
  };
}

async function lookForAll(table: Table): Promise<Request[]> {
  const seen: Request[] = [];
  for (const person of table.people) seen.push(await lookAt(table, person));
  return seen;
}

describe("a week's request of any user finds its rows by the index in a table that has grown", () => {
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
    { state: 'since it was analysed with one person in it', before: 'analyze', table: () => large },
    { state: 'without ever having been analysed', before: 'analyze', table: () => neverAnalysed },
    {
      state: 'and is analysed, as at every start of the server',
      before: 'vacuum analyze',
      table: () => large,
    },
  ])('$state', async ({ before, table }) => {
    await small.server.query(before);
    if (before === 'vacuum analyze') await table().server.query(before);
    const inSmall = await lookForAll(small);
    for (const [index, seen] of (await lookForAll(table())).entries()) {
      expect(seen).toMatchObject({ plansByIndex: 2, scans: 0, indexScans: 2 });
      expect(seen.pages).toBeLessThanOrEqual((inSmall[index]?.pages ?? 0) * GROWTH_ALLOWED);
    }
  });

  it('and so do a search and the question for what was left undone', async () => {
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

  it('a search reads what it found by the keys of the tasks, and not all that its person has', async () => {
    const { server, people } = large;
    await server.query('analyze');
    // A plan for any user is made at the sixth time.
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
