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
import { nothingWhere } from './files.ts';
import { isMissing, isStoreError, storeError } from './storeError.ts';
import { sentenceOf } from './sentenceOf.ts';

/** The first thing that is wrong with a value, in a few words. */
function complaintOf([issue]: readonly { path: PropertyKey[]; message: string }[]): string {
  const place = issue?.path.map(String).join('.') ?? '';
  return `${issue?.message.toLowerCase() ?? 'unknown'}${place === '' ? '' : ` at '${place}'`}`;
}

/** A value that keeps a schema. Takes how the sentence begins that says where it does not; throws it as StoreError. */
export function checked<T>(schema: z.ZodMiniType<T>, value: unknown, beginning: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw storeError(`${beginning}: ${complaintOf(result.error.issues)}.`, result.error);
}

/** Null for a file that is not there. One that may not be read is no missing one: a pointer would seem empty. */
async function readJson<T>(file: string, schema: z.ZodMiniType<T>): Promise<T | null> {
  try {
    const text = await readFile(file, 'utf8').catch(nothingWhere(isMissing));
    return text === null ? null : checked(schema, JSON.parse(text), `${file} cannot be read`);
  } catch (error) {
    if (isStoreError(error)) throw error;
    throw storeError(`${file} cannot be read: ${sentenceOf(error)}.`, error);
  }
}

/** The pointer of the shell or of a remote; the empty one where nothing was released. Throws StoreError for a broken file. */
export async function readPointer(store: string, name: string): Promise<Pointer> {
  return (await readJson(join(folderOf(store, name), 'pointer.json'), pointerSchema)) ?? EMPTY_POINTER;
}

/** What a release says of itself. Throws StoreError when it is missing, broken or says that it is another one. */
export async function readRecord(store: string, name: string, version: string): Promise<ReleaseRecord> {
  const record = await readJson(join(folderOf(store, name), version, 'release.json'), releaseRecordSchema);
  if (record === null) throw storeError(`There is no release ${version} of ${name} in the store.`);
  if (record.name !== name || record.version !== version)
    throw storeError(`release.json of ${name} ${version} speaks of ${record.name} ${record.version}.`);
  return record;
}

async function foldersIn(folder: string, schema: z.ZodMiniType<string>): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(nothingWhere(isMissing));
  return (entries ?? [])
    .filter((entry) => entry.isDirectory() && schema.safeParse(entry.name).success)
    .map(({ name }) => name)
    .sort();
}

/** The names of the remotes in a store. */
export function remotesIn(store: string): Promise<string[]> {
  return foldersIn(join(store, 'remotes'), nameSchema);
}

/** Every version of the shell or of a remote that lies in a store, live or not. */
export function versionsOf(store: string, name: string): Promise<string[]> {
  return foldersIn(folderOf(store, name), versionSchema);
}

/** What the operator decided; nothing special when there is no site.json. Throws StoreError for a broken file. */
export async function readSite(store: string): Promise<SiteConfiguration> {
  return (await readJson(join(store, 'site.json'), siteSchema)) ?? siteSchema.parse({});
}

/** The records of the shells that pages are made from now. */
export async function liveShells(store: string): Promise<ReleaseRecord[]> {
  const { live } = await readPointer(store, SHELL);
  return live ? [await readRecord(store, SHELL, live.version)] : [];
}
