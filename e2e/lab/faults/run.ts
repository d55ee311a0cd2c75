import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FAULTS, REMOTE_PAGES } from './faults.ts';
import { TABLE, writeTable } from './table.ts';

// `npm run lab -- faults`: every fault with every remote, with and without a version before it; writes docs/fault-table.md.

const folder = mkdtempSync(join(tmpdir(), 'space-faults-'));

function run(command: string, words: readonly string[], shell = false): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, words, {
      env: { ...process.env, FAULT_RESULTS: folder },
      stdio: 'inherit',
      shell,
    });
    child.on('error', reject);
    child.on('exit', (code) => {
      resolve(code ?? 1);
    });
  });
}

try {
  const browser = fileURLToPath(new URL('../../run.ts', import.meta.url));
  process.exitCode = await run(process.execPath, [browser, 'specs/faults.spec.ts', ...process.argv.slice(2)]);
  if (process.exitCode === 0) {
    const count = writeTable(
      folder,
      FAULTS.map(({ name }) => name),
      REMOTE_PAGES.map(({ remote }) => remote),
    );
    await run('prettier', ['--write', '--log-level=warn', TABLE], process.platform === 'win32');
    console.log(`${count} cases: docs/fault-table.md`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
