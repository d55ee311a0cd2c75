import { spreadOf, table as tableOf } from '../report.ts';
import { timesOf } from './cost.ts';
import type { Query } from './fillTable.ts';
import { openTable } from './table.ts';

const TASKS_OF_ONE = [1_000, 100_000];

/** The titles are 'Task 1' and so on; each person's oldest task has a rare word. */
const TEXTS = { 'in each task': 'task', 'in the oldest alone': 'quokka', 'in none': 'zebra' } as const;

/** The pages of the tasks, their words and their indexes that `work` reads. */
async function pagesOf(query: Query, work: () => Promise<unknown>): Promise<number> {
  const count = async () => {
    await query('select pg_stat_force_next_flush()');
    const [row = {}] = await query(
      `select sum(heap_blks_read + heap_blks_hit + idx_blks_read + idx_blks_hit) as pages
       from pg_statio_user_tables where relname in ('tasks', 'task_words')`,
    );
    return Number(row['pages']);
  };
  const before = await count();
  await work();
  return (await count()) - before;
}

/**
 * Measures a user's search of their own tasks, from request to response, for a user with few tasks and one with as many as
 * allowed, and prints it.
 * @returns whether each search costs at most `allowed` times as much for the second
 */
export async function printSearches(rounds: number, allowed: number): Promise<boolean> {
  const { server, people, close } = await openTable(102_000, TASKS_OF_ONE, 'none');
  try {
    for (const { id } of people) {
      await server.query(
        `insert into public.tasks (title, task_date, user_id) values ('A quokka', '2001-01-01', $1)`,
        [id],
      );
    }
    await server.query('vacuum analyze');
    const rows: string[][] = [];
    let isFlat = true;
    for (const [name, text] of Object.entries(TEXTS)) {
      const searches = people.map(({ backend }) => backend.tasks.search.bind(null, text));
      const times = await timesOf(rounds, searches);
      const pages: number[] = [];
      for (const search of searches) pages.push(await pagesOf(server.query, search));
      const growths = [pages, times.map((each) => spreadOf(each).median)].map((figures, digits) => {
        const [few = 0, many = 0] = figures;
        const growth = many / few;
        isFlat &&= growth <= allowed;
        return [few.toFixed(digits), many.toFixed(digits), growth.toFixed(2)];
      });
      rows.push([name, ...growths.flat()]);
    }
    const [few = '', many = ''] = TASKS_OF_ONE.map((count) => count.toLocaleString('en'));
    const headings = ['a word that is', `pages, ${few}`, many, '×', `request, ms, ${few}`, many, '×'];
    console.log(`\nA search of one's own tasks\n\n${tableOf(headings, rows)}`);
    return isFlat;
  } finally {
    await close();
  }
}
