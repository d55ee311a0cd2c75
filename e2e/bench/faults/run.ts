import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { table } from '../report.ts';
import { FAULTS } from './faults.ts';
import { TABLE, columnOf, committedTable, outcomeOf, type Row } from './observe.ts';

// `npm run bench -- faults`: every fault in every remote, with and without a previous version; writes docs/fault-table.md.

const folder = mkdtempSync(join(tmpdir(), 'space-faults-'));

/** Replaces the table in the document. Takes the cases. */
function writeTable(rows: readonly Row[]): void {
  const [headings = []] = committedTable().filter(([fault]) => fault === 'fault');
  const lines = FAULTS.map(({ name: fault }) => [
    fault,
    ...[1, 2, 3].map((column) => {
      const cases = rows.filter((row) => row.fault === fault && columnOf(row) === column);
      return [...new Set(cases.map(outcomeOf))].join(' / ');
    }),
  ]);
  const [text] = readFileSync(TABLE, 'utf8').split('\n| ');
  writeFileSync(TABLE, `${text}\n${table(headings, lines)}\n`);
}

try {
  const runScript = join(import.meta.dirname, '../../run.ts');
  const args = [runScript, 'specs/faults.spec.ts', ...process.argv.slice(2)];
  const env = { ...process.env, FAULT_RESULTS: folder };
  const { status } = spawnSync(process.execPath, args, { env, stdio: 'inherit' });
  process.exitCode = status ?? 1;
  const rows = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Row);
  if (status === 0) writeTable(rows);
  console.log(`${rows.length} cases: docs/fault-table.md`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
