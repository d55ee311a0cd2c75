import {
  checkPages,
  checkRelease,
  isPattern,
  pageOf,
  parseRegistry,
  pathOf,
  rankOf,
  withoutPrototype,
  type Refusal,
  type Registry,
  type Release,
  type RemoteState,
} from '@space/federation';
import { nullIf } from './files.ts';
import { previousOf } from './pointer.ts';
import {
  SHELL,
  addressOf,
  isStoreError,
  orStoreError,
  readPointer,
  readRecord,
  remotesIn,
  type StoreError,
} from './readStore.ts';
import type { Pointer, ReleaseRecord } from './schema.ts';

// The registry: which releases the pages of a site offer, decided from pointers and records alone.

/** A release that the pages do not offer, and why. */
export interface LeftOut {
  name: string;
  version: string;
  reason: string;
}

interface RemoteFolder {
  name: string;
  pointer: Pointer;
  /** The records of the versions that visitors may get; for an unreadable one an error with the reason. */
  records: ReadonlyMap<string, ReleaseRecord | StoreError>;
}

/** The reasons why a release may not run in a shell, by their records. */
export const refusalsOf = (record: ReleaseRecord, { contract, shares, uses }: ReleaseRecord): Refusal[] =>
  checkRelease(record, { contract, shares, names: uses });

/** Converts a release's record into the form that browsers need. */
export function releaseOf(record: ReleaseRecord): Release {
  const { name, version, entry, styles, preload, chunks, contract, shares, uses } = record;
  const at = (file: string) => addressOf(name, version) + file;
  const counted = Object.entries(record.files).filter(([file]) => /\.(js|css)$/.test(file));
  const gzip = counted.reduce((sum, [, file]) => sum + file.gzip, 0);
  const ofPages = Object.entries(chunks ?? {}).map(([path, files]) => [path, files.map(at)] as const);
  return {
    version,
    entry: at(entry),
    styles: styles.map((file) => ({ href: at(file), integrity: record.files[file]?.integrity ?? '' })),
    preload: preload.map(at),
    ...(chunks && { chunks: Object.fromEntries(ofPages) }),
    contract,
    shares,
    uses,
    kilobytes: Math.round(gzip / 100) / 10,
  };
}

/** Reads what visitors may get of a remote. An unreadable release is served to no one, and affects only its own team. */
export async function readFolder(store: string, name: string): Promise<RemoteFolder | LeftOut> {
  const pointer = await orStoreError(readPointer(store, name));
  if (pointer instanceof Error) return { name, version: 'unknown', reason: pointer.message };
  const records = new Map<string, ReleaseRecord | StoreError>();
  for (const version of [pointer.live?.version, pointer.canary?.version, previousOf(pointer)])
    if (version) records.set(version, await orStoreError(readRecord(store, name, version)));
  return { name, pointer, records };
}

/** Reads the shell that pages are made from: the live release, or the previous one if the live one is unreadable. */
async function readShell(store: string): Promise<{ shell: ReleaseRecord; leftOut: LeftOut[] } | null> {
  const pointer = await readPointer(store, SHELL);
  if (pointer.live === null) return null;
  const { version } = pointer.live;
  try {
    return { shell: await readRecord(store, SHELL, version), leftOut: [] };
  } catch (error) {
    const before = previousOf(pointer);
    const shell = before && (await readRecord(store, SHELL, before).catch(nullIf(isStoreError)));
    if (!isStoreError(error) || !shell) throw error;
    return { shell, leftOut: [{ name: SHELL, version, reason: error.message }] };
  }
}

export interface SitePlan {
  shell: ReleaseRecord;
  registry: Registry;
  /** The releases that a page may load: live, canary, previous. */
  records: ReleaseRecord[];
  leftOut: LeftOut[];
}

/**
 * Decides what each page of a store offers; null if no shell has been released. A release that cannot be read, that the
 * shell's gate refuses or that claims another remote's page is left out, and the previous version is used. Read-only.
 */
export async function planSite(store: string): Promise<SitePlan | null> {
  const found = await readShell(store);
  if (found === null) return null;
  const { shell, leftOut } = found;
  const all = await Promise.all((await remotesIn(store)).map((name) => readFolder(store, name)));
  const folders = all.filter((folder) => 'records' in folder);
  leftOut.push(...all.filter((folder) => 'reason' in folder));
  const records: ReleaseRecord[] = [];
  const accepted = [shell];
  const remotes = withoutPrototype<RemoteState>({});
  const allPages = folders
    .flatMap((folder) => [...folder.records.values()])
    .flatMap((record) => (record instanceof Error ? [] : record.pages));
  // The remote that was released first keeps its pages.
  folders.sort((one, other) => firstSince(one).localeCompare(firstSince(other)));
  for (const { name, pointer, records: known } of folders) {
    const accept = (version: string | null | undefined): ReleaseRecord | null => {
      const record = version ? known.get(version) : undefined;
      if (!version || record === undefined) return null;
      const refused =
        record instanceof Error
          ? [record]
          : [...checkPages(name, record.pages, accepted, allPages), ...refusalsOf(record, shell)];
      if (refused.length === 0 && !(record instanceof Error)) return record;
      leftOut.push({ name, version, reason: refused.map(({ message }) => message).join('; ') });
      return null;
    };
    const before = accept(previousOf(pointer));
    const live = accept(pointer.live?.version) ?? before;
    if (live === null) continue;
    const previous = before === live ? null : before;
    const canary = accept(pointer.canary?.version);
    accepted.push(live);
    records.push(...[live, previous, canary].filter((record) => record !== null));
    remotes[name] = {
      title: live.title,
      pages: live.pages,
      ...(live.navigation && { navigation: live.navigation }),
      live: releaseOf(live),
      previous: previous && releaseOf(previous),
      canary: canary && pointer.canary && { release: releaseOf(canary), percent: pointer.canary.percent },
      disabled: pointer.disabled?.reason ?? null,
    };
  }
  return { shell, registry: { shell: shell.version, remotes }, records, leftOut };
}

/** The time of the oldest release in a folder's history. */
const firstSince = ({ pointer }: RemoteFolder): string =>
  pointer.history.at(-1)?.since ?? pointer.live?.since ?? '';

/** Returns the file of a page, '/notes/:id' → 'notes/@id/index.html': hosts support no colons and no stars. */
export const fileOfPage = (path: string): string =>
  `${path.slice(1).replaceAll(/:|\*$/g, '@')}/index.html`.replace(/^\//, '');

/** The paths that match more than one address, the most specific first. */
export const patternsOf = (paths: readonly string[]): string[] =>
  paths.filter(isPattern).sort((one, other) => rankOf(other) - rankOf(one));

/** Creates a lookup from a pathname to the files that may be its page, the first one first. Throws for an invalid registry. */
export function pageFinder(text: string): (pathname: string) => string[] {
  const { remotes } = parseRegistry(JSON.parse(text));
  const pages = Object.values(remotes).flatMap((remote) => remote.pages);
  return (pathname) => {
    const path = pathOf(pathname);
    return path === null ? [] : [path, pageOf(pages, path)?.path ?? path].map(fileOfPage);
  };
}
