import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SHELL, storeError } from '@space/store';
import { buildRelease } from './buildApp.ts';
import { readNotes } from './buildNotes.ts';
import { bringMigrations } from './data/bringMigrations.ts';
import { describeRelease } from './describeRelease.ts';
import { checkSource } from './gate/checkSource.ts';
import { gateAgainstStore, type Candidate } from './gate/gateAgainstStore.ts';
import { refusedRelease } from './gate/refusedRelease.ts';
import { TYPES_FILE } from './gate/releaseTypes.ts';
import { typesOf } from './gate/typesOf.ts';
import { candidateOfUpload } from './candidateOfUpload.ts';
import { readDeclaration, sourceOf } from './places.ts';
import { signedWith } from './signing.ts';
import { publish, type Aim, type Released } from './publish.ts';
import { hashOfSource, noteBuilt } from './sources.ts';
import { quietly, type Step } from './steps.ts';

export interface ReleaseOptions {
  store: string;
  /** The source folder, when it is not the one of this repository. */
  from?: string | undefined;
  /** Take the build that is there, with the types that lie in it. */
  isBuilt?: boolean;
  /** The folder is an archive that was unpacked: it holds such a build, and says where that comes from. */
  isUploaded?: boolean;
  aim?: Aim;
  /** What a person says about it, for the pointer's history. */
  message?: string | undefined;
  /** Who does it, for the log. */
  who?: string | undefined;
  /** Shows what is being done. */
  step?: Step;
}

/**
 * Builds an app, judges the build and puts it into the store: build → gate → files → pointer. The derived files are the
 * next step, and for another app's if need be. Each release builds in a folder of its own: others may build the same source
 * at the same time.
 *
 * Takes the name and where to; returns the record and the pointer before and after. Throws when the build fails, and
 * RefusedRelease when the gate refuses the source or what was built; the store is then as it was.
 */
export async function releaseApp(
  name: string,
  { store, aim = { kind: 'live' }, message, who, step = quietly, ...source }: ReleaseOptions,
): Promise<Released> {
  return withCandidate(name, { ...source, step }, async (candidate) => {
    await step('asking the gate', () => judge(store, candidate));
    return step('putting it into the store', () => publish(store, candidate, aim, { message, who }));
  });
}

/**
 * Does something with what a source or a build would release, while its files are there. Takes the name, what to build or
 * take, and what to do.
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
  if (isUploaded) return action(await candidateOfUpload(name, folder));
  if (isBuilt) return action(await candidateIn(name, folder, join(folder, 'dist')));
  const dist = await mkdtemp(join(tmpdir(), `space-build-${name}-`));
  try {
    const build = () => buildChecked(name, folder, dist);
    return await action(await step(`building ${name}, checking its types and contract`, build));
  } finally {
    await rm(dist, { recursive: true, force: true });
  }
}

/** Builds a source while its own checks run: what they find says more than a build that fails for it. */
async function buildChecked(name: string, folder: string, dist: string): Promise<Candidate> {
  // First, and in a sentence: all else that is found follows from it.
  const { container } = readDeclaration(folder, name === SHELL ? 'shell.json' : 'remote.json');
  if (container === 'enhanced')
    throw storeError(
      `${folder} is built by a tool of its own ("container": "enhanced"). Build it there, and release its dist with --built.`,
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

/** A result that others are waited for with. */
const settled = <T>(work: Promise<T>) =>
  work.then(
    (value) => ({ ok: true, value }) as const,
    (reason: unknown) => ({ ok: false, reason }) as const,
  );

/**
 * What a fresh build would release: its record, and its files with the report of the platform that it was built against among
 * them. Takes the name, the source folder, the hash of the source that was built, and the folder of the build.
 */
export async function candidateOf(
  name: string,
  folder: string,
  source: string,
  dist: string,
): Promise<Candidate> {
  const places = name === SHELL ? {} : readNotes(dist).places;
  const types = await typesOf(folder, places ?? {});
  await writeFile(join(dist, TYPES_FILE), `${JSON.stringify(types, null, 1)}\n`);
  const candidate = await candidateIn(name, folder, dist, source);
  await noteBuilt(name, source, candidate.record.version);
  return candidate;
}

/** What a build that is there would release, with the types that lie in it. */
async function candidateIn(name: string, folder: string, dist: string, source?: string): Promise<Candidate> {
  await bringMigrations(folder, dist);
  const record = await describeRelease(name, folder, new Date(), source, dist);
  return { record, folder: dist, signed: signedWith(record, process.env) };
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
