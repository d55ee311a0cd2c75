import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import { CONTRACT_VERSION, NOTES_FILE } from '@space/federation';
import { SHARES } from '@space/federation/shares';
import {
  SHELL,
  claimsOf,
  filesOf,
  integrityOf,
  mapOf,
  originSchema,
  storeError,
  type ReleaseRecord,
} from '@space/store';
import type { Candidate } from './gate/gate.ts';
import { chunksOfRemote, chunksOfShell } from './pageFiles.ts';
import { ROOT, placeOf, readDeclaration, readJson } from './places.ts';

type Origin = Pick<ReleaseRecord, 'commit' | 'source' | 'builtAt'>;
type Own = Pick<ReleaseRecord, 'contract' | 'shares' | 'uses' | 'entry' | 'preload' | 'styles' | 'chunks'> &
  Required<Pick<Candidate, 'places'>>;

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

/** Reads the notes that our preset has written into a remote's build. Takes the build's folder. Throws StoreError. */
export const readBuildNotes = (dist: string): z.infer<typeof notesSchema> =>
  readJson(
    join(dist, NOTES_FILE),
    notesSchema,
    'The preset of @space/federation writes it: use it in vite.config.ts, and build again (`npm run build -- <name>`).',
  );

const PLATFORM = join(ROOT, 'shared/platform');

const packageVersion = (folder: string): string =>
  readJson(join(folder, 'package.json'), z.object({ version: text }), 'Every app has one, with its version.')
    .version;

/** The names that the platform exports: its index lists each by name. */
export function namesOfPlatform(): string[] {
  const index = readFileSync(join(PLATFORM, 'src/index.ts'), 'utf8');
  return [...index.matchAll(/^export \{([^}]*)\}/gm)]
    .flatMap(([, list = '']) => list.split(','))
    .map((item) => item.trim().replace(/^.* as /, ''))
    .filter((item) => item !== '' && !item.startsWith('type '))
    .sort();
}

/** What the shell offers. At run time the modules define the shares (shell/src/load/runtime.ts). */
function ofShell(dist: string, files: readonly string[]): Own {
  const folderOf = (share: string) =>
    share === '@space/platform' ? PLATFORM : join(ROOT, 'shell/node_modules/react');
  return {
    contract: CONTRACT_VERSION,
    shares: Object.fromEntries(Object.keys(SHARES).map((name) => [name, packageVersion(folderOf(name))])),
    uses: namesOfPlatform(),
    entry: 'index.html',
    preload: [],
    styles: [],
    chunks: chunksOfShell({ dist, files }),
    places: {},
  };
}

function ofRemote(dist: string, files: readonly string[]): Own {
  const notes = readBuildNotes(dist);
  const styles = files.filter((file) => file.endsWith('.css'));
  const chunks = chunksOfRemote({ dist, files }, [notes.entry, ...notes.preload, ...styles]);
  return { ...notes, styles, chunks };
}

/** Where a build of this machine comes from: the commit, if git knows it, and the hash of the source, if it is given. */
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

/** Where an uploaded build comes from, if its archive says so. Throws StoreError if its `origin.json` is invalid. */
export function originOfUpload(folder: string): Origin {
  const file = join(folder, 'origin.json');
  const unknown = { commit: null, builtAt: new Date().toISOString() };
  return existsSync(file) ? readJson(file, originSchema, '') : unknown;
}

/**
 * Creates the candidate of a build, with its record. The version is that of the package and a hash of all files: the same
 * content always has the same version. `source`: the source folder as refusals name it. Throws StoreError.
 */
export async function describeRelease(
  name: string,
  folder: string,
  dist: string,
  origin: Origin,
  source = placeOf(folder),
): Promise<Candidate> {
  const names = (await filesOf(dist)).filter((file) => file !== NOTES_FILE);
  if (names.length === 0) throw storeError(`There is no build in ${dist}.`);
  const hash = createHash('sha256');
  const files: ReleaseRecord['files'] = {};
  for (const file of names) {
    const bytes = await readFile(join(dist, file));
    hash.update(`${file}\0`).update(bytes);
    const gzip = gzipSync(bytes, { level: 9 }).byteLength;
    files[file] = { bytes: bytes.byteLength, gzip, integrity: integrityOf(bytes) };
  }
  const { title, pages, navigation, budget } = readDeclaration(folder, name);
  const { places, ...own } = (name === SHELL ? ofShell : ofRemote)(dist, names);
  const described = { title, pages: claimsOf(pages), ...(navigation && { navigation }), budget, ...own };
  // The declaration is part of the content: a changed page claim is a new version.
  hash.update(JSON.stringify(described));
  const version = `${packageVersion(folder)}-${hash.digest('hex').slice(0, 12)}`;
  return { record: { name, version, ...origin, ...described, files }, folder: dist, source, places };
}
