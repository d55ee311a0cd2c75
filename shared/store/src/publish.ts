import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { alteredFile, compressInto } from './compressed.ts';
import { draftIn, exists, nullIf } from './files.ts';
import { SHELL, folderOf } from './layout.ts';
import { withLock } from './lock.ts';
import { movePointer, type Act } from './movePointer.ts';
import { stage, withoutExpired } from './pointerMoves.ts';
import { checked, readPointer, readRecord } from './readStore.ts';
import { releaseRecordSchema, type Pointer, type ReleaseRecord } from './schema.ts';
import { isDenied, isMissing, isStoreError, storeError } from './storeError.ts';

/** Whether a release in the store is intact: its record can be read, and all files match it, compressed ones included. */
async function isIntact(store: string, { name, version }: ReleaseRecord): Promise<boolean> {
  try {
    const { files } = await readRecord(store, name, version);
    return (await alteredFile(join(folderOf(store, name), version), files)) === null;
  } catch (error) {
    if (isStoreError(error)) return false;
    throw error;
  }
}

/**
 * Adds the files of a release to the store; no pointer names it yet. They are copied to a draft that is then renamed: a
 * release is complete or absent. An existing one has the same content and is left as it is; a damaged one is replaced. Text
 * files get compressed files beside them (decision 020).
 *
 * Takes the store, the record, and the folder that holds the files it names. Throws StoreError if the record breaks the
 * schema (no one could read it later), or if this account may not write there.
 */
export async function addRelease(store: string, record: ReleaseRecord, from: string): Promise<void> {
  const { name, version, files } = checked(releaseRecordSchema, record, 'This release cannot be stored');
  const folder = folderOf(store, name);
  const place = join(folder, version);
  const draft = draftIn(folder);
  const damaged = draftIn(folder);
  if ((await exists(place)) && (await isIntact(store, record))) return;
  try {
    for (const file of Object.keys(files)) {
      await mkdir(dirname(join(draft, file)), { recursive: true });
      await cp(join(from, file), join(draft, file));
    }
    await mkdir(draft, { recursive: true });
    await compressInto(draft, files);
    await writeFile(join(draft, 'release.json'), `${JSON.stringify(record, null, 2)}\n`);
    await withLock(folder, async () => {
      // Meanwhile another process may have added the same content, or repaired it.
      if ((await exists(place)) && (await isIntact(store, record))) return;
      await rename(place, damaged).catch(nullIf(isMissing));
      await rename(draft, place);
    });
  } catch (error) {
    if (isDenied(error)) throw storeError(`This account may not write ${folder}.`, error, 'denied');
    throw error;
  } finally {
    await rm(draft, { recursive: true, force: true });
    await rm(damaged, { recursive: true, force: true });
  }
}

/**
 * Adds a release that passed the gate to the store and stages it: it is not live, and no page of the site names it.
 *
 * Takes the store, the record, the folder of its files, the message and the actor; returns the pointer before and after.
 * Throws StoreError as `stage` does, and for the shell.
 */
export async function stageRelease(
  store: string,
  record: ReleaseRecord,
  from: string,
  { message, who, now = new Date() }: Pick<Act, 'who'> & { message?: string | undefined; now?: Date } = {},
): Promise<{ before: Pointer; after: Pointer }> {
  const { name, version } = record;
  if (name === SHELL) throw storeError('The shell cannot be staged: everyone gets the same HTML.');
  const isKept = (await exists(join(folderOf(store, name), version))) === true;
  // Refused before the files are copied.
  stage(await readPointer(store, name), version, isKept, now, message);
  await addRelease(store, record, from);
  return movePointer(store, name, (pointer) => stage(pointer, version, isKept, now, message), { who });
}

/** Removes the staged releases of a remote that are older than 14 days, with their files. Takes the store, its name and the time. */
export async function endExpiredStages(store: string, name: string, now = new Date()): Promise<void> {
  const pointer = await readPointer(store, name);
  if (withoutExpired(pointer, now) === pointer) return;
  await movePointer(store, name, (current) => withoutExpired(current, now));
}
