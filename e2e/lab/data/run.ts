import { spreadOf, table as tableOf } from '../report.ts';
import { costOf, readsOfWeek, timesOf, WEEK_INDEX } from './cost.ts';
import { printSearches } from './search.ts';
import { openTable, type Person, type Table } from './table.ts';

// `npm run lab -- data`: what a week's query costs as the table grows, and as one user's tasks grow, on the embedded
// backend, requested as the client does. Exits with 1 if a figure grows. `101`: that many rounds.

const rounds = Number(process.argv[2] ?? 41);
const TABLE_SIZES = [1_000, 10_000, 100_000, 1_000_000];
const TASKS_OF_ONE = [100, 1_000, 10_000, 50_000];
/** The allowed factor of the first figure of each list (docs/data-under-load.md). */
const GROWTH_ALLOWED = 1.5;
/** Up to this many rows PostgreSQL may scan the whole table: it has fourteen pages. */
const SMALL_TABLE = 1_000;

interface Point {
  tasks: number;
  table: Table;
  person: Person;
}

/** Measures a week's request at each point and prints a row for each. Returns whether no figure grows too much. */
async function printRows(title: string, points: readonly Point[]): Promise<boolean> {
  const weekRequests = points.map(({ person }) => person.requestWeek);
  const times = await timesOf(rounds, weekRequests);
  const rows: string[][] = [];
  let first: { pages: number; request: number } | undefined;
  let isFlat = true;
  for (const [index, { tasks, table, person }] of points.entries()) {
    const reads = await readsOfWeek(table.server.query, person.id);
    const { pages } = await costOf(table.server.query, person.requestWeek);
    const request = spreadOf(times[index] ?? []).median;
    first ??= { pages, request };
    const growth = [pages / first.pages, request / first.request];
    const isFullScan = table.rows > SMALL_TABLE && reads.some((read) => read.startsWith('Seq Scan'));
    isFlat &&= !isFullScan && growth.every((each) => each <= GROWTH_ALLOWED);
    // Only scans of something other than this index keep the name of what they scan.
    const plan = reads.map((read) => read.replace(` ${WEEK_INDEX}`, '')).join(' · ');
    const [ofPages = '', ofRequest = ''] = growth.map((each) => each.toFixed(2));
    rows.push([tasks.toLocaleString('en'), `${pages}`, ofPages, request.toFixed(1), ofRequest, plan]);
  }
  console.log(`\n${title}\n\n${tableOf(['tasks', 'pages', '×', 'request, ms', '×', 'plan'], rows)}`);
  return isFlat;
}

const tables: Table[] = [];
let isFlat = true;

async function printBoth(state: string): Promise<void> {
  const pointsOf = (table: Table, size: (person: Person) => number) =>
    table.people.map((person): Point => ({ tasks: size(person), table, person }));
  const bySize = tables.flatMap((table) => pointsOf(table, () => table.rows).slice(0, 1));
  const byPerson = tables.slice(-1).flatMap((table) => pointsOf(table, ({ tasks }) => tasks));
  if (!(await printRows(`In the table, of which 100 are the asker's; ${state}`, bySize))) isFlat = false;
  if (!(await printRows(`The asker's, in a table of 1,000,000; ${state}`, byPerson))) isFlat = false;
}

try {
  for (const rows of TABLE_SIZES) {
    const people = rows === TABLE_SIZES.at(-1) ? TASKS_OF_ONE : TASKS_OF_ONE.slice(0, 1);
    tables.push(await openTable(rows, people, 'early'));
  }
  console.log(`A week of ten tasks; medians of ${rounds} rounds, alternating`);
  await printBoth('analysed when one person had tasks');
  for (const { server } of tables) await server.query('vacuum analyze');
  await printBoth('analysed now');
  if (!(await printSearches(rounds, GROWTH_ALLOWED))) isFlat = false;
} finally {
  for (const table of tables) await table.close();
}
console.log(
  isFlat
    ? `\nFlat: every figure is within ${GROWTH_ALLOWED} × of the first, by the index`
    : `\nNOT flat: a figure is over ${GROWTH_ALLOWED} × of the first, or a table is read whole`,
);
if (!isFlat) process.exitCode = 1;
