import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  SHELL,
  addRelease,
  goLive,
  movePointer,
  stageRelease,
  startCanary,
  storeError,
  type Moved,
  type Pointer,
  type ReleaseRecord,
} from '@space/store';
import { buildRelease } from './buildApp.ts';
import { readBuildManifest } from './buildManifest.ts';
import { describeRelease, originOfSource, originOfUpload } from './describeRelease.ts';
import { checkSource } from './gate/checkSource.ts';
import { gateAgainstStore, type Candidate } from './gate/rules.ts';
import { refusedRelease } from './gate/refusedRelease.ts';
import { readDeclaration, sourceOf } from './places.ts';
import { hashOfSource, recordBuild } from './sources.ts';
import { quietly, type Step } from './steps.ts';

/**
 * Where a release goes once the gate let it through: live for everyone, staged beside what is live, or as a canary to a
 * percentage of devices.
 */
export type Destination = 'live' | 'staged' | number;

export interface ReleaseOptions {
  store: string;
  /** The source folder; default: the app's folder in this repository. */
  from?: string | undefined;
  /** Release the existing build in the source's `dist`. */
  isBuilt?: boolean;
  /** The folder is an unpacked archive: it contains a build and, optionally, its origin. */
  isUploaded?: boolean;
  /** Where it goes; by default it goes live. */
  to?: Destination | undefined;
  /** A person's message for the pointer's history. */
  message?: string | undefined;
  /** The person or token that releases, for the history. */
  who?: string | undefined;
  /** Shows the current step. */
  step?: Step;
}

/** A release in the store, with the pointer before and after it. */
export interface Released extends Moved {
  record: ReleaseRecord;
}

/**
 * Releases an app: build → gate → files → pointer → pages. Each release builds in a folder
 * of its own, so that the same source can be built several times in parallel.
 *
 * Takes the name and the options; returns the record and the pointer before and after. Throws when the build fails, and
 * RefusedRelease when the gate refuses the source or the build; the store is then unchanged.
 */
export async function releaseApp(
  name: string,
  { store, to, message, who, step = quietly, ...source }: ReleaseOptions,
): Promise<Released> {
  return withCandidate(name, { ...source, step }, async (candidate) => {
    await step('running the gate', () => enforceGate(store, candidate));
    return step('storing the release', () => publish(store, candidate, { to, message, who }));
  });
}

/**
 * Creates the release candidate of a source or an existing build and passes it to a callback; its temporary files exist only
 * until the callback ends. Takes the name, the source options and the callback.
 */
export async function withCandidate<T>(
  name: string,
  {
    from,
    isBuilt = false,
    isUploaded = false,
    step = quietly,
  }: Pick<ReleaseOptions, 'from' | 'isBuilt' | 'isUploaded' | 'step'>,
  action: (candidate: Candidate) => Promise<T>,
): Promise<T> {
  const folder = from ?? sourceOf(name);
  if (isBuilt || isUploaded) {
    const dist = join(folder, 'dist');
    const origin = isUploaded ? await originOfUpload(folder) : originOfSource(folder);
    return action(candidateFor(await describeRelease(name, folder, dist, origin), dist));
  }
  const dist = await mkdtemp(join(tmpdir(), `space-build-${name}-`));
  try {
    const build = () => buildChecked(name, folder, dist);
    return await action(await step(`building ${name}, checking its types and contract`, build));
  } finally {
    await rm(dist, { recursive: true, force: true });
  }
}

/** Builds a source while its own checks run. Their refusals take precedence: they are more precise than a build error. */
async function buildChecked(name: string, folder: string, dist: string): Promise<Candidate> {
  // Checked first, with a message of its own: all other errors would follow from it.
  const { container } = readDeclaration(folder, name === SHELL ? 'shell.json' : 'remote.json');
  if (container === 'enhanced')
    throw storeError(
      `${folder} has its own build tool ("container": "enhanced"). Build it with that tool, then release its dist with --built.`,
    );
  const source = await hashOfSource(folder);
  const [built, refusals] = await Promise.all([
    settled(buildRelease(name, folder, dist).then(() => candidateOf(name, folder, source, dist))),
    checkSource(name, folder),
  ]);
  const version = built.ok ? built.value.record.version : `in ${folder}`;
  if (refusals.length > 0) throw refusedRelease({ name, version }, refusals);
  if (!built.ok) throw built.reason;
  return built.value;
}

/** Turns a rejection into a value, so that `Promise.all` waits for the other promises as well. */
const settled = <T>(work: Promise<T>) =>
  work.then(
    (value) => ({ ok: true, value }) as const,
    (reason: unknown) => ({ ok: false, reason }) as const,
  );

/**
 * Creates the release candidate of a fresh build. Takes the name, the source folder, the hash of the built source, and the build's folder.
 */
export async function candidateOf(
  name: string,
  folder: string,
  source: string,
  dist: string,
): Promise<Candidate> {
  const record = await describeRelease(name, folder, dist, originOfSource(folder, source));
  await recordBuild(name, source, record.version);
  return candidateFor(record, dist);
}

/** Adds what the build's manifest knows about the source. */
const candidateFor = (record: ReleaseRecord, folder: string): Candidate => ({
  record,
  folder,
  ...(record.name !== SHELL && { places: readBuildManifest(folder).places ?? {} }),
});

/** Throws RefusedRelease if the gate refuses a release. Takes the store, the release, and those that go live with it. */
export async function enforceGate(
  store: string,
  candidate: Candidate,
  together: readonly Candidate[] = [],
): Promise<void> {
  const refusals = await gateAgainstStore(store, candidate, together);
  if (refusals.length > 0) throw refusedRelease(candidate.record, refusals);
}

/**
 * Adds a release that has passed the gate to the store and moves the pointer. Takes the store, the release, and the options
 * of the same names of `releaseApp`. Throws StoreError if the store refuses one of the two.
 */
export async function publish(
  store: string,
  { record, folder }: Candidate,
  { to = 'live', message, who }: Pick<ReleaseOptions, 'to' | 'message' | 'who'> = {},
): Promise<Released> {
  const { name, version } = record;
  if (to === 'staged') return { record, ...(await stageRelease(store, record, folder, { message, who })) };
  await addRelease(store, record, folder);
  const move = (pointer: Pointer) => {
    // Read while the pointer is locked: another process may have moved it while this one waited.
    const now = new Date();
    return to === 'live'
      ? goLive(pointer, version, now, message)
      : startCanary(pointer, version, to, now, message);
  };
  return { record, ...(await movePointer(store, name, move, { who })) };
}
