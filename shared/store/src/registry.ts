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
import { previousOf } from './pointer.ts';
import {
  SHELL,
  addressOf,
  orStoreError,
  readPointer,
  readRecord,
  remotesIn,
  type StoreError,
} from './readStore.ts';
import type { ReleaseRecord } from './schema.ts';

// The registry: which releases the pages of a site offer, decided from pointers and records alone.

/** A release that the pages do not offer, and why. */
export interface LeftOut {
  name: string;
  version: string;
  reason: string;
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

/** Reads what visitors may get of a remote. Throws StoreError for an unreadable pointer. */
export async function readFolder(store: string, name: string) {
  const pointer = await readPointer(store, name);
  /** By version; for an unreadable one an error with the reason. */
  const records = new Map<string, ReleaseRecord | StoreError>();
  for (const version of [pointer.live?.version, pointer.canary?.version, previousOf(pointer)])
    if (version) records.set(version, await orStoreError(readRecord(store, name, version)));
  return { name, pointer, records };
}

/** Reads the shell that pages are made from: the live release, or the previous one if the live one is unreadable. */
async function readShell(store: string, leftOut: LeftOut[]): Promise<ReleaseRecord | null> {
  const { pointer, records } = await readFolder(store, SHELL);
  const [live, before] = records.values();
  if (!pointer.live || !live) return null;
  if (!(live instanceof Error)) return live;
  if (!before || before instanceof Error) throw live;
  leftOut.push({ name: SHELL, version: pointer.live.version, reason: live.message });
  return before;
}

export type SitePlan = NonNullable<Awaited<ReturnType<typeof planSite>>>;

/**
 * Decides what each page of a store offers; null if no shell has been released. A release that cannot be read, that the
 * shell's gate refuses or that claims another remote's page is left out, and the previous version is used. Read-only.
 */
export async function planSite(store: string) {
  const leftOut: LeftOut[] = [];
  const shell = await readShell(store, leftOut);
  if (shell === null) return null;
  const folders: Awaited<ReturnType<typeof readFolder>>[] = [];
  for (const name of await remotesIn(store)) {
    const folder = await orStoreError(readFolder(store, name));
    if (folder instanceof Error) leftOut.push({ name, version: 'unknown', reason: folder.message });
    else folders.push(folder);
  }
  /** The releases that a page may load: live, canary, previous. */
  const records: ReleaseRecord[] = [];
  const accepted = [shell];
  const remotes = withoutPrototype<RemoteState>({});
  const allPages = folders
    .flatMap((folder) => [...folder.records.values()])
    .flatMap((record) => (record instanceof Error ? [] : record.pages));
  // The remote that was released first keeps its pages.
  const firstSince = ({ pointer: { history, live } }: (typeof folders)[number]) =>
    history.at(-1)?.since ?? live?.since ?? '';
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
  const registry: Registry = { shell: shell.version, remotes };
  return { shell, registry, records, leftOut };
}

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
