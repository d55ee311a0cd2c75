import { mkdir, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { SHELL, errorMessage } from '@space/store';
import { REMOTES, ROOT, TEST_SITE, UNREADABLE } from './places.ts';
import { buildMany, buildOperatePage, releaseBuilt } from './releaseMany.ts';

// `npm run build [-- names]`: builds the named apps, or the shell and all remotes. Nothing is released.
// `npm run build -- packages`: packs what a repository of one's own installs.
// `npm run build -- test-site`: builds the store that tests use.

const ALL = [SHELL, ...[...REMOTES, ...UNREADABLE].map(({ name }) => name)];

function throwIfAny(failures: readonly { reason: string }[]): void {
  if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join('\n'));
}

/** Builds apps. Throws an Error with the reason of each that is not there or does not build. */
async function build(names: readonly string[]) {
  const { candidates, failures } = await buildMany(names);
  throwIfAny(failures);
  return candidates;
}

/**
 * Builds one release of each app of this checkout into a folder of its own, so that no test depends on what a person released,
 * and no test run changes what a person serves. It is built in a draft folder and swapped in.
 */
async function buildTestSite(): Promise<void> {
  const draft = `${TEST_SITE}.draft-${process.pid}`;
  try {
    await mkdir(draft, { recursive: true });
    await buildOperatePage();
    throwIfAny((await releaseBuilt(draft, await build(ALL))).failures);
    await rm(TEST_SITE, { recursive: true, force: true });
    await rename(draft, TEST_SITE);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

const names = process.argv.slice(2);
try {
  if (names.join() === 'packages') {
    const { packPackages } = await import('./packages/packPackages.ts');
    for (const file of await packPackages(join(ROOT, 'dist', 'packages'))) console.log(relative('.', file));
  } else if (names.join() === 'test-site') await buildTestSite();
  else await build(names.length === 0 ? ALL : names);
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
