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

/** A release that is copied: where it lies, and its files with the hashes that its record names. */
export interface ExportedRelease {
  name: string;
  version: string;
  folder: string;
  files: Record<string, string | null>;
}

/** Pages of a release are what `derive` makes pages from: no browser asks for them. */
const isForBrowsers = (file: string) => !file.endsWith('.html');

/** Whether every file lies in the folder itself: a link in a team's folder hands out nothing else of the machine. */
async function hasNoLinks(folder: string, files: readonly string[]): Promise<boolean> {
  const place = await realpath(folder);
  const paths = await Promise.all(
    files.map((file) =>
      realpath(join(folder, file)).catch((error: unknown) => {
        if (isMissing(error)) return '';
        throw error;
      }),
    ),
  );
  return paths.every((path) => path.startsWith(place + sep));
}

/** What is wrong with a release, or its files. */
async function readRelease(store: string, name: string, version: string): Promise<ExportedRelease | string> {
  const folder = join(folderOf(store, name), version);
  const record: ReleaseRecord | Error = await readRecord(store, name, version).catch((error: unknown) => {
    if (isStoreError(error)) return error;
    throw error;
  });
  if (record instanceof Error) return record.message;
  const names = Object.keys(record.files);
  const forms = (await filesOf(folder)).filter((file) => originalOf(file, record.files) !== null);
  if (!(await hasNoLinks(folder, ['release.json', ...names, ...forms]))) return 'a file of it is a link';
  const altered = await alteredFile(folder, record.files);
  if (altered !== null) return `${altered} is not as its record says`;
  const hashes = names.map((file): [string, string | null] => [file, record.files[file]?.integrity ?? null]);
  const unhashed = ['release.json', ...forms].map((file): [string, null] => [file, null]);
  const files = [...hashes, ...unhashed].filter(([file]) => isForBrowsers(file.replace(/\.(br|gz)$/, '')));
  return { name, version, folder, files: Object.fromEntries(files) };
}

/**
 * Every whole release of a store but those that are there for previews alone. Open tabs and canaries ask for older ones.
 * Takes the store and its registry; throws StoreError when one that visitors are given is not whole.
 */
export async function releasesOf(store: string, { shell, remotes }: Registry) {
  const releases: ExportedRelease[] = [];
  const notes: string[] = [];
  for (const name of [SHELL, ...(await remotesIn(store))]) {
    const { live, previous, canary } = remotes[name] ?? {};
    const given = name === SHELL ? [shell] : [live?.version, previous?.version, canary?.release.version];
    const previews = await readPreviews(store, name);
    const own = previews.filter(({ isOwn }) => isOwn).map(({ version }) => version);
    const versions = await versionsOf(store, name);
    for (const version of versions.filter((one) => given.includes(one) || !own.includes(one))) {
      const release = await readRelease(store, name, version);
      if (typeof release !== 'string') releases.push(release);
      else if (given.includes(version))
        throw storeError(`${name} ${version} is shown to visitors and is not whole: ${release}.`);
      else notes.push(`Left out: ${name} ${version}: ${release}.`);
    }
  }
  return { releases, notes };
}
