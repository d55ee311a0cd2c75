import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Registry } from '@space/federation';
import { readLog, type AuditLog } from './auditLog.ts';
import { planSite, registryText } from './derive.ts';
import { releaseOf } from './deriveRegistry.ts';
import type { FolderInfo, LeftOut, Overview, VersionInfo } from './operatorTypes.ts';
import { alteredFile } from './compressed.ts';
import { SHELL, folderOf } from './layout.ts';
import { previousOf } from './pointerMoves.ts';
import { isShown, readPreviews, type Preview } from './previews.ts';
import type { Pointer } from './schema.ts';
import { readPointer, readRecord, remotesIn, versionsOf } from './readStore.ts';
import { troubleOf } from './signedRecord.ts';
import { isMissing, isStoreError } from './storeError.ts';

/** The logged actions that change the live version. */
const MADE_LIVE: ReadonlySet<string> = new Set(['release', 'promote', 'rollback']);

/** How many actions are shown of each; `npm run store -- log` shows all. */
const SHOWN_ACTS = 8;

async function orStoreError<T>(reading: Promise<T>): Promise<T | Error> {
  return reading.catch((error: unknown) => {
    if (isStoreError(error)) return error;
    throw error;
  });
}

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

/** A sentence for each altered file of a version that visitors are served: in others it harms no one. */
async function alteredFilesOf(
  store: string,
  name: string,
  pointer: Pointer,
  previews: readonly Preview[],
): Promise<string[]> {
  const shown = previews.map(({ version }) => version);
  const served = [pointer.live?.version, pointer.canary?.version, previousOf(pointer), ...shown];
  const found: string[] = [];
  for (const version of new Set(served.filter((one) => typeof one === 'string'))) {
    const record = await readRecord(store, name, version).catch(() => null); // `troubleOf` reports why
    const file = record && (await alteredFile(join(folderOf(store, name), version), record.files));
    if (file !== null) found.push(`${file} of ${name} ${version} was altered: it does not match its record`);
  }
  return found;
}

/** A sentence for each record, signature or log of a folder that was altered after it was written. */
async function findDamage(store: string, name: string, log: AuditLog): Promise<string[]> {
  const found: string[] = log.broken === null ? [] : [log.broken];
  for (const version of await versionsOf(store, name)) {
    const trouble = await troubleOf(store, name, version, log);
    if (trouble !== null) found.push(trouble);
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
  const log = await readLog(store, name);
  const damage = await findDamage(store, name, log);
  const acts = log.lines
    .slice(-SHOWN_ACTS)
    .toReversed()
    .map(({ at, who, what, from, to, reason }) => ({ at, who, what, from, to, reason }));
  const now = new Date();
  const previews = (await readPreviews(store, name)).filter((preview) => isShown(preview, now));
  const found = { name, previews, damage, acts };
  if (pointer instanceof Error)
    return { ...found, pointer: null, trouble: pointer.message, live: null, by: null, leftOut: [] };
  if (isThorough) damage.push(...(await alteredFilesOf(store, name, pointer, previews)));
  const live = pointer.live && (await versionInfo(store, name, pointer.live.version));
  const mover = log.lines.findLast(({ what, to }) => MADE_LIVE.has(what) && to === pointer.live?.version);
  return { ...found, pointer, trouble: null, live, by: mover?.who ?? null, leftOut: own };
}

/** Whether `registry.json` is what `derive` would write now. */
async function isUpToDate(store: string, registry: Registry | null): Promise<boolean> {
  const text = await readFile(join(store, 'registry.json'), 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  return text === (registry && registryText(registry));
}

/**
 * Reads the state of a store: what is live, tried, switched off and left out. Changes nothing.
 *
 * Takes the store, and whether to check every file that visitors are served, which takes a second.
 */
export async function overviewOf(store: string, isThorough = false): Promise<Overview> {
  const plan = await orStoreError(planSite(store));
  const isPlan = plan !== null && !(plan instanceof Error);
  const leftOut = isPlan ? plan.leftOut : [];
  const names = [SHELL, ...(await remotesIn(store))];
  const folders = await Promise.all(names.map((name) => folderInfo(store, name, leftOut, isThorough)));
  const isDerived = await isUpToDate(store, isPlan ? plan.registry : null);
  const { broken } = await readLog(store, null);
  const damage = broken === null ? [] : [broken];
  return { store, folders, trouble: plan instanceof Error ? plan.message : null, isDerived, damage };
}
