import { spawnSync } from 'node:child_process';
import { mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { table } from '../report.ts';
import { FAULTS } from './faults.ts';

// `npm run bench -- faults`: every fault in every remote, with and without a previous version; writes docs/fault-table.md.

const COLUMNS = ['with a version before it', 'without: public pages', 'without: private pages'];
const TABLE = new URL('../../../docs/fault-table.md', import.meta.url);

using folder = mkdtempDisposableSync(join(tmpdir(), 'space-faults-'));
const results = join(folder.path, 'outcomes');
const args = [join(import.meta.dirname, '../../run.ts'), 'specs/faults.spec.ts'];
const env = { ...process.env, FAULT_RESULTS: results };
const { status } = spawnSync(process.execPath, args, { env, stdio: 'inherit' });
process.exitCode = status ?? 1;
if (status === 0) {
  const outcomes = readFileSync(results, 'utf8').trim().split('\n');
  const rows = Object.keys(FAULTS).map((fault) => [
    fault,
    ...COLUMNS.map((_, index) => {
      const start = `${fault} | ${index + 1} | `;
      const texts = outcomes.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length));
      return [...new Set(texts)].sort().join(' / ');
    }),
  ]);
  const [text] = readFileSync(TABLE, 'utf8').split('\n| ');
  writeFileSync(TABLE, `${text}\n${table(['fault', ...COLUMNS], rows)}\n`);
  console.log(`${outcomes.length} cases: docs/fault-table.md`);
}
