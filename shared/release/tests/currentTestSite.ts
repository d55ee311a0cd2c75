import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { SHELL, readPointer, readRecord, withLock } from '@space/store';
import { isOperatePageBuilt } from '../src/operatePage.ts';
import { REMOTES, ROOT, TEST_SITE } from '../src/places.ts';
import { isOfThisSource } from '../src/sources.ts';

async function isLiveOfThisSource(name: string): Promise<boolean> {
  const { live } = await readPointer(TEST_SITE, name);
  return live !== null && isOfThisSource(await readRecord(TEST_SITE, name, live.version));
}

/**
 * The store of the tests, for one that is run by itself: made anew where there is none, or one of other sources. Of several
 * processes that ask, one makes it. Returns its folder.
 */
export async function currentTestSite(): Promise<string> {
  const place = dirname(TEST_SITE);
  await mkdir(place, { recursive: true });
  await withLock(place, async () => {
    const names = [SHELL, ...REMOTES.map(({ name }) => name)];
    const isCurrent = await Promise.all([isOperatePageBuilt(), ...names.map(isLiveOfThisSource)]);
    if (!isCurrent.includes(false)) return;
    // A build is for production where nothing says that it is for tests.
    const { VITEST: _, NODE_ENV: __, ...env } = process.env;
    await promisify(execFile)(process.execPath, [join(ROOT, 'shared/release/src/testSite.ts')], { env });
  });
  return TEST_SITE;
}
