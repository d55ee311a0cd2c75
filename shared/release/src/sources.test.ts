import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ROOT } from './places.ts';
import { isLastBuild, recordBuild, versionBuiltFrom } from './sources.ts';

const NAME = `noted-by-a-test-${process.pid}`;
afterEach(() => rm(join(ROOT, 'dist', 'built', `${NAME}.json`), { force: true }));

test('remembers earlier builds of a remote, and knows which source was built last', async () => {
  await recordBuild(NAME, 'one', '1.0.0');
  await recordBuild(NAME, 'two', '2.0.0');
  expect(await versionBuiltFrom(NAME, 'one')).toBe('1.0.0');
  expect(await Promise.all(['one', 'two'].map((source) => isLastBuild(NAME, source)))).toEqual([false, true]);

  await recordBuild(NAME, 'one', '1.0.0');
  expect(await isLastBuild(NAME, 'one')).toBe(true);
});
