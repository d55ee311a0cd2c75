import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { actorOf } from './actor.ts';
import { deriveLocked } from './siteFiles.ts';
import { DRAFT, alteredFile, compressInto, exists, isMissing, nullIf, replaceFile } from './files.ts';
import { withLock } from './lock.ts';
import {
  goLive,
  offeredBy,
  oldestStaged,
  stage,
  startCanary,
  versionsOfVisitors,
  withoutExpired,
} from './pointer.ts';
import type { LeftOut } from './registry.ts';
import {
  checked,
  errorMessage,
  folderOf,
  isDenied,
  isStoreError,
  readPointer,
  readRecord,
  storeError,
} from './readStore.ts';
import { pointerSchema, releaseRecordSchema, type Pointer, type ReleaseRecord } from './schema.ts';

/** Whether a release in the store is intact: its record can be read, and all files match it, compressed ones included. */
async function isIntact(store: string, { name, version }: ReleaseRecord): Promise<boolean> {
  const record = await readRecord(store, name, version).catch(nullIf(isStoreError));
  return record !== null && (await alteredFile(join(folderOf(store, name), version), record.files)) === null;
}

const draftIn = (folder: string) => join(folder, `${DRAFT}${randomUUID()}`);

/** Removes the folder of a release. It is renamed first: no reader may find only half of it. */
async function removeRelease(folder: string, version: string): Promise<void> {
  const draft = draftIn(folder);
  await rename(join(folder, version), draft).catch(nullIf(isMissing));
  await rm(draft, { recursive: true, force: true });
}

/** Removes releases that a pointer does not name, and drafts of killed processes; not young ones, which may be named yet. */
async function removeUnnamed(folder: string, pointer: Pointer): Promise<void> {
  const named = new Set([...versionsOfVisitors(pointer), ...pointer.staged.map(({ version }) => version)]);
  const oldest = oldestStaged(new Date());
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory() || named.has(entry.name)) continue;
    const found = await stat(join(folder, entry.name)).catch(nullIf(isMissing));
    if (found !== null && found.mtime <= oldest) await removeRelease(folder, entry.name);
  }
}

const isTaken = (error: unknown) =>
  error instanceof Error && 'code' in error && ['ENOTEMPTY', 'EEXIST'].includes(String(error.code));

/**
 * Adds a release to the store, complete or not at all; no pointer names it yet. An intact one only gets the time, a damaged one
 * is replaced. Throws StoreError if the record breaks the schema, or if this account may not write there.
 */
export async function addRelease(store: string, record: ReleaseRecord, from: string): Promise<void> {
  const { name, version, files } = checked(releaseRecordSchema, record, 'This release cannot be stored');
  const folder = folderOf(store, name);
  const place = join(folder, version);
  const isThere = await exists(place);
  const now = new Date();
  if (isThere && (await isIntact(store, record))) {
    await utimes(place, now, now).catch(nullIf(isDenied));
    return;
  }
  const draft = draftIn(folder);
  try {
    await mkdir(draft, { recursive: true });
    for (const file of Object.keys(files)) await cp(join(from, file), join(draft, file));
    await compressInto(draft, files);
    await writeFile(join(draft, 'release.json'), `${JSON.stringify(record, null, 2)}\n`);
    await utimes(draft, now, now);
    if (isThere) await removeRelease(folder, version);
    // Meanwhile another process may have added the same content.
    await rename(draft, place).catch(nullIf(isTaken));
  } catch (error) {
    if (isDenied(error)) throw storeError(`This account may not write ${folder}.`, error, 'denied');
    throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** The pointer before and after a move, and what the new pages do not offer: null without a shell; an Error if they failed. */
export interface Moved {
  before: Pointer;
  after: Pointer;
  leftOut: LeftOut[] | null | Error;
}

/** The commit that a version was built from; null if it is unknown or its record cannot be read. */
async function commitOf(store: string, name: string, version: string | null): Promise<string | null> {
  const record = version && (await readRecord(store, name, version).catch(nullIf(isStoreError)));
  return record ? record.commit : null;
}

/**
 * Moves a pointer and makes the pages anew, under the lock of the store: all moves of all teams happen one after another.
 * `reason`: by default what the move says. Throws StoreError if the move refuses, if this account may not write, or if the new
 * pointer would break the schema or name a release that is not in the store; nothing is then changed.
 */
export async function movePointer(
  store: string,
  name: string,
  move: (pointer: Pointer) => Pointer,
  { who = actorOf(process.env), reason }: { who?: string | undefined; reason?: string | undefined } = {},
): Promise<Moved> {
  const folder = folderOf(store, name);
  if (!(await exists(folder))) throw storeError(`There is nothing called ${name} in the store.`);
  return withLock(store, async () => {
    const before = await readPointer(store, name);
    const moved = move(withoutExpired(before, new Date()));
    if (moved === before) return { before, after: before, leftOut: await deriveOrError(store) };
    const moves = await Promise.all(
      moved.moves.map(async (line) => {
        if (before.moves.includes(line)) return line;
        const commit = await commitOf(store, name, line.to ?? line.from);
        return { ...line, who, commit, reason: reason ?? line.reason };
      }),
    );
    const after = checked(pointerSchema, { ...moved, moves }, 'The moved pointer would be unreadable');
    // Releases that the pointer names already may be damaged by now: switching off must work all the same.
    const known = offeredBy(before);
    for (const version of offeredBy(after).filter((one) => !known.includes(one)))
      await readRecord(store, name, version);
    await replaceFile(join(folder, 'pointer.json'), `${JSON.stringify(after, null, 2)}\n`, true);
    const leftOut = await deriveOrError(store);
    // Another account's files may stay.
    await removeUnnamed(folder, after).catch(nullIf(isDenied));
    return { before, after, leftOut };
  });
}

const deriveOrError = (store: string): Promise<Moved['leftOut']> =>
  deriveLocked(store).catch((error: unknown) => new Error(errorMessage(error), { cause: error }));

/** Where a release goes after the gate: live for everyone, staged, or as a canary to a percentage of devices. */
export type Destination = 'live' | 'staged' | number;

/** Adds a release that has passed the gate, moves the pointer and makes the pages. Throws StoreError as the move does. */
export async function publish(
  store: string,
  record: ReleaseRecord,
  from: string,
  to: Destination,
  { message, who }: { message?: string | undefined; who?: string | undefined } = {},
): Promise<Moved> {
  const { name, version } = record;
  const move = (pointer: Pointer) => {
    const now = new Date();
    if (to === 'live') return goLive(pointer, version, now);
    if (to === 'staged') return stage(pointer, version, now);
    return startCanary(pointer, version, to, now);
  };
  // Refused before the files are copied; another process may move the pointer meanwhile.
  move(await readPointer(store, name));
  await addRelease(store, record, from);
  return movePointer(store, name, move, { who, reason: message });
}

/** Ends what was staged more than 14 days ago, and removes the files that no pointer names. Takes the store and the name. */
export async function endExpiredStages(store: string, name: string): Promise<void> {
  const pointer = await readPointer(store, name);
  if (withoutExpired(pointer, new Date()) !== pointer) await movePointer(store, name, (current) => current);
  await withLock(store, async () => removeUnnamed(folderOf(store, name), await readPointer(store, name)));
}
