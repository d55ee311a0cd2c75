import { join } from 'node:path';
import { CANARY_RULE, type RecordedEvent } from './canary.ts';
import { alteredFile } from './compressed.ts';
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

/** What the store knows about one version. */
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
export interface ShownVersion {
  version: string;
  /** 'live', 'canary on 10 %', 'staged' or 'was live'. */
  role: string;
  /** How often it loaded, recovered in the browser, or failed, in the last hour. Null: no browser reports it. */
  loads: { loaded: number; healed: number; failed: number } | null;
}

export interface RemoteState extends FolderInfo {
  versions: ShownVersion[];
}

/** All that the operator's page shows. */
export interface OperatorState {
  at: string;
  /** When a canary halts itself. */
  rule: string;
  trouble: string | null;
  remotes: RemoteState[];
}

/** The moves that change the live version. */
const MADE_LIVE: ReadonlySet<string> = new Set(['release', 'promote', 'rollback']);

/** Describes a version; if its record cannot be read, only by its name. */
async function versionInfo(store: string, name: string, version: string): Promise<VersionInfo> {
  const record = await orStoreError(readRecord(store, name, version));
  if (record instanceof Error)
    return { version, commit: null, builtAt: null, kilobytes: null, contract: null };
  const { commit, builtAt, contract } = record;
  return { version, commit, builtAt, kilobytes: releaseOf(record).kilobytes, contract };
}

/** Describes every version in a store, the newest build first. */
export async function versionInfos(store: string, name: string): Promise<VersionInfo[]> {
  const infos = await Promise.all(
    (await versionsOf(store, name)).map((version) => versionInfo(store, name, version)),
  );
  return infos.sort((one, other) => (other.builtAt ?? '').localeCompare(one.builtAt ?? ''));
}

/**
 * A sentence for each release whose record cannot be read, and, if the check is thorough, for each altered file of a version
 * that visitors are served: in others it harms no one.
 */
async function findDamage(
  store: string,
  name: string,
  served: ReadonlySet<string>,
  isThorough: boolean,
): Promise<string[]> {
  const found: string[] = [];
  for (const version of await versionsOf(store, name)) {
    const record = await orStoreError(readRecord(store, name, version));
    if (record instanceof Error) found.push(record.message);
    else if (isThorough && served.has(version)) {
      const file = await alteredFile(join(folderOf(store, name), version), record.files);
      if (file !== null)
        found.push(`${file} of ${name} ${version} was altered: it does not match its record`);
    }
  }
  return found;
}

async function folderInfo(
  store: string,
  name: string,
  leftOut: readonly LeftOut[],
  isThorough: boolean,
): Promise<FolderInfo> {
  const pointer = await orStoreError(readPointer(store, name));
  const own = leftOut.filter((one) => one.name === name);
  if (pointer instanceof Error) {
    const damage = await findDamage(store, name, new Set(), false);
    const nothing = { pointer: null, live: null, by: null, leftOut: [] };
    return { name, damage, trouble: pointer.message, ...nothing };
  }
  const staged = pointer.staged.map(({ version }) => version);
  const named = [pointer.live?.version, pointer.canary?.version, previousOf(pointer), ...staged];
  const served = new Set(named.filter((one) => typeof one === 'string'));
  const damage = await findDamage(store, name, served, isThorough);
  const live = pointer.live && (await versionInfo(store, name, pointer.live.version));
  const mover = pointer.moves.find(({ what, to }) => MADE_LIVE.has(what) && to === pointer.live?.version);
  return { name, damage, pointer, trouble: null, live, by: mover?.who ?? null, leftOut: own };
}

/**
 * Reads the state of a store: what is live, tried, switched off and left out. Changes nothing.
 *
 * Takes the store, and whether to check every file that visitors are served, which takes a second.
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
  const found = [
    ...(live ? [[live.version, 'live'] as const] : []),
    ...(canary ? [[canary.version, `canary on ${canary.percent} %`] as const] : []),
    ...staged.map(({ version }) => [version, 'staged'] as const),
    ...history.slice(0, 1).map(({ version }) => [version, 'was live'] as const),
  ];
  return found
    .filter(([version], index) => found.findIndex(([other]) => other === version) === index)
    .map(([version, role]) => {
      const own = events.filter((event) => event.id === name && event.version === version);
      const count = (...outcomes: readonly RecordedEvent['outcome'][]) =>
        own.filter(({ outcome }) => outcomes.includes(outcome)).length;
      const loads = {
        loaded: count('loaded'),
        healed: count('recovered', 'fell-back'),
        failed: count('failed'),
      };
      return { version, role, loads: name === SHELL || role === 'staged' ? null : loads };
    });
}

/**
 * Collects what the operator's page shows: what is live, tried, staged, switched off and left out, and how each version
 * loaded in the last hour.
 *
 * Takes the store, the events that browsers reported, and the time. Throws if the store cannot be read at all; a problem of
 * one remote is reported with that remote.
 */
export async function operatorState(
  store: string,
  events: readonly RecordedEvent[],
  now: Date,
): Promise<OperatorState> {
  const { folders, trouble } = await overviewOf(store);
  const start = new Date(now.getTime() - HOUR_MILLISECONDS).toISOString();
  const recent = events.filter(({ at }) => at >= start);
  const remotes = folders.map((folder) => ({ ...folder, versions: shownVersions(folder, recent) }));
  return { at: now.toISOString(), rule: CANARY_RULE, trouble, remotes };
}
