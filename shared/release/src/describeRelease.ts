import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { CONTRACT_VERSION, NOTES_FILE } from '@space/federation';
import { SHARES } from '@space/federation/shares';
import {
  SHELL,
  checked,
  claimsOf,
  errorMessage,
  filesOf,
  integrityOf,
  isMissing,
  mapOf,
  originSchema,
  storeError,
  type ReleaseRecord,
} from '@space/store';
import { chunksOfRemote, chunksOfShell } from './chunks.ts';
import type { Candidate } from './gate/gate.ts';
import { ROOT, declarationOf, readJson } from './places.ts';

type Origin = Pick<ReleaseRecord, 'commit' | 'source' | 'builtAt'>;
type Own = Omit<ReleaseRecord, 'name' | 'version' | keyof Origin | 'files'>;

const text = z.string().check(z.minLength(1));
const notesSchema = z.object({
  contract: z.int(),
  /** The container's entry, and the scripts that it loads before those of a page. */
  entry: text,
  preload: z.array(text),
  /** What it needs from the shell: import specifier → version range. */
  shares: mapOf(text, text),
  /** The names that it imports from the platform, and for each a place: 'remotes/retro/src/Clock.tsx:3'. */
  uses: z.array(text),
  places: mapOf(text, text),
});
type BuildNotes = z.infer<typeof notesSchema>;

const ADVICE =
  'The preset of @space/federation writes it: use it in vite.config.ts, and build again (`npm run build -- <name>`).';

/** Reads the notes of a remote's build. Takes the build's folder. Throws StoreError with the path and advice. */
export function readBuildNotes(dist: string): BuildNotes {
  const file = join(dist, NOTES_FILE);
  return checked(
    notesSchema,
    readJson(file, ADVICE),
    `${file} is not of our preset (build again: \`npm run build -- <name>\`)`,
  );
}

/** The app-specific fields of a remote's record, from its declaration and the notes of its build. */
async function ofRemote(name: string, folder: string, dist: string, files: readonly string[]): Promise<Own> {
  const { title, pages, navigation, budget } = declarationOf(name, folder);
  const { contract, entry, preload, shares, uses } = readBuildNotes(dist);
  const styles = files.filter((file) => file.endsWith('.css'));
  return {
    title,
    pages: claimsOf(pages),
    ...(navigation && { navigation }),
    budget,
    contract,
    shares,
    uses,
    entry,
    preload,
    styles,
    chunks: chunksOfRemote({ dist, files }, [entry, ...preload, ...styles]),
  };
}

const PLATFORM = join(ROOT, 'shared/platform');
/** The version in the `package.json` of a folder. Throws StoreError with the path if there is none. */
function packageVersion(folder: string): string {
  const file = join(folder, 'package.json');
  const manifest = readJson(file, 'Every app has one, with its version.') as { version?: unknown } | null;
  if (typeof manifest?.version === 'string') return manifest.version;
  throw storeError(`${file} has no version. Add one, as in "version": "0.1.0".`);
}
const versionOfShare = (name: string) =>
  packageVersion(name === '@space/platform' ? PLATFORM : join(ROOT, 'shell/node_modules/react'));

/** The names that the platform exports: its index lists each by name. */
export function namesOfPlatform(): string[] {
  const index = readFileSync(join(PLATFORM, 'src/index.ts'), 'utf8');
  return [...index.matchAll(/^export \{([^}]*)\}/gm)]
    .flatMap(([, list = '']) => list.split(','))
    .map((item) => item.trim().replace(/^.* as /, ''))
    .filter((item) => item !== '' && !item.startsWith('type '))
    .sort();
}

/** The app-specific fields of the shell's record. At run time the modules define the shares (shell/src/load/runtime.ts). */
async function ofShell(folder: string, dist: string, files: readonly string[]): Promise<Own> {
  const { title, pages, budget } = declarationOf(SHELL, folder);
  return {
    title,
    pages: claimsOf(pages),
    budget,
    contract: CONTRACT_VERSION,
    shares: Object.fromEntries(Object.keys(SHARES).map((name) => [name, versionOfShare(name)])),
    uses: namesOfPlatform(),
    entry: 'index.html',
    styles: [],
    preload: [],
    chunks: chunksOfShell({ dist, files }),
  };
}

/**
 * Where a build of this machine comes from: the commit of its source folder, if git knows it, and the time. Takes the folder
 * and the hash of the source, if it is known.
 */
export function originOfSource(folder: string, source?: string): Origin {
  const known = { ...(source !== undefined && { source }), builtAt: new Date().toISOString() };
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    const commit =
      git('rev-parse', '--short=10', 'HEAD') + (git('status', '--porcelain', '--', '.') && '+changes');
    return { commit, ...known };
  } catch {
    return { commit: null, ...known };
  }
}

/**
 * Where an uploaded build comes from, if its archive says so; otherwise the commit is unknown. Takes the folder of the
 * unpacked archive. Throws StoreError if its `origin.json` is invalid.
 */
export async function originOfUpload(folder: string): Promise<Origin> {
  const file = join(folder, 'origin.json');
  try {
    return checked(originSchema, JSON.parse(await readFile(file, 'utf8')), 'This is not an origin');
  } catch (error) {
    if (isMissing(error)) return { commit: null, builtAt: new Date().toISOString() };
    throw storeError(`${file} does not say where the build comes from: ${errorMessage(error)}`, error);
  }
}

/**
 * Creates the release candidate of a build, with the record that the gate checks and the store keeps.
 *
 * Takes the name ('retro', 'shell'), the source folder, the folder of its build, and where the build comes from; returns the
 * candidate. Its version is the package's version followed by a hash of all files, so the same content always has the same
 * version.
 */
export async function describeRelease(
  name: string,
  folder: string,
  dist: string,
  origin: Origin,
): Promise<Candidate> {
  const names = (await filesOf(dist)).filter((file) => file !== NOTES_FILE);
  if (names.length === 0) throw storeError(`There is no build in ${dist}.`);
  const hash = createHash('sha256');
  const files: ReleaseRecord['files'] = {};
  for (const file of names) {
    const bytes = await readFile(join(dist, file));
    hash.update(file).update('\0').update(bytes);
    files[file] = {
      bytes: bytes.byteLength,
      gzip: gzipSync(bytes, { level: 9 }).byteLength,
      integrity: integrityOf(bytes),
    };
  }
  const own = name === SHELL ? await ofShell(folder, dist, names) : await ofRemote(name, folder, dist, names);
  // The declaration is part of the content: a changed page claim is a new version.
  hash.update(JSON.stringify(own));
  const version = `${packageVersion(folder)}-${hash.digest('hex').slice(0, 12)}`;
  const { places = {} } = name === SHELL ? {} : readBuildNotes(dist);
  return { record: { name, version, ...origin, ...own, files }, folder: dist, places };
}
