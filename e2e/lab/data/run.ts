import { TASKS_OF_THE_WEEK } from './crowd.ts';
import { GROWTH_ALLOWED, printCurve, timeOf, type Point } from './curve.ts';
import { openTable, type Table } from './table.ts';

// `npm run lab -- data`: what a week's query costs as the table grows, and as one person's tasks do, on the embedded
// backend, asked as the client asks. Ends with exit code 1 when a curve is not flat. `101` for more rounds.

const rounds = Number(process.argv[2] ?? 41);
const TABLE_SIZES = [1_000, 10_000, 100_000, 1_000_000];
const TASKS_OF_ONE = [100, 1_000, 10_000, 50_000];

const inWords = (value: number) => value.toLocaleString('en');
const seconds = async (work: () => Promise<unknown>) => `${((await timeOf(work)) / 1000).toFixed(1)} s`;

const tables: Table[] = [];
let isFlat = true;

async function printCurves(state: string): Promise<void> {
  const bySize = tables.flatMap((table): Point[] =>
    table.people.slice(0, 1).map((person) => ({ name: inWords(table.rows), table, person })),
  );
  const byPerson = tables
    .slice(-1)
    .flatMap((table): Point[] =>
      table.people.map((person) => ({ name: inWords(person.tasks), table, person })),
    );
  for (const [title, points] of [
    ["In the table, of which 100 are the asker's", bySize],
    ["The asker's, in a table of 1,000,000", byPerson],
  ] as const) {
    if (!(await printCurve(`${title}; ${state}`, points, rounds))) isFlat = false;
  }
}

try {
  for (const rows of TABLE_SIZES) {
    const people = rows === TABLE_SIZES.at(-1) ? TASKS_OF_ONE : TASKS_OF_ONE.slice(0, 1);
    const duration = await seconds(async () => tables.push(await openTable(rows, people, 'early')));
    console.log(`A table of ${inWords(rows)} tasks made in ${duration}`);
  }
  console.log(
    `\nA week of ${TASKS_OF_THE_WEEK} tasks; medians of ${rounds} rounds, alternating; pages and query: both statements, the rows and their number`,
  );
  await printCurves('analysed when one person had tasks');
  const analysed = await seconds(async () => {
    for (const { server } of tables) await server.query('vacuum analyze');
  });
  console.log(`\nvacuum analyze of all four, as at a start of the server: ${analysed}`);
  await printCurves('analysed now');
  const [{ backend, tasks } = {}] = tables.at(-1)?.people.slice(-1) ?? [];
  const exported = await seconds(async () => backend?.tasks.listAll());
  console.log(`\nAll ${inWords(tasks ?? 0)} tasks of one person, as for an export: ${exported}`);
} finally {
  for (const table of tables) await table.close();
}
console.log(
  isFlat
    ? `\nFlat: every figure is within ${GROWTH_ALLOWED} × of its curve's first, by the index`
    : `\nNOT flat: a figure is over ${GROWTH_ALLOWED} × of its curve's first, or a table is read whole`,
);
if (!isFlat) process.exitCode = 1;
