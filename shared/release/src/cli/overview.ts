import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Registry } from '@space/federation';
import {
  SHELL,
  isMissing,
  isStoreError,
  planSite,
  readPointer,
  readRecord,
  registryText,
  releaseOf,
  remotesIn,
  versionsOf,
} from '@space/store';
import type { LeftOut, Pointer } from '@space/store';

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

/** What is known of a version; of one whose record cannot be read, nothing but its name. */
async function versionInfo(store: string, name: string, version: string): Promise<VersionInfo> {
  const record = await orTrouble(readRecord(store, name, version));
  if (record instanceof Error)
    return { version, commit: null, builtAt: null, kilobytes: null, contract: null };
  const { commit, builtAt, contract } = record;
  return { version, commit, builtAt, kilobytes: releaseOf(record).kilobytes, contract };
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

/** Whether `registry.json` is what `derive` would write now. */
async function showsAll(store: string, registry: Registry | null): Promise<boolean> {
  const text = await readFile(join(store, 'registry.json'), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  return text === (registry && registryText(registry));
}

/** Reads what a store offers and would offer: live, tried, switched off and left out. Changes nothing. */
export async function overviewOf(store: string): Promise<Overview> {
  const plan = await orTrouble(planSite(store));
  const isPlan = plan !== null && !(plan instanceof Error);
  const leftOut = isPlan ? plan.leftOut : [];
  const names = [SHELL, ...(await remotesIn(store))];
  const folders = await Promise.all(names.map((name) => folderInfo(store, name, leftOut)));
  const isDerived = await showsAll(store, isPlan ? plan.registry : null);
  return { store, folders, trouble: plan instanceof Error ? plan.message : null, isDerived };
}
