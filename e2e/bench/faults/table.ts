import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { table } from '../report.ts';
import { FAULTS, REMOTE_PAGES } from './faults.ts';
import type { Outcome } from './observe.ts';

const TABLE = fileURLToPath(new URL('../../../docs/fault-table.md', import.meta.url));

/** One case of the table: the remote, its fault, and the outcome. */
export interface Row extends Outcome {
  remote: string;
  fault: string;
  previous: 'yes' | 'no';
}

const TITLE = `# What a visitor sees when a remote is broken

Made by \`npm run bench -- faults\`, on the built site, in a real browser: each fault in the live version of each remote, with and
without a version before it. In every case the rest of the site was used without a reload, the page was never blank, and
exactly one event was sent. With a version before it, 'no answer' takes less than four seconds. \`npm test\` runs most faults with one of
the remotes and compares it with this table.`;

/** The columns of the table: whether there is a version before the broken one, and whose pages. */
const isPrivate = (remote: string) => REMOTE_PAGES.find((page) => page.remote === remote)?.isPrivate;
const COLUMNS: readonly { heading: string; has: (row: Pick<Row, 'remote' | 'previous'>) => boolean }[] = [
  { heading: 'with a version before it', has: ({ previous }) => previous === 'yes' },
  {
    heading: 'without: public pages',
    has: ({ previous, remote }) => previous === 'no' && !isPrivate(remote),
  },
  {
    heading: 'without: private pages',
    has: ({ previous, remote }) => previous === 'no' && isPrivate(remote) === true,
  },
];

/** What a case shows, in the words of the table. */
export const outcomeOf = ({ sees, runs, event, time }: Row): string =>
  [runs === '–' ? sees : `${sees} (${runs})`, event, time].join('; ');

/** Writes the table from the rows in a folder, one file for each case. Returns the number of cases. */
export function writeTable(folder: string): number {
  const rows = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Row);
  const lines = FAULTS.map(({ name: fault }) => [
    fault,
    ...COLUMNS.map(({ has }) => {
      const cases = rows.filter((row) => row.fault === fault && has(row));
      return [...new Set(cases.map(outcomeOf))].join(' / ');
    }),
  ]);
  const headings = ['fault', ...COLUMNS.map(({ heading }) => heading)];
  writeFileSync(TABLE, `${TITLE}\n\n${table(headings, lines)}\n`);
  return rows.length;
}

/** What the committed table says of a case; undefined if it is not there. */
export function committedOutcome(row: Pick<Row, 'fault' | 'remote' | 'previous'>): string | undefined {
  const lines = readFileSync(TABLE, 'utf8').split('\n');
  const cells = lines.map((text) => text.split(/ *\| */).slice(1, -1)).find(([name]) => name === row.fault);
  return cells?.[1 + COLUMNS.findIndex(({ has }) => has(row))];
}
