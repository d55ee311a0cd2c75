import { join } from 'node:path';
import { CANARY_RULE, type RecordedEvent } from './canary.ts';
import { alteredFile } from './files.ts';
import { previousOf } from './pointer.ts';
import {
  SHELL,
  folderOf,
  orStoreError,
  readPointer,
  readRecord,
  remotesIn,
  versionsOf,
} from './readStore.ts';
import { planSite, releaseOf, type LeftOut } from './registry.ts';
import type { Pointer } from './schema.ts';

/** A version in the store; without a record that can be read only its name. */
export interface VersionInfo {
  version: string;
  commit: string | null;
  builtAt: string | null;
  kilobytes: number | null;
  contract: number | null;
}

export interface FolderInfo {
  name: string;
  /** Null if the pointer cannot be read; `trouble` says why. */
  pointer: Pointer | null;
  trouble: string | null;
  live: VersionInfo | null;
  /** Who made the live version live, according to the history. */
  by: string | null;
  /** Every version in the store, the newest build first. */
  versions: VersionInfo[];
  /** Releases that the pointer names and the pages do not offer. */
  leftOut: LeftOut[];
  /** A sentence for each release whose record cannot be read, or whose files do not match it. */
  damage: string[];
}

export interface Overview {
  store: string;
  folders: FolderInfo[];
  /** Why no pages can be made at all; null when they can. */
  trouble: string | null;
}

/** A version that the operator's page shows. */
interface ShownVersion {
  version: string;
  /** 'live', 'canary on 10 %', 'staged' or 'was live'. */
  role: string;
  /** How often it loaded, recovered in the browser, or failed, in the last hour. Null: no browser reports it. */
  loads: { loaded: number; healed: number; failed: number } | null;
}

export interface RemoteState extends FolderInfo {
  shown: ShownVersion[];
}

/** All that the operator's page shows; `rule` says when a canary halts itself. */
export type OperatorState = Awaited<ReturnType<typeof operatorState>>;

/** Describes a version. `isServed`: its files are checked, which takes a while; in others damage harms no one. */
async function describe(store: string, name: string, version: string, isServed: boolean) {
  const record = await orStoreError(readRecord(store, name, version));
  if (record instanceof Error) {
    const info: VersionInfo = { version, commit: null, builtAt: null, kilobytes: null, contract: null };
    return { info, damage: record.message };
  }
  const { commit, builtAt, contract } = record;
  const info: VersionInfo = { version, commit, builtAt, kilobytes: releaseOf(record).kilobytes, contract };
  const altered = isServed ? await alteredFile(join(folderOf(store, name), version), record.files) : null;
  const damage = altered && `${altered} of ${name} ${version} was altered: it does not match its record`;
  return { info, damage };
}

async function folderInfo(store: string, name: string, all: readonly LeftOut[], isThorough: boolean) {
  const found = await orStoreError(readPointer(store, name));
  const pointer = found instanceof Error ? null : found;
  const { live, canary, staged = [], moves = [] } = pointer ?? {};
  const served = [live, canary, ...staged].map((one) => one?.version);
  if (pointer !== null) served.push(previousOf(pointer) ?? undefined);
  const described = await Promise.all(
    (await versionsOf(store, name)).map((version) =>
      describe(store, name, version, isThorough && served.includes(version)),
    ),
  );
  const versions = described.map(({ info }) => info);
  const isLive = (version: string | null) => version === live?.version;
  const folder: FolderInfo = {
    name,
    pointer,
    trouble: found instanceof Error ? found.message : null,
    live: versions.find(({ version }) => isLive(version)) ?? null,
    by:
      moves.find(({ what, to }) => ['release', 'promote', 'rollback'].includes(what) && isLive(to))?.who ??
      null,
    versions: versions.sort((one, other) => (other.builtAt ?? '').localeCompare(one.builtAt ?? '')),
    leftOut: pointer === null ? [] : all.filter((one) => one.name === name),
    damage: described.flatMap(({ damage }) => damage ?? []),
  };
  return folder;
}

/**
 * Reads the state of a store: what is live, tried, switched off and left out. Takes the store, and whether to check every file
 * that visitors are served, which takes a second.
 */
export async function overviewOf(store: string, isThorough = false): Promise<Overview> {
  const plan = await orStoreError(planSite(store));
  const leftOut = plan === null || plan instanceof Error ? [] : plan.leftOut;
  const names = [SHELL, ...(await remotesIn(store))];
  const folders = await Promise.all(names.map((name) => folderInfo(store, name, leftOut, isThorough)));
  return { store, folders, trouble: plan instanceof Error ? plan.message : null };
}

const HOUR_MILLISECONDS = 3_600_000;

function shownVersions({ name, pointer }: FolderInfo, events: readonly RecordedEvent[]): ShownVersion[] {
  const { live, canary, staged = [], history = [] } = pointer ?? {};
  const found: [string | undefined, string][] = [
    [live?.version, 'live'],
    [canary?.version, `canary on ${canary?.percent} %`],
    ...staged.map(({ version }): [string, string] => [version, 'staged']),
    [history[0]?.version, 'was live'],
  ];
  return found.flatMap(([version, role], index) => {
    if (version === undefined || found.findIndex(([other]) => other === version) < index) return [];
    const own = events.filter((event) => event.id === name && event.version === version);
    const count = (...outcomes: readonly RecordedEvent['outcome'][]) =>
      own.filter(({ outcome }) => outcomes.includes(outcome)).length;
    const [loaded, healed, failed] = [count('loaded'), count('recovered', 'fell-back'), count('failed')];
    const loads = { loaded, healed, failed };
    return { version, role, loads: name === SHELL || role === 'staged' ? null : loads };
  });
}

/**
 * Collects what the operator's page shows, with the loads of the last hour. Takes the store, the events that browsers
 * reported, and the time. Throws if the store cannot be read at all; a problem of one remote is reported with that remote.
 */
export async function operatorState(store: string, events: readonly RecordedEvent[], now: Date) {
  const { folders, trouble } = await overviewOf(store);
  const start = new Date(now.getTime() - HOUR_MILLISECONDS).toISOString();
  const recent = events.filter(({ at }) => at >= start);
  const remotes = folders.map((folder): RemoteState => ({ ...folder, shown: shownVersions(folder, recent) }));
  return { at: now.toISOString(), rule: CANARY_RULE, trouble, remotes };
}
