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

const COLUMNS = ['Remotes', 'Version before it', 'Visitor sees', 'Runs', 'Event', 'Time'];

/** What a case shows, in the words of the table: all cells but that of the remotes. */
export const cellsOf = ({ previous, sees, runs, event, time }: Row): string[] => [
  ...[previous, sees, runs],
  ...[event, time],
];

/** Writes the table from the rows in a folder, one file for each case. Returns the number of cases. */
export function writeTable(folder: string): number {
  const rows = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Row);
  const parts = FAULTS.map(({ name: fault }) => {
    const cases = REMOTE_PAGES.flatMap(({ remote }) =>
      rows.filter((row) => row.fault === fault && row.remote === remote),
    );
    const groups = Object.entries(Object.groupBy(cases, (row) => JSON.stringify(cellsOf(row))));
    const lines = groups.map(([cells, some = []]) => [
      some.map(({ remote }) => remote).join(', '),
      ...(JSON.parse(cells) as string[]),
    ]);
    return `## ${fault}\n\n${table(
      COLUMNS,
      lines.toSorted(([, one = ''], [, other = '']) => other.localeCompare(one)),
    )}`;
  });
  writeFileSync(TABLE, `${[TITLE, ...parts].join('\n\n')}\n`);
  return rows.length;
}

/** The cells of a case in the committed table; null if it is not there. */
export function committedRow({ fault, remote, previous }: Pick<Row, 'fault' | 'remote' | 'previous'>) {
  const part = readFileSync(TABLE, 'utf8')
    .split(/^## /m)
    .find((text) => text.split('\n')[0] === fault);
  const rows = (part ?? '').split('\n').map((text) => text.split(/ *\| */).slice(1, -1));
  const row = rows.find(([names = '', before]) => names.split(', ').includes(remote) && before === previous);
  return row?.slice(1) ?? null;
}
