import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesOf, isMissing, type ReleaseRecord } from '@space/store';
import { IS_SITE, ROOT, sourceOf } from './places.ts';

/** Build output, installed packages, tests and documentation: none of them is a source of a release. */
const NOT_SOURCE = /(^|\/)(node_modules|dist|dist-[\w-]+|tests|testing)\/|\.test\.tsx?$|\.md$/;

/** Whether a file of an app is part of what is released. Takes its path in the app's folder. */
export const isSource = (file: string) => !NOT_SOURCE.test(file);

/** The lock files of the package managers that a team may use. */
const LOCK_FILES = ['pnpm-lock.yaml', 'package-lock.json', 'yarn.lock', 'bun.lock'];

/** The folders of a package and of its transitive workspace dependencies, itself first. Takes the package's folder. */
function workspacePackages(folder: string, known: string[] = []): string[] {
  if (known.includes(folder)) return known;
  known.push(folder);
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return known;
  // Trusted: a package.json of this repository.
  const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string> | undefined
  >;
  // devDependencies count too: `@space/federation`, which builds a remote, is one of them.
  for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies }))
    if (range.startsWith('workspace:'))
      workspacePackages(join(ROOT, 'shared', name.replace('@space/', '')), known);
  return known;
}

/**
 * The SHA-256 of the sources that a release is built from: the app's folder, its workspace dependencies, and the lock file.
 * Takes the source folder; returns hex digits.
 */
export async function hashOfSource(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const file of LOCK_FILES.map((name) => join(ROOT, name)).filter((one) => existsSync(one)))
    hash.update(await readFile(file));
  for (const source of workspacePackages(folder)) {
    const files = (await filesOf(source)).filter(isSource);
    for (const file of files)
      hash
        .update(file)
        .update('\0')
        .update(await readFile(join(source, file)));
  }
  return hash.digest('hex');
}

/** The version that each source was built into: `{ <hash of the source>: <version> }`, newest last. */
type BuildLog = Record<string, string>;
const buildLogFile = (name: string) => join(ROOT, 'dist', 'built', `${name}.json`);
const MAX_ENTRIES = 20;

async function readBuildLog(name: string): Promise<BuildLog> {
  try {
    // Trusted: written by recordBuild.
    return JSON.parse(await readFile(buildLogFile(name), 'utf8')) as BuildLog;
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return {};
    throw error;
  }
}

/** Records the version that a source was built into; only in the site's repository. Takes the app's name, hash, version. */
export async function recordBuild(name: string, source: string, version: string): Promise<void> {
  if (!IS_SITE) return;
  const { [source]: _replaced, ...others } = await readBuildLog(name);
  const kept = Object.entries(others).slice(1 - MAX_ENTRIES);
  await mkdir(join(ROOT, 'dist', 'built'), { recursive: true });
  await writeFile(buildLogFile(name), JSON.stringify(Object.fromEntries([...kept, [source, version]])));
}

/** The version that a source was built into; undefined if it was not built here. Takes the app's name and the hash. */
export async function versionBuiltFrom(name: string, source: string): Promise<string | undefined> {
  return (await readBuildLog(name))[source];
}

/** Whether a source is the one that was built last, so `dist` contains its build. Takes the app's name and the hash. */
export async function isLastBuild(name: string, source: string): Promise<boolean> {
  return Object.keys(await readBuildLog(name)).at(-1) === source;
}

/** Whether a release was built from this checkout's source, or from one that gave the same version. Takes its record. */
export async function isFromCurrentSource({
  name,
  version,
  source,
}: Pick<ReleaseRecord, 'name' | 'version' | 'source'>): Promise<boolean> {
  const current = await hashOfSource(sourceOf(name));
  return current === source || (await versionBuiltFrom(name, current)) === version;
}
