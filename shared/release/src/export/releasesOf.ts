import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import {
  SHELL,
  alteredFile,
  filesOf,
  folderOf,
  isMissing,
  isStoreError,
  originalOf,
  readPreviews,
  readRecord,
  remotesIn,
  storeError,
  versionsOf,
  type ReleaseRecord,
} from '@space/store';
import type { Registry } from '@space/federation';

/** A release in an export: its folder, and its files with the hashes from its record (null: not in the record). */
export interface ExportedRelease {
  name: string;
  version: string;
  folder: string;
  files: Record<string, string | null>;
}

/** Browsers do not request the HTML files of a release: `derive` creates the pages from them. */
const isForBrowsers = (file: string) => !file.endsWith('.html');

/** Whether every file is really inside the folder: a link in a team's folder must not expose other files of the machine. */
async function hasNoLinks(folder: string, files: readonly string[]): Promise<boolean> {
  const root = await realpath(folder);
  const paths = await Promise.all(
    files.map((file) =>
      realpath(join(folder, file)).catch((error: unknown) => {
        if (isMissing(error)) return '';
        throw error;
      }),
    ),
  );
  return paths.every((path) => path.startsWith(root + sep));
}

/** Reads a release; returns a message if it is damaged. */
async function readRelease(store: string, name: string, version: string): Promise<ExportedRelease | string> {
  const folder = join(folderOf(store, name), version);
  const record: ReleaseRecord | Error = await readRecord(store, name, version).catch((error: unknown) => {
    if (isStoreError(error)) return error;
    throw error;
  });
  if (record instanceof Error) return record.message;
  const names = Object.keys(record.files);
  const compressed = (await filesOf(folder)).filter((file) => originalOf(file, record.files) !== null);
  if (!(await hasNoLinks(folder, ['release.json', ...names, ...compressed])))
    return 'one of its files is a symbolic link';
  const altered = await alteredFile(folder, record.files);
  if (altered !== null) return `${altered} does not match its record`;
  const hashes = names.map((file): [string, string | null] => [file, record.files[file]?.integrity ?? null]);
  const unhashed = ['release.json', ...compressed].map((file): [string, null] => [file, null]);
  const files = [...hashes, ...unhashed].filter(([file]) => isForBrowsers(file.replace(/\.(br|gz)$/, '')));
  return { name, version, folder, files: Object.fromEntries(files) };
}

/**
 * Reads every intact release of a store except those that exist only for previews. Older releases are included because open
 * tabs request them. Takes the store and its registry; throws StoreError if a release that visitors get is damaged.
 */
export async function releasesOf(store: string, { shell, remotes }: Registry) {
  const releases: ExportedRelease[] = [];
  const notes: string[] = [];
  for (const name of [SHELL, ...(await remotesIn(store))]) {
    const { live, previous, canary } = remotes[name] ?? {};
    const offered = name === SHELL ? [shell] : [live?.version, previous?.version, canary?.release.version];
    const previews = await readPreviews(store, name);
    const previewOnly = previews.filter(({ isOwn }) => isOwn).map(({ version }) => version);
    const versions = await versionsOf(store, name);
    for (const version of versions.filter((one) => offered.includes(one) || !previewOnly.includes(one))) {
      const release = await readRelease(store, name, version);
      if (typeof release !== 'string') releases.push(release);
      else if (offered.includes(version))
        throw storeError(`${name} ${version} is shown to visitors but is not intact: ${release}.`);
      else notes.push(`Left out: ${name} ${version}: ${release}.`);
    }
  }
  return { releases, notes };
}
