import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { SHELL, publish, storeError, type Destination } from '@space/store';
import { describeRelease, originOfSource, originOfUpload } from './describeRelease.ts';
import { checkSource } from './gate/checkSource.ts';
import { enforceGate, type Candidate } from './gate/gate.ts';
import { DEVELOPMENT, ROOT, readDeclaration, requireInstalled, sourceOf } from './places.ts';
import { hashOfSource, recordBuild } from './sources.ts';
import { prerenderWords, quietly, runProcess, type Running, type Step } from './steps.ts';

interface SourceOptions {
  /** The source folder; default: the app's folder in this repository. */
  from?: string | undefined;
  /** Release the existing build in the source's `dist`. */
  isBuilt?: boolean;
  /** The folder is an unpacked archive: it contains a build and, optionally, its origin. */
  isUploaded?: boolean;
  step?: Step;
}

interface ReleaseOptions extends SourceOptions {
  store: string;
  to?: Destination | undefined;
  /** For the pointer's history: why it is released, and by which person or token. */
  message?: string | undefined;
  who?: string | undefined;
}

/** A release in the store, with the pointer before and after it and what became of the pages. */
export type Released = Awaited<ReturnType<typeof releaseApp>>;

/**
 * Releases an app: declaration → build and checks → record → gate → store → pointer → pages. Throws StoreError when the build
 * fails or takes too long, and RefusedRelease when the gate refuses the source or the build; the store is then unchanged.
 */
export const releaseApp = (name: string, options: ReleaseOptions) =>
  withCandidate(name, options, async (candidate) => {
    const { store, to = 'live', step = quietly } = options;
    const { record, folder } = candidate;
    await step('running the gate', () => enforceGate(store, candidate));
    const moved = await step('storing the release', () => publish(store, record, folder, to, options));
    return { record, ...moved };
  });

/** Creates the candidate of a build, or of a source: its files are temporary, as it may be built several times in parallel. */
export async function withCandidate<T>(
  name: string,
  { from, isBuilt = false, isUploaded = false, step = quietly }: SourceOptions,
  action: (candidate: Candidate) => Promise<T>,
): Promise<T> {
  const folder = sourceOf(name, from);
  // Read first, with a message of its own: all other errors would follow from it.
  readDeclaration(folder, name);
  const built = join(folder, 'dist');
  if (isUploaded) return action(await describeRelease(name, folder, built, originOfUpload(folder), ''));
  if (isBuilt) return action(await describeRelease(name, folder, built, originOfSource(folder)));
  const dist = await mkdtemp(join(tmpdir(), `space-build-${name}-`));
  try {
    const candidate = await step(`building ${name}, checking its types and pages`, async () => {
      const ending = new AbortController();
      const checking = checkSource(name, folder);
      // After a syntax error the federation plugin waits ten seconds for the module.
      checking.catch(() => ending.abort());
      const building = buildCandidate(name, folder, dist, ending.signal);
      // What the checks find is more precise than an error of the build.
      await Promise.allSettled([building, checking]);
      return checking.then(() => building);
    });
    return await action(candidate);
  } finally {
    await rm(dist, { recursive: true, force: true });
  }
}

/** Builds all that a release contains, prerendered pages too. Throws StoreError with the output of a build that fails. */
export async function buildCandidate(name: string, folder: string, dist: string, signal?: AbortSignal) {
  const source = await hashOfSource(folder);
  await buildApp(folder, dist, { signal });
  // A production React cannot refresh components, which developing a remote in the released site requires.
  if (name === SHELL) await buildApp(folder, join(dist, DEVELOPMENT), { mode: DEVELOPMENT, signal });
  const words = prerenderWords('pagesOf', name, folder, dist);
  await run(folder, words, `Rendering the public pages of ${name}`, { signal });
  const candidate = await describeRelease(name, folder, dist, originOfSource(folder, source));
  await recordBuild(name, source, candidate.record.version);
  return candidate;
}

/** The lines that the bundler and Node print around an error: stack frames, headings and internals. */
const TOOL_NOISE =
  /^\s+at |^\s*$|^\[Module Federation\]|^✗ |^error during build|^Build failed with|^\s+errors: \[Getter|^}$|^Node\.js v|^file:.*node_modules/;

/** Runs a build tool in a process of its own. Throws StoreError with its output, reduced to the error, when it fails. */
async function run(folder: string, args: readonly string[], what: string, given: Running): Promise<void> {
  const running = { mode: 'production', ...given };
  const { isDone, stdout, stderr } = await runProcess(args, resolve(ROOT, folder), what, running);
  const output = stripVTControlCharacters(stdout + stderr).trim();
  const lines = output.split('\n').filter((line) => !TOOL_NOISE.test(line));
  if (!isDone) throw storeError(`${folder} does not build:\n${lines.join('\n')}`);
  if (output !== '') console.warn(`${folder}: ${output}`);
}

/**
 * Builds one app with its own Vite configuration, in a separate process: the federation plugin keeps state per process. Throws
 * StoreError with the output of a build that fails.
 */
export async function buildApp(folder: string, outDir?: string, given: Running = {}): Promise<void> {
  const cwd = resolve(ROOT, folder);
  requireInstalled(cwd);
  const vite = join(cwd, 'node_modules', 'vite', 'bin', 'vite.js');
  const into = outDir === undefined ? [] : ['--outDir', outDir, '--emptyOutDir'];
  await run(folder, [vite, 'build', '--logLevel', 'warn', ...into], `Building ${folder}`, given);
}
