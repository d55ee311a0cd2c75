import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { table } from '../report.ts';
import { FAULTS } from './faults.ts';
import { TABLE, committedTable, type Outcome } from './observe.ts';

// `npm run bench -- faults`: every fault in every remote, with and without a previous version; writes docs/fault-table.md.

const folder = mkdtempSync(join(tmpdir(), 'space-faults-'));
try {
  const results = join(folder, 'outcomes');
  writeFileSync(results, '');
  const args = [join(import.meta.dirname, '../../run.ts'), 'specs/faults.spec.ts', ...process.argv.slice(2)];
  const env = { ...process.env, FAULT_RESULTS: results };
  const { status } = spawnSync(process.execPath, args, { env, stdio: 'inherit' });
  process.exitCode = status ?? 1;
  const outcomes = readFileSync(results, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Outcome); // the tests write them
  if (status === 0) {
    const [headings = []] = committedTable().filter(([fault]) => fault === 'fault');
    const cell = (name: string, place: number) =>
      outcomes.filter(({ fault, column }) => fault === name && column === place).map(({ text }) => text);
    const lines = FAULTS.map(({ name }) => [
      name,
      ...[1, 2, 3].map((place) => [...new Set(cell(name, place))].sort().join(' / ')),
    ]);
    const [text] = readFileSync(TABLE, 'utf8').split('\n| ');
    writeFileSync(TABLE, `${text}\n${table(headings, lines)}\n`);
  }
  console.log(`${outcomes.length} cases: docs/fault-table.md`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
