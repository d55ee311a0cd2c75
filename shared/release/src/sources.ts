import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { filesOf, type ReleaseRecord } from '@space/store';
import { IS_SITE, ROOT, sourceOf } from './places.ts';

/** Build output, installed packages, tests and documentation: none of them is a source of a release. */
const NOT_SOURCE = /(^|\/)(node_modules|dist|dist-[\w-]+|tests|testing)\/|\.test\.tsx?$|\.md$/;

/** Whether a file of an app is part of what is released. Takes its path in the app's folder. */
export const isSource = (file: string) => !NOT_SOURCE.test(file);

const LOCK_FILES = ['pnpm-lock.yaml', 'package-lock.json', 'yarn.lock', 'bun.lock'];

/** The folders of a package and of its transitive workspace dependencies, itself first. Takes the package's folder. */
function workspacePackages(folder: string, known: string[] = []): string[] {
  if (known.includes(folder)) return known;
  known.push(folder);
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return known;
  // Trusted: a package.json of this repository. `@space/federation`, which builds a remote, is one of the devDependencies.
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>;
  for (const [name, range] of Object.entries({ ...manifest['dependencies'], ...manifest['devDependencies'] }))
    if (range.startsWith('workspace:'))
      workspacePackages(join(ROOT, 'shared', name.replace('@space/', '')), known);
  return known;
}

/** The SHA-256 of what a release is built from: the app, its workspace dependencies, the lock file. Takes the source folder. */
export async function hashOfSource(folder: string): Promise<string> {
  const hash = createHash('sha256');
  for (const file of LOCK_FILES.map((name) => join(ROOT, name)).filter((one) => existsSync(one)))
    hash.update(await readFile(file));
  for (const source of workspacePackages(folder))
    for (const file of (await filesOf(source)).filter(isSource))
      hash.update(`${file}\0`).update(await readFile(join(source, file)));
  return hash.digest('hex');
}

const buildFile = (name: string) => join(ROOT, 'dist', 'built', `${name}.json`);

/** Notes what was built last in the site's repository. Takes the app's name, the hash of its source, and the version. */
export async function recordBuild(name: string, source: string, version: string): Promise<void> {
  if (!IS_SITE) return;
  await mkdir(dirname(buildFile(name)), { recursive: true });
  await writeFile(buildFile(name), JSON.stringify({ source, version }));
}

/** The version of an app's last build, undefined if it was of another source. Takes the app's name and the source's hash. */
export async function versionBuiltFrom(name: string, source: string): Promise<string | undefined> {
  const text = await readFile(buildFile(name), 'utf8').catch(() => '{}');
  // Trusted: written by recordBuild.
  const last = JSON.parse(text) as { source?: string; version?: string };
  return last.source === source ? last.version : undefined;
}

/** Whether a release was built from this checkout's source, or from one that gave the same version. Takes its record. */
export async function isFromCurrentSource({ name, version, source }: ReleaseRecord): Promise<boolean> {
  const current = await hashOfSource(sourceOf(name));
  return current === source || (await versionBuiltFrom(name, current)) === version;
}
