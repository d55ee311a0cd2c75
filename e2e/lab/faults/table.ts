import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { table } from '../report.ts';
import { FAULTS, REMOTE_PAGES } from './faults.ts';
import type { Outcome } from './observe.ts';

const TABLE = fileURLToPath(new URL('../../../docs/fault-table.md', import.meta.url));

/** One case of the table: what was wrong with which remote, and what came of it. */
export interface Row extends Outcome {
  remote: string;
  fault: string;
  previous: 'yes' | 'no';
}

const TITLE = `# What a visitor sees when a remote is broken

Made by \`npm run lab -- faults\`, on the built site, in a real browser: each fault in the live version of each remote, with and
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

/** Writes the table from the rows that the cases left in a folder, a file each. Returns how many there were. */
export function writeTable(folder: string): number {
  const rows = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Row);
  const remotes = REMOTE_PAGES.map(({ remote }) => remote);
  const place = ({ remote, previous }: Row) => remotes.indexOf(remote) * 2 + (previous === 'yes' ? 0 : 1);
  const parts = FAULTS.map(({ name: fault }) => {
    const own = rows.filter((row) => row.fault === fault).sort((one, other) => place(one) - place(other));
    return `## ${fault}\n\n${table(COLUMNS, own.map(cellsOf))}`;
  });
  writeFileSync(TABLE, `${[TITLE, ...parts].join('\n\n')}\n`);
  return rows.length;
}

/** The row of the committed table for a case, as its cells; null when it has none. */
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
