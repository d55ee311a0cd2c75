import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesOf, isMissing, type ReleaseRecord } from '@space/store';
import { IS_SITE, ROOT, sourceOf } from './places.ts';

/** What is built, installed or only tested is no source of a release. */
const NO_SOURCE = /(^|\/)(node_modules|dist|dist-[\w-]+|tests|testing|siege)\/|\.test\.tsx?$|\.md$/;

/** What says which packages from outside a build takes: one of them is there, as a team installs them. */
const LOCK_FILES = ['pnpm-lock.yaml', 'package-lock.json', 'yarn.lock', 'bun.lock'];

/** The folders of the packages of this repository that a package depends on, itself first. Takes a source folder. */
function packagesBehind(folder: string, known: string[] = []): string[] {
  if (known.includes(folder)) return known;
  known.push(folder);
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return known;
  // A package.json, taken at its word.
  const { dependencies, devDependencies } = JSON.parse(readFileSync(file, 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string> | undefined
  >;
  // What builds a remote (`@space/federation`) is among the second.
  for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies }))
    if (range.startsWith('workspace:'))
      packagesBehind(join(ROOT, 'shared', name.replace('@space/', '')), known);
  return known;
}

/**
 * The SHA-256 of the sources that a release is built from: the app's folder, the packages of this repository that it depends
 * on, and the lock file. Takes the source folder; returns hex digits.
 */
export async function hashOfSource(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const file of LOCK_FILES.map((name) => join(ROOT, name)).filter((one) => existsSync(one)))
    hash.update(await readFile(file));
  for (const place of packagesBehind(folder)) {
    const files = (await filesOf(place)).filter((file) => !NO_SOURCE.test(file));
    for (const file of files)
      hash
        .update(file)
        .update('\0')
        .update(await readFile(join(place, file)));
  }
  return hash.digest('hex');
}

/** What sources of this checkout were built into: `{ <hash of the source>: <version> }`, newest last. */
type Built = Record<string, string>;
const notesOf = (name: string) => join(ROOT, 'dist', 'built', `${name}.json`);
const MOST_NOTES = 20;

async function readBuilt(name: string): Promise<Built> {
  try {
    // Written below.
    return JSON.parse(await readFile(notesOf(name), 'utf8')) as Built;
  } catch (error) {
    if (isMissing(error) || error instanceof SyntaxError) return {};
    throw error;
  }
}

/** Notes which version a source became, in the site's repository alone: another source may become the same one. Takes the app's name, the hash, the version. */
export async function noteBuilt(name: string, source: string, version: string): Promise<void> {
  if (!IS_SITE) return;
  const { [source]: _again, ...built } = await readBuilt(name);
  const kept = Object.entries(built).slice(1 - MOST_NOTES);
  await mkdir(join(ROOT, 'dist', 'built'), { recursive: true });
  await writeFile(notesOf(name), JSON.stringify(Object.fromEntries([...kept, [source, version]])));
}

/** The version that a source became on this machine; undefined when it was not built here. Takes the app's name and the hash. */
export async function versionBuiltFrom(name: string, source: string): Promise<string | undefined> {
  return (await readBuilt(name))[source];
}

/** Whether a source is what was built last on this machine: what lies in `dist` is of it. Takes the app's name and the hash. */
export async function isBuiltLast(name: string, source: string): Promise<boolean> {
  return Object.keys(await readBuilt(name)).at(-1) === source;
}

/** Whether a release was built from the source of this checkout, or the same would come of it. Takes its record. */
export async function isOfThisSource({
  name,
  version,
  source,
}: Pick<ReleaseRecord, 'name' | 'version' | 'source'>): Promise<boolean> {
  const now = await hashOfSource(sourceOf(name));
  return now === source || (await versionBuiltFrom(name, now)) === version;
}
