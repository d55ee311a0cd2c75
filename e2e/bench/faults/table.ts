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

const COLUMNS = ['Remote', 'Version before it', 'Visitor sees', 'Runs', 'Event', 'Time'];

export const cellsOf = ({ remote, previous, sees, runs, event, time }: Row): string[] => [
  remote,
  previous,
  sees,
  runs,
  event,
  time,
];

/** Writes the table from the rows in a folder, one file for each case. Returns the number of rows. */
export function writeTable(folder: string): number {
  const rows = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Row);
  const remotes = REMOTE_PAGES.map(({ remote }) => remote);
  const order = ({ remote, previous }: Row) => remotes.indexOf(remote) * 2 + (previous === 'yes' ? 0 : 1);
  const parts = FAULTS.map(({ name: fault }) => {
    const cases = rows.filter((row) => row.fault === fault).sort((one, other) => order(one) - order(other));
    return `## ${fault}\n\n${table(COLUMNS, cases.map(cellsOf))}`;
  });
  writeFileSync(TABLE, `${[TITLE, ...parts].join('\n\n')}\n`);
  return rows.length;
}

/** The cells of a case's row in the committed table; null if it has none. */
export function committedRow({ fault, remote, previous }: Pick<Row, 'fault' | 'remote' | 'previous'>) {
  const part = readFileSync(TABLE, 'utf8')
    .split(/^## /m)
    .find((text) => text.split('\n')[0] === fault);
  const rows = (part ?? '')
    .split('\n')
    .filter((text) => text.startsWith('|'))
    .map((text) =>
      text
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  return rows.find((cells) => cells[0] === remote && cells[1] === previous) ?? null;
}
