import { createRequire } from 'node:module';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { namesOfShare } from './namesOfShare.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'space-names-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('asks a package from outside what it exports', () => {
  const file = createRequire(import.meta.url).resolve('react/jsx-runtime');
  expect(namesOfShare('react/jsx-runtime', file).toSorted()).toEqual(['Fragment', 'jsx', 'jsxs']);
});

test('reads the values that an index of ours lists, and none of its types', async () => {
  const index = join(folder, 'index.ts');
  await writeFile(
    index,
    "export { Link, useDay as useToday } from './all.ts';\nexport type { Notice } from './all.ts';\nexport { type Other, notify } from './all.ts';\n",
  );
  expect(namesOfShare('ours', index)).toEqual(['Link', 'useToday', 'notify']);
});

test('refuses an index that does not list its names', async () => {
  const index = join(folder, 'index.ts');
  await writeFile(index, "export * from './all.ts';\n");
  expect(() => namesOfShare('ours', index)).toThrow('the index of ours must list its names');
});
