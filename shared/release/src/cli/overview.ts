import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  SHELL,
  isMissing,
  isStoreError,
  planSite,
  readPointer,
  readRecord,
  releaseOf,
  remotesIn,
  versionsOf,
} from '@space/store';
import type { LeftOut, Pointer, ReleaseRecord } from '@space/store';

/** What the store knows of one version. */
export interface VersionInfo {
  version: string;
  commit: string | null;
  builtAt: string | null;
  kilobytes: number | null;
  contract: number | null;
}

export interface FolderInfo {
  name: string;
  /** Null where the pointer cannot be read; `trouble` says why. */
  pointer: Pointer | null;
  trouble: string | null;
  live: VersionInfo | null;
  /** What the pages do not offer although the pointer names it. */
  leftOut: LeftOut[];
}

export interface Overview {
  store: string;
  folders: FolderInfo[];
  /** Why no pages can be made at all; null when they can. */
  trouble: string | null;
  /** Whether the pages show what the pointers say. */
  isDerived: boolean;
}

async function orTrouble<T>(reading: Promise<T>): Promise<T | Error> {
  return reading.catch((error: unknown) => {
    if (isStoreError(error)) return error;
    throw error;
  });
}

const infoOf = (record: ReleaseRecord): VersionInfo => ({
  version: record.version,
  commit: record.commit,
  builtAt: record.builtAt,
  kilobytes: releaseOf(record).kilobytes,
  contract: record.contract,
});

/** What is known of a version; of one whose record cannot be read, nothing but its name. */
export async function versionInfo(store: string, name: string, version: string): Promise<VersionInfo> {
  const record = await orTrouble(readRecord(store, name, version));
  return record instanceof Error
    ? { version, commit: null, builtAt: null, kilobytes: null, contract: null }
    : infoOf(record);
}

/** Every version that lies in a store, the newest build first. */
export async function versionInfos(store: string, name: string): Promise<VersionInfo[]> {
  const infos = await Promise.all(
    (await versionsOf(store, name)).map((version) => versionInfo(store, name, version)),
  );
  return infos.sort((one, other) => (other.builtAt ?? '').localeCompare(one.builtAt ?? ''));
}

async function folderInfo(store: string, name: string, leftOut: readonly LeftOut[]): Promise<FolderInfo> {
  const pointer = await orTrouble(readPointer(store, name));
  const own = leftOut.filter((one) => one.name === name);
  if (pointer instanceof Error)
    return { name, pointer: null, trouble: pointer.message, live: null, leftOut: [] };
  const live = pointer.live && (await versionInfo(store, name, pointer.live.version));
  return { name, pointer, trouble: null, live, leftOut: own };
}

const derivedIn = (store: string) =>
  readFile(join(store, 'registry.json'), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });

/** Reads what a store offers and would offer: live, tried, switched off and left out. Changes nothing. */
export async function overviewOf(store: string): Promise<Overview> {
  const plan = await orTrouble(planSite(store));
  const trouble = plan instanceof Error ? plan.message : null;
  const leftOut = plan === null || plan instanceof Error ? [] : plan.leftOut;
  const names = [SHELL, ...(await remotesIn(store))];
  const folders = await Promise.all(names.map((name) => folderInfo(store, name, leftOut)));
  const wanted = plan === null || plan instanceof Error ? null : JSON.stringify(plan.registry);
  const text = await derivedIn(store);
  const isDerived = wanted === null ? text === null : text !== null && sameJson(text, wanted);
  return { store, folders, trouble, isDerived };
}

function sameJson(text: string, wanted: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text)) === wanted;
  } catch {
    // Not JSON at all, so it does not show what the pointers say.
    return false;
  }
}
