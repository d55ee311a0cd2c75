import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addRelease, goLive, movePointer, startCanary } from '@space/store';
import type { Pointer, ReleaseRecord } from '@space/store';
import { buildRelease } from './buildRelease.ts';
import { describeRelease, sourceOf } from './describeRelease.ts';
import { gateAgainstStore } from './gate/gateAgainstStore.ts';
import type { Candidate } from './gate/gateRelease.ts';
import { refusedRelease } from './gate/refusedRelease.ts';
import { TYPES_FILE } from './gate/releaseTypes.ts';
import { typesOf } from './gate/typesOf.ts';

/** What a release does with the pointer once its files are in the store. */
export type Aim = { kind: 'live' } | { kind: 'canary'; percent: number };

export interface ReleaseOptions {
  store: string;
  /** The source folder, when it is not the one of this repository. */
  from?: string | undefined;
  aim?: Aim;
}

export interface Released {
  record: ReleaseRecord;
  before: Pointer;
  after: Pointer;
}

/**
 * Builds an app, judges the build and puts it into the store: build → gate → files → pointer. The derived files are the
 * next step, and somebody else's if need be.
 *
 * Takes the name and where to; returns the record and the pointer before and after. Throws when the build fails, and
 * RefusedRelease when the gate refuses; the store is then as it was.
 */
export async function releaseApp(name: string, { store, from, aim = { kind: 'live' } }: ReleaseOptions) {
  const folder = from ?? sourceOf(name);
  await buildRelease(name, folder);
  return publishBuild(name, folder, store, aim);
}

/** The part of a release after its build. */
export async function publishBuild(
  name: string,
  folder: string,
  store: string,
  aim: Aim = { kind: 'live' },
): Promise<Released> {
  const candidate = await candidateOf(name, folder);
  await judge(store, candidate);
  return publish(store, candidate, aim);
}

/** What a build would release: its record, and its files with the types that it was compiled against among them. */
export async function candidateOf(name: string, folder: string): Promise<Candidate> {
  const dist = join(folder, 'dist');
  await writeFile(join(dist, TYPES_FILE), `${JSON.stringify(await typesOf(folder), null, 1)}\n`);
  return { record: await describeRelease(name, folder, new Date()), folder: dist };
}

/** Throws RefusedRelease when a release may not go live in a store, with those that go live along with it. */
export async function judge(
  store: string,
  candidate: Candidate,
  together: readonly Candidate[] = [],
): Promise<void> {
  const refusals = await gateAgainstStore(store, candidate, together);
  if (refusals.length > 0) throw refusedRelease(candidate.record, refusals);
}

/** Puts a release that was judged into the store and moves the pointer. */
export async function publish(
  store: string,
  { record, folder }: Candidate,
  aim: Aim = { kind: 'live' },
): Promise<Released> {
  const now = new Date();
  await addRelease(store, record, folder);
  const moved = await movePointer(store, record.name, (pointer) =>
    aim.kind === 'live'
      ? goLive(pointer, record.version, now)
      : startCanary(pointer, record.version, aim.percent, now),
  );
  return { record, ...moved };
}
