import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildRelease } from './buildApp.ts';
import { describeRelease, sourceOf } from './describeRelease.ts';
import { gateAgainstStore } from './gate/gateAgainstStore.ts';
import type { Candidate } from './gate/gateAgainstStore.ts';
import { refusedRelease } from './gate/refusedRelease.ts';
import { TYPES_FILE } from './gate/releaseTypes.ts';
import { typesOf } from './gate/typesOf.ts';
import { publish } from './publish.ts';
import type { Aim, Released } from './publish.ts';

export interface ReleaseOptions {
  store: string;
  /** The source folder, when it is not the one of this repository. */
  from?: string | undefined;
  /** Take the build that is there, with the types that lie in it. */
  isBuilt?: boolean;
  aim?: Aim;
  /** What a person says about it, for the pointer's history. */
  message?: string | undefined;
}

/**
 * Builds an app, judges the build and puts it into the store: build → gate → files → pointer. The derived files are the
 * next step, and for another app's if need be.
 *
 * Takes the name and where to; returns the record and the pointer before and after. Throws when the build fails, and
 * RefusedRelease when the gate refuses; the store is then as it was.
 */
export async function releaseApp(
  name: string,
  { store, from, isBuilt = false, aim = { kind: 'live' }, message }: ReleaseOptions,
): Promise<Released> {
  const folder = from ?? sourceOf(name);
  if (!isBuilt) await buildRelease(name, folder);
  const candidate = await (isBuilt ? candidateIn(name, folder) : candidateOf(name, folder));
  await judge(store, candidate);
  return publish(store, candidate, aim, message);
}

/** What a fresh build would release: its record, and its files with the types that it was compiled against among them. */
export async function candidateOf(name: string, folder: string): Promise<Candidate> {
  await writeFile(join(folder, 'dist', TYPES_FILE), `${JSON.stringify(await typesOf(folder), null, 1)}\n`);
  return candidateIn(name, folder);
}

/** What a build that is there would release, with the types that lie in it. */
async function candidateIn(name: string, folder: string): Promise<Candidate> {
  return { record: await describeRelease(name, folder, new Date()), folder: join(folder, 'dist') };
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
