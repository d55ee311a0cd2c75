import { spreadOf } from '../report/statistics.ts';
import { table as tableOf } from '../report/report.ts';
import { GROWTH_ALLOWED, timeOf } from './curve.ts';
import { openTable } from './table.ts';

const TASKS_OF_ONE = [1_000, 100_000];

/** The titles are 'Task 1' and so on, and each person has one rare task, which is their oldest. */
const TEXTS = { 'in each task': 'task', 'in the oldest alone': 'quokka', 'in none': 'zebra' } as const;

/**
 * Measures a search of one's own tasks, from the request to its answer, for a person with few tasks and one with as many as
 * there may be, and prints it.
 * @returns whether each search takes as long for both, within what is allowed
 */
export async function printSearches(rounds: number): Promise<boolean> {
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
      const times = people.map(() => [] as number[]);
      for (let round = 0; round < rounds; round += 1) {
        for (const [index, { backend }] of people.entries()) {
          times[index]?.push(await timeOf(() => backend.tasks.search(text)));
        }
      }
      const [few = 0, many = 0] = times.map((each) => spreadOf(each).median);
      isFlat &&= many / few <= GROWTH_ALLOWED;
      rows.push([name, few.toFixed(1), many.toFixed(1), (many / few).toFixed(2)]);
    }
    const headings = [
      'a word that is',
      ...TASKS_OF_ONE.map((count) => `${count.toLocaleString('en')} tasks, ms`),
      '×',
    ];
    console.log(`\nA search of one's own tasks, request\n\n${tableOf(headings, rows)}`);
    return isFlat;
  } finally {
    await close();
  }
}
