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
} from './schema.ts';
import type { Pointer, ReleaseRecord, SiteConfiguration } from './schema.ts';
import { storeError } from './storeError.ts';

async function readJson<T>(file: string, schema: z.ZodMiniType<T>): Promise<T | null> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw storeError(
      `${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      error,
    );
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
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries
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
  return (await readJson(join(store, 'site.json'), siteSchema)) ?? { overrideOrigins: [] };
}

/** The records of the shells that pages are made from now. */
export async function liveShells(store: string): Promise<ReleaseRecord[]> {
  const { live } = await readPointer(store, SHELL);
  return live ? [await readRecord(store, SHELL, live.version)] : [];
}
