import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('five kills (`kill -9`) during writes lose no acknowledged change', async () => {
  const programme = join(import.meta.dirname, 'kills.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [programme, '5']);
  expect(stdout).toMatch(/^5 kills, \d{3,} acknowledged changes, 0 lost or wrong$/m);
});
