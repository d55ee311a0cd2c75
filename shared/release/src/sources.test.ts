import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ROOT } from './places.ts';
import { isBuiltLast, noteBuilt, versionBuiltFrom } from './sources.ts';

const NAME = `noted-by-a-test-${process.pid}`;
afterEach(() => rm(join(ROOT, 'dist', 'built', `${NAME}.json`), { force: true }));

test('a source that was built before another one is known, and is not what was built last', async () => {
  await noteBuilt(NAME, 'one', '1.0.0');
  await noteBuilt(NAME, 'two', '2.0.0');
  expect(await versionBuiltFrom(NAME, 'one')).toBe('1.0.0');
  expect(await Promise.all(['one', 'two'].map((source) => isBuiltLast(NAME, source)))).toEqual([false, true]);

  await noteBuilt(NAME, 'one', '1.0.0');
  expect(await isBuiltLast(NAME, 'one')).toBe(true);
});
