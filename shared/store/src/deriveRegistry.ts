import satisfies from 'semver/functions/satisfies.js';
import {
  checkPages,
  checkRelease,
  resolveShareRanges,
  withoutPrototype,
  type Host,
  type PageClaim,
  type Refusal,
  type Registry,
  type Release,
  type RemoteState,
} from '@space/federation';
import { addressOf } from './layout.ts';
import { previousOf } from './pointerMoves.ts';
import type { Pointer, ReleaseRecord } from './schema.ts';

/** A release that the pages do not offer, and why. */
export interface LeftOut {
  name: string;
  version: string;
  reason: string;
}

/** The contents of a remote's folder. */
export interface RemoteFolder {
  name: string;
  pointer: Pointer;
  /** The records of the versions that the pointer names; for an unreadable one an error with the reason. */
  records: ReadonlyMap<string, ReleaseRecord | Error>;
}

/** What a shell offers, according to its record. */
export function hostOf(shell: ReleaseRecord): Host {
  return {
    contracts: shell.contracts ?? [shell.contract],
    plugins: shell.plugin.split(' ').filter((one) => one !== ''),
    shares: shell.shares,
    names: shell.uses,
  };
}

/** The reasons why a release may not run in a shell, by their records. The package semver checks the ranges. */
export const refusalsOf = (record: ReleaseRecord, shell: ReleaseRecord): Refusal[] =>
  checkRelease(record, hostOf(shell), satisfies);

/** Converts a release's record into the form that browsers need. */
export function releaseOf(record: ReleaseRecord): Release {
  const at = (file: string) => addressOf(record.name, record.version) + file;
  const files = Object.entries(record.files).filter(([file]) => /\.(js|css)$/.test(file));
  const gzip = files.reduce((sum, [, { gzip }]) => sum + gzip, 0);
  return {
    version: record.version,
    entry: at(record.entry),
    styles: record.styles.map((file) => ({
      href: at(file),
      integrity: record.files[file]?.integrity ?? '',
    })),
    preload: record.preload.map(at),
    ...(record.chunks && {
      chunks: Object.fromEntries(Object.entries(record.chunks).map(([path, files]) => [path, files.map(at)])),
    }),
    contract: record.contract,
    plugin: record.plugin,
    shares: record.shares,
    uses: record.uses,
    kilobytes: Math.round(gzip / 100) / 10,
  };
}

/** The same for the pages of one shell: ranges that a browser cannot check are checked here and replaced. */
function releaseFor(shell: ReleaseRecord, record: ReleaseRecord): Release {
  const release = releaseOf(record);
  return { ...release, shares: resolveShareRanges(release.shares, shell.shares, satisfies) };
}

/**
 * Decides what each page offers, from pointers and records alone: a release that cannot be read, that the shell's gate
 * refuses or that claims another remote's page is left out, and the previous version is used.
 *
 * Takes the live shell's record and the remotes' folders; returns the registry, its records, and
 * the releases that were left out.
 */
export function deriveRegistry(
  shell: ReleaseRecord,
  folders: readonly RemoteFolder[],
): { registry: Registry; records: ReleaseRecord[]; leftOut: LeftOut[] } {
  const leftOut: LeftOut[] = [];
  const records: ReleaseRecord[] = [];
  const accepted = [shell];
  const remotes = withoutPrototype<RemoteState>({});
  const allPages = folders.flatMap(({ records: known }) =>
    [...known.values()].flatMap((record) => (record instanceof Error ? [] : record.pages)),
  );

  // The remote that was released first keeps its pages.
  const inOrder = [...folders].sort((a, b) => firstRelease(a).localeCompare(firstRelease(b)));
  for (const { name, pointer, records: known } of inOrder) {
    const accept = (version: string | null | undefined): ReleaseRecord | null => {
      if (version === null || version === undefined) return null;
      const record = known.get(version) ?? new Error('it is not in the store');
      const reason = record instanceof Error ? record.message : refusalOf(record, shell, accepted, allPages);
      if (reason === null && !(record instanceof Error)) return record;
      leftOut.push({ name, version, reason: reason ?? '' });
      return null;
    };
    const before = accept(previousOf(pointer));
    const live = accept(pointer.live?.version) ?? before;
    if (live === null) continue;
    const previous = before === live ? null : before;
    const canary = pointer.canary && accept(pointer.canary.version);
    accepted.push(live);
    records.push(...[live, previous, canary].filter((record) => record !== null));
    remotes[name] = {
      title: live.title,
      pages: withTitles(live, [canary, previous]),
      ...(live.navigation && { navigation: live.navigation }),
      live: releaseFor(shell, live),
      previous: previous && releaseFor(shell, previous),
      canary: canary &&
        pointer.canary && { release: releaseFor(shell, canary), percent: pointer.canary.percent },
      disabled: pointer.disabled?.reason ?? null,
    };
  }
  return {
    registry: { shell: shell.version, remotes },
    records,
    leftOut,
  };
}

/** A live release's pages. Records from before contract 2 have no titles: another served release may. */
function withTitles(live: ReleaseRecord, others: readonly (ReleaseRecord | null)[]): ReleaseRecord['pages'] {
  const known = others.flatMap((other) => other?.pages ?? []);
  return live.pages.map((page) => {
    const title = page.title ?? known.find(({ path }) => path === page.path)?.title;
    return title === undefined ? page : { ...page, title };
  });
}

/** The time of the oldest release in a folder's history. */
function firstRelease({ pointer }: RemoteFolder): string {
  return pointer.history.at(-1)?.since ?? pointer.live?.since ?? '';
}

function refusalOf(
  record: ReleaseRecord,
  shell: ReleaseRecord,
  accepted: readonly ReleaseRecord[],
  elsewhere: readonly PageClaim[],
): string | null {
  const refusals = [
    ...checkPages(record.name, record.pages, accepted, elsewhere),
    ...refusalsOf(record, shell),
  ];
  return refusals.length === 0 ? null : refusals.map(({ message }) => message).join('; ');
}
