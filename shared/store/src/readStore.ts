import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type * as z from 'zod/mini';
import { SHELL, folderOf } from './layout.ts';
import {
  EMPTY_POINTER,
  nameSchema,
  pointerSchema,
  releaseRecordSchema,
  siteSchema,
  versionSchema,
  type Pointer,
  type ReleaseRecord,
  type SiteConfiguration,
} from './schema.ts';
import { nullIf } from './files.ts';
import { isMissing, isStoreError, storeError } from './storeError.ts';
import { errorMessage } from './errorMessage.ts';

/** Describes the first issue of a failed parse in a few words. */
function describeIssue([issue]: readonly { path: PropertyKey[]; message: string }[]): string {
  const place = issue?.path.map(String).join('.') ?? '';
  return `${issue?.message.toLowerCase() ?? 'unknown'}${place === '' ? '' : ` at '${place}'`}`;
}

/** Parses a value by a schema. Throws a StoreError with the given beginning if the value does not match. */
export function checked<T>(schema: z.ZodMiniType<T>, value: unknown, beginning: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw storeError(`${beginning}: ${describeIssue(result.error.issues)}.`, result.error);
}

/** Null for a missing file. An unreadable file must not count as missing: its pointer would seem empty. */
async function readJson<T>(file: string, schema: z.ZodMiniType<T>): Promise<T | null> {
  try {
    const text = await readFile(file, 'utf8').catch(nullIf(isMissing));
    return text === null ? null : checked(schema, JSON.parse(text), `${file} cannot be read`);
  } catch (error) {
    if (isStoreError(error)) throw error;
    throw storeError(`${file} cannot be read: ${errorMessage(error)}.`, error);
  }
}

/** Reads a pointer, by default the empty one. Throws StoreError for a broken file. */
export async function readPointer(store: string, name: string): Promise<Pointer> {
  return (await readJson(join(folderOf(store, name), 'pointer.json'), pointerSchema)) ?? EMPTY_POINTER;
}

/** Reads a release's record. Throws StoreError if it is missing, broken or that of another release. */
export async function readRecord(store: string, name: string, version: string): Promise<ReleaseRecord> {
  const record = await readJson(join(folderOf(store, name), version, 'release.json'), releaseRecordSchema);
  if (record === null) throw storeError(`There is no release ${version} of ${name} in the store.`);
  if (record.name !== name || record.version !== version)
    throw storeError(`release.json of ${name} ${version} names ${record.name} ${record.version}.`);
  return record;
}

async function foldersIn(folder: string, schema: z.ZodMiniType<string>): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(nullIf(isMissing));
  return (entries ?? [])
    .filter((entry) => entry.isDirectory() && schema.safeParse(entry.name).success)
    .map(({ name }) => name)
    .sort();
}

/** The names of the remotes in a store. */
export function remotesIn(store: string): Promise<string[]> {
  return foldersIn(join(store, 'remotes'), nameSchema);
}

/** Every version of the shell or of a remote that is in a store, live or not. */
export function versionsOf(store: string, name: string): Promise<string[]> {
  return foldersIn(folderOf(store, name), versionSchema);
}

/** Reads the operator's configuration; the defaults if there is no site.json. Throws StoreError for a broken file. */
export async function readSite(store: string): Promise<SiteConfiguration> {
  return (await readJson(join(store, 'site.json'), siteSchema)) ?? siteSchema.parse({});
}

/** The record of the live shell, in a list; empty if none is live. */
export async function liveShells(store: string): Promise<ReleaseRecord[]> {
  const { live } = await readPointer(store, SHELL);
  return live ? [await readRecord(store, SHELL, live.version)] : [];
}
