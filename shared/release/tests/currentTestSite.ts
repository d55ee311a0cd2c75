import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { SHELL, readPointer, readRecord, withLock } from '@space/store';
import { REMOTES, ROOT, TEST_SITE } from '../src/places.ts';
import { isOperatePageBuilt } from '../src/releaseMany.ts';
import { isFromCurrentSource } from '../src/sources.ts';

async function isLiveCurrent(name: string): Promise<boolean> {
  const { live } = await readPointer(TEST_SITE, name);
  return live !== null && isFromCurrentSource(await readRecord(TEST_SITE, name, live.version));
}

/**
 * The store of the tests, for a test file that is run on its own: built if it is missing or out of date. If several
 * processes call this, only one builds it. Returns its folder.
 */
export async function currentTestSite(): Promise<string> {
  const parent = dirname(TEST_SITE);
  await mkdir(parent, { recursive: true });
  await withLock(parent, async () => {
    const names = [SHELL, ...REMOTES.map(({ name }) => name)];
    const isCurrent = await Promise.all([isOperatePageBuilt(), ...names.map(isLiveCurrent)]);
    if (!isCurrent.includes(false)) return;
    // Without these variables the build is a production build.
    const { VITEST: _, NODE_ENV: __, ...env } = process.env;
    await promisify(execFile)(process.execPath, [join(ROOT, 'shared/release/src/build.ts'), 'test-site'], {
      env,
    });
  });
  return TEST_SITE;
}
