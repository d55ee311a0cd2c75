import { spreadOf } from '../report/statistics.ts';
import { table as tableOf } from '../report/report.ts';
import { costOf, planOfWeek, WEEK_INDEX } from './cost.ts';
import type { Someone, Table } from './table.ts';

/** What is allowed of a curve's first figure (docs/data-under-load.md). */
export const GROWTH_ALLOWED = 1.5;

/** Up to here PostgreSQL may rightly read the whole table: it is fourteen pages. */
const SMALL_TABLE = 1_000;

export interface Point {
  name: string;
  table: Table;
  person: Someone;
}

/** Of both statements of a week's request together; times in milliseconds. */
interface Figures {
  pages: number;
  query: number;
  request: number;
}

/**
 * Measures a week's request at each point and prints the curve as a table.
 * @returns whether every figure stays within what is allowed of the first, and every table but a small one is read by
 *   its index
 */
export async function printCurve(title: string, points: readonly Point[], rounds: number): Promise<boolean> {
  const measured = await measure(points, rounds);
  const [first] = measured;
  if (!first) throw new Error('A curve needs points');
  const rows = measured.map(({ name, figures, reads }) => {
    const [pages = 0, query = 0, request = 0] = growth(figures, first.figures);
    return [
      name,
      `${figures.pages}`,
      pages.toFixed(2),
      figures.query.toFixed(2),
      query.toFixed(2),
      figures.request.toFixed(1),
      request.toFixed(2),
      // A scan of anything but the index keeps its name.
      reads.map((read) => read.replace(` ${WEEK_INDEX}`, '')).join(' · '),
    ];
  });
  const headings = ['tasks', 'pages', '×', 'query, ms', '×', 'request, ms', '×', 'plan'];
  console.log(`\n${title}\n\n${tableOf(headings, rows)}`);
  return measured.every(({ figures, reads, rows }) => {
    const isByIndex = rows <= SMALL_TABLE || reads.every((read) => !read.startsWith('Seq Scan'));
    return isByIndex && growth(figures, first.figures).every((each) => each <= GROWTH_ALLOWED);
  });
}

function growth(figures: Figures, first: Figures): number[] {
  return [figures.pages / first.pages, figures.query / first.query, figures.request / first.request];
}

/** Medians. One point after the other in each round, so that what else the machine does falls on all alike. */
async function measure(points: readonly Point[], rounds: number) {
  const times = points.map(() => ({ query: [] as number[], request: [] as number[] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { table, person }] of points.entries()) {
      const { milliseconds } = await planOfWeek(table.server.query, person.id);
      times[index]?.query.push(milliseconds);
      times[index]?.request.push(await timeOf(person.askForWeek));
    }
  }
  const measured = [];
  for (const [index, { name, table, person }] of points.entries()) {
    const { reads } = await planOfWeek(table.server.query, person.id);
    const { pages } = await costOf(table.server.query, person.askForWeek);
    const { query = [], request = [] } = times[index] ?? {};
    const figures: Figures = {
      pages,
      query: spreadOf(query).median,
      request: spreadOf(request).median,
    };
    measured.push({ name, rows: table.rows, reads, figures });
  }
  return measured;
}

export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
