import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type * as z from 'zod/mini';
import { isMissing, nullIf } from './files.ts';
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

export const SHELL = 'shell';

/** Returns the folder of the releases and pointer of the shell or of a remote. Takes the store's folder and the name. */
export const folderOf = (store: string, name: string): string =>
  name === SHELL ? join(store, SHELL) : join(store, 'remotes', name);

/** Returns the address of a release's folder on the site, with a trailing slash. */
export const addressOf = (name: string, version: string): string =>
  name === SHELL ? `/shell/${version}/` : `/remotes/${name}/${version}/`;

/** An expected failure, with a message for people. Recognised by its name, because two copies of a class can meet. */
export interface StoreError extends Error {
  name: 'StoreError';
  /** 'denied': this account may not write there. */
  kind: 'refused' | 'denied';
}

/** Creates an error whose message a command prints unchanged. */
export const storeError = (
  message: string,
  cause?: unknown,
  kind: StoreError['kind'] = 'refused',
): StoreError => Object.assign(new Error(message, { cause }), { name: 'StoreError' as const, kind });

export const isStoreError = (value: unknown): value is StoreError =>
  value instanceof Error && value.name === 'StoreError';

/** Awaits a reading; a StoreError becomes its result. Rejects for any other error. */
export const orStoreError = <T>(reading: Promise<T>): Promise<T | StoreError> =>
  reading.catch((error: unknown) => {
    if (isStoreError(error)) return error;
    throw error;
  });

/** Whether an error means that this account lacks a permission, by the operating system or by the lock. */
export function isDenied(error: unknown): boolean {
  if (isStoreError(error)) return error.kind === 'denied';
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return ['EACCES', 'EPERM', 'EROFS'].includes(String(code));
}

const FULL = ['ENOSPC', 'EDQUOT'];

/** Returns an error's message for a person. A full disk has a message of its own: Node's names files that no one knows. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // The fields of Node's system errors; other errors have none of these.
  const { code = '', dest, path } = error as NodeJS.ErrnoException & { dest?: string };
  if (!FULL.includes(code)) return error.message;
  const place = dest ?? path;
  return `The disk is full${place === undefined ? '' : `: ${place} cannot be written`}. Make room, then try again.`;
}

/** What an issue of a schema may have: the expected type or the possible values, by its kind. */
type Issue = z.core.$ZodIssue & { expected?: string; values?: readonly unknown[] };

/** Describes the first issue of a failed parse: "'pages.0.title' is missing". Takes the issues and the parsed value. */
function describeIssue([issue]: readonly Issue[], value: unknown): string {
  if (!issue) return 'unknown';
  const { code, path, message, expected, values } = issue;
  const place = path.length === 0 ? 'it' : `'${path.map(String).join('.')}'`;
  const found = path.reduce<unknown>((part, key) => Object(part)[key] as unknown, value);
  if (found === undefined) return `${place} is missing`;
  if (values) return `${place} is ${JSON.stringify(found)}, and may be ${values.map(String).join(', ')}`;
  if (expected !== undefined) return `${place} is ${JSON.stringify(found)}, and not of the type ${expected}`;
  const why = message === 'Invalid input' ? code.replaceAll('_', ' ') : message;
  return `${place} is ${JSON.stringify(found)}: ${why}`;
}

/** Parses a value by a schema. Throws a StoreError with the given beginning if the value does not match. */
export function checked<T>(schema: z.ZodMiniType<T>, value: unknown, beginning: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw storeError(`${beginning}: ${describeIssue(result.error.issues, value)}.`, result.error);
}

/** Parses a JSON text by a schema; null if it is no JSON or of another shape. */
export function parsedOrNull<T>(text: string, schema: z.ZodMiniType<T>): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
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
export const readPointer = async (store: string, name: string): Promise<Pointer> =>
  (await readJson(join(folderOf(store, name), 'pointer.json'), pointerSchema)) ?? EMPTY_POINTER;

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

export const remotesIn = (store: string): Promise<string[]> => foldersIn(join(store, 'remotes'), nameSchema);

/** Every version of the shell or of a remote that is in a store, live or not. */
export const versionsOf = (store: string, name: string): Promise<string[]> =>
  foldersIn(folderOf(store, name), versionSchema);

/** Reads the operator's configuration; the defaults if there is no site.json. Throws StoreError for a broken file. */
export const readSite = async (store: string): Promise<SiteConfiguration> =>
  (await readJson(join(store, 'site.json'), siteSchema)) ?? siteSchema.parse({});

/** Reads the record of the live shell; null if none is live. */
export async function readLiveShell(store: string): Promise<ReleaseRecord | null> {
  const { live } = await readPointer(store, SHELL);
  return live && readRecord(store, SHELL, live.version);
}
