import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeTable } from './table.ts';

// `npm run bench -- faults`: every fault in every remote, with and without a previous version; writes docs/fault-table.md.

const folder = mkdtempSync(join(tmpdir(), 'space-faults-'));
try {
  const runScript = join(import.meta.dirname, '../../run.ts');
  const args = [runScript, 'specs/faults.spec.ts', ...process.argv.slice(2)];
  const env = { ...process.env, FAULT_RESULTS: folder };
  const { status } = spawnSync(process.execPath, args, { env, stdio: 'inherit' });
  process.exitCode = status ?? 1;
  if (status === 0) console.log(`${writeTable(folder)} cases: docs/fault-table.md`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
