import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CONTAINERS, CONTRACT_VERSION } from '@space/federation';
import { namesOfShare } from '@space/federation/moduleNames';
import { SHARES } from '@space/federation/shares';
import { SHELL, claimsOf, filesOf, integrityOf, storeError } from '@space/store';
import type { ReleaseRecord } from '@space/store';
import { chunksOfRemote, chunksOfShell } from './chunksOf.ts';
import { ROOT, readDeclaration } from './places.ts';

/** Said by the record; a browser never asks for them. */
const BUILD_NOTES = /^(mf-manifest|mf-stats)\.json$/;

/** The part of the plugin's `mf-manifest.json` that decides what a release needs. */
export interface FederationManifest {
  contract: number;
  uses: string[];
  metaData: { pluginVersion: string; remoteEntry: { name: string } };
  shared: { name: string; requiredVersion: string }[];
  exposes: { path: string; assets: { js: { sync: string[] } } }[];
}

type Own = Omit<ReleaseRecord, 'name' | 'version' | 'commit' | 'builtAt' | 'files'>;

/** What a remote's record says of itself, from its declaration and from what its build says. */
function ofRemote(name: string, folder: string, files: readonly string[]): Own {
  const { name: declared, title, pages, budget } = readDeclaration(folder);
  if (declared !== name) throw storeError(`remote.json in ${folder} declares ${declared}, not ${name}.`);
  // Written by the build.
  const text = readFileSync(join(folder, 'dist', 'mf-manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as FederationManifest;
  const routes = manifest.exposes.find(({ path }) => path === './routes');
  if (!routes) throw new TypeError(`The build in ${folder} does not expose ./routes`);
  return {
    title,
    pages: claimsOf(pages),
    budget,
    contract: manifest.contract,
    plugin: manifest.metaData.pluginVersion,
    shares: Object.fromEntries(manifest.shared.map(({ name, requiredVersion }) => [name, requiredVersion])),
    uses: manifest.uses,
    entry: manifest.metaData.remoteEntry.name,
    styles: files.filter((file) => file.endsWith('.css')),
    preload: routes.assets.js.sync,
    chunks: chunksOfRemote(folder, [manifest.metaData.remoteEntry.name, ...routes.assets.js.sync]),
  };
}

const PLATFORM = join(ROOT, 'shared/platform');
/** A package's `package.json`, taken at its word. */
const versionIn = (folder: string) =>
  (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
const versionOfShare = (name: string) =>
  versionIn(name === '@space/platform' ? PLATFORM : join(ROOT, 'shell/node_modules/react'));

/** What the shell shares, the browser finds in the modules themselves (shell/src/load/shared.ts). */
function ofShell(folder: string): Own {
  const { title, pages, budget } = readDeclaration(folder, 'shell.json');
  return {
    title,
    pages: claimsOf(pages),
    budget,
    contract: CONTRACT_VERSION,
    plugin: CONTAINERS.join(' '),
    shares: Object.fromEntries(Object.keys(SHARES).map((name) => [name, versionOfShare(name)])),
    uses: namesOfShare('@space/platform', join(PLATFORM, 'src/index.ts')).sort(),
    entry: 'index.html',
    styles: [],
    preload: [],
    chunks: chunksOfShell(folder),
  };
}

/** The commit that a folder was built from; null where git does not know it. */
function commitOf(folder: string): string | null {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return git('rev-parse', '--short=10', 'HEAD') + (git('status', '--porcelain', '--', '.') && '+changes');
  } catch {
    return null;
  }
}

/**
 * Describes a build: what the store keeps of it and what the gate judges.
 *
 * Takes the name ('retro', 'shell') and the source folder whose `dist` holds the build; returns the record. The version
 * is the package's, with the hash of all files: the same content always has the same one.
 */
export async function describeRelease(name: string, folder: string, now: Date): Promise<ReleaseRecord> {
  const dist = join(folder, 'dist');
  const names = (await filesOf(dist)).filter((file) => !BUILD_NOTES.test(file));
  if (names.length === 0) throw storeError(`There is no build in ${dist}.`);
  const content = createHash('sha256');
  const files: ReleaseRecord['files'] = {};
  for (const file of names) {
    const bytes = await readFile(join(dist, file));
    content.update(file).update('\0').update(bytes);
    files[file] = {
      bytes: bytes.byteLength,
      gzip: gzipSync(bytes, { level: 9 }).byteLength,
      integrity: integrityOf(bytes),
    };
  }
  const own = name === SHELL ? ofShell(folder) : ofRemote(name, folder, names);
  // The declaration is part of what is released: a changed claim is another release.
  content.update(JSON.stringify(own));
  return {
    name,
    version: `${versionIn(folder)}-${content.digest('hex').slice(0, 12)}`,
    commit: commitOf(folder),
    builtAt: now.toISOString(),
    ...own,
    files,
  };
}

/** The source folder of the shell or of a remote of this repository. */
export function sourceOf(name: string): string {
  return name === SHELL ? join(ROOT, 'shell') : join(ROOT, 'remotes', name);
}
