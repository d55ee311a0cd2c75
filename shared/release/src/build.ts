import { mkdir, rename, rm } from 'node:fs/promises';
import { SHELL, derive } from '@space/store';
import { buildRelease } from './buildRelease.ts';
import { sourceOf } from './describeRelease.ts';
import type { Candidate } from './gate/gateRelease.ts';
import { REMOTES, SITE } from './places.ts';
import { candidateOf, judge, publish } from './releaseApp.ts';

// Builds everything and releases what changed into the store of this machine. With `--fresh` the store starts anew, so
// that tests meet one release of each, made aside and swapped in at the end.

const PARALLEL = 2;
const isFresh = process.argv.includes('--fresh');
const store = isFresh ? `${SITE}.draft-${process.pid}` : SITE;

const start = performance.now();
const names = [SHELL, ...REMOTES.map(({ name }) => name)];
const queue = [...names];

async function work(): Promise<void> {
  for (let name = queue.shift(); name !== undefined; name = queue.shift())
    await buildRelease(name, sourceOf(name));
}

try {
  await mkdir(store, { recursive: true });
  await Promise.all(Array.from({ length: PARALLEL }, work));
  const versions: string[] = [];
  // All go live together: each is judged beside the others, not beside what they replace.
  const candidates: Candidate[] = [];
  for (const name of names) candidates.push(await candidateOf(name, sourceOf(name)));
  for (const one of candidates) {
    await judge(
      store,
      one,
      candidates.filter((other) => other !== one),
    );
  }
  for (const candidate of candidates) {
    const { record } = await publish(store, candidate);
    versions.push(`${record.name} ${record.version}`);
  }
  const derived = await derive(store);
  for (const { name, version, reason } of derived?.leftOut ?? [])
    throw new Error(`${name} ${version} cannot go live: ${reason}`);
  if (isFresh) {
    await rm(SITE, { recursive: true, force: true });
    await rename(store, SITE);
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`Built the shell and ${REMOTES.length} remotes in ${seconds} s: ${versions.join(', ')}`);
} catch (error) {
  if (isFresh) await rm(store, { recursive: true, force: true });
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
