import { mkdir, rename, rm } from 'node:fs/promises';
import { SHELL, errorMessage } from '@space/store';
import { REMOTES, TEST_SITE, UNREADABLE } from './places.ts';
import { buildOperatePage } from './firstRelease.ts';
import { buildMany, releaseTogether } from './releaseMany.ts';
import { steps } from './steps.ts';

// Builds the store that tests use: one release of each app of this checkout, in a separate folder, so that no test depends
// on what a person released, and no test run changes what a person serves. It is built in a draft folder and swapped in.

const draft = `${TEST_SITE}.draft-${process.pid}`;
try {
  await mkdir(draft, { recursive: true });
  await steps(1)("building the operator's page", buildOperatePage);
  const built = await buildMany([SHELL, ...REMOTES.map(({ name }) => name)]);
  const failures = [...UNREADABLE, ...built.failures];
  if (failures.length === 0) failures.push(...(await releaseTogether(draft, built.candidates)).failures);
  if (failures.length > 0) throw new Error(failures.map(({ reason }) => reason).join('\n'));
  await rm(TEST_SITE, { recursive: true, force: true });
  await rename(draft, TEST_SITE);
} catch (error) {
  await rm(draft, { recursive: true, force: true });
  console.error(errorMessage(error));
  process.exitCode = 1;
}
