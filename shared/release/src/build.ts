import { mkdir, rename, rm } from 'node:fs/promises';
import { SHELL, derive, isStoreError, readPointer } from '@space/store';
import { buildRelease } from './buildApp.ts';
import { sourceOf } from './describeRelease.ts';
import type { Candidate } from './gate/gateAgainstStore.ts';
import { REMOTES, SITE } from './places.ts';
import { isDecided, publish } from './publish.ts';
import { candidateOf, judge } from './releaseApp.ts';

// Builds everything and releases what is new into the store of this machine. What was rolled back, is tried or was halted
// there stays as it is. With `--fresh` the store starts anew, so that tests meet one release of each, made aside and
// swapped in at the end.

const PARALLEL = 2;
const isFresh = process.argv.includes('--fresh');
const store = isFresh ? `${SITE}.draft-${process.pid}` : SITE;

async function buildAll(names: readonly string[]): Promise<Candidate[]> {
  const queue = [...names];
  const work = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift())
      await buildRelease(name, sourceOf(name));
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  const candidates: Candidate[] = [];
  for (const name of names) candidates.push(await candidateOf(name, sourceOf(name)));
  return candidates;
}

/** A pointer that cannot be read hurts its own team alone. */
function sayWhy(error: unknown): null {
  if (!isStoreError(error)) throw error;
  console.error(error.message);
  return null;
}

/** Releases what the store has not decided about; returns it. */
async function releaseNew(candidates: readonly Candidate[]): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (const candidate of candidates) {
    const { name, version } = candidate.record;
    const pointer = await readPointer(store, name).catch(sayWhy);
    if (pointer === null) continue;
    if (!isDecided(pointer, version)) found.push(candidate);
    else if (pointer.live?.version !== version)
      console.log(
        `${name} ${version} is tried, halted or withdrawn here and stays so: npm run store -- releases`,
      );
  }
  // All go live together: each is judged beside the others, not beside what they replace.
  for (const one of found) {
    await judge(
      store,
      one,
      found.filter((other) => other !== one),
    );
  }
  for (const candidate of found) await publish(store, candidate, { kind: 'new' });
  return found;
}

async function derivePages(): Promise<void> {
  const derived = await derive(store);
  for (const { name, version, reason } of derived?.leftOut ?? []) {
    const sentence = `${name} ${version} is not offered: ${reason}`;
    if (isFresh) throw new Error(sentence);
    console.error(sentence);
  }
}

const start = performance.now();
try {
  await mkdir(store, { recursive: true });
  const names = [SHELL, ...REMOTES.map(({ name }) => name)];
  const released = await releaseNew(await buildAll(names));
  await derivePages();
  if (isFresh) {
    await rm(SITE, { recursive: true, force: true });
    await rename(store, SITE);
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const versions = released.map(({ record }) => `${record.name} ${record.version}`).join(', ');
  console.log(
    `Built the shell and ${REMOTES.length} remotes in ${seconds} s. ` +
      (versions === '' ? 'The site has all of it already: nothing changed.' : `New: ${versions}`),
  );
} catch (error) {
  if (isFresh) await rm(store, { recursive: true, force: true });
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
