import { cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { compressInto, formsAreSound, integrityOf } from './compressed.ts';
import { draftIn, nothingWhere, removeDeadDrafts, replaceFile } from './files.ts';
import { folderOf } from './layout.ts';
import { withLock } from './lock.ts';
import { checked, readPointer, readRecord } from './readStore.ts';
import { pointerSchema, releaseRecordSchema } from './schema.ts';
import type { Pointer, ReleaseRecord } from './schema.ts';
import { isDenied, isMissing, isStoreError, storeError } from './storeError.ts';

const exists = (path: string) => stat(path).then(() => true, nothingWhere(isMissing));

/** Whether a release lies in the store as its record says: all files, each with its hash, however it is compressed. */
async function isWhole(store: string, record: ReleaseRecord): Promise<boolean> {
  const { name, version } = record;
  const folder = join(folderOf(store, name), version);
  if ((await readRecord(store, name, version).catch(nothingWhere(isStoreError))) === null) return false;
  for (const [file, { integrity }] of Object.entries(record.files)) {
    const bytes = await readFile(join(folder, file)).catch(nothingWhere(isMissing));
    if (bytes === null || integrityOf(bytes) !== integrity) return false;
    if (!(await formsAreSound(folder, file, record.files))) return false;
  }
  return true;
}

/**
 * Puts the files of a release into the store, where nothing points at them yet. Copied aside and renamed: a release is
 * there whole or not at all. One that is there already is left as it is, for it has the same content; one that was
 * damaged since is replaced. Texts get their compressed forms beside them (decision 020).
 *
 * Takes the store, the record and the folder that holds the files it names. Throws StoreError when the record breaks the
 * schema (no one could read it later) or when this account may not write there.
 */
export async function addRelease(store: string, record: ReleaseRecord, from: string): Promise<void> {
  const { name, version, files } = checked(releaseRecordSchema, record, 'This release cannot be kept');
  const folder = folderOf(store, name);
  const place = join(folder, version);
  const draft = draftIn(folder);
  const damaged = draftIn(folder);
  const isThere = await exists(place);
  if (isThere && (await isWhole(store, record))) return;
  try {
    if (isThere) {
      await withLock(folder, async () => {
        // Someone else may have repaired it meanwhile.
        if (!(await isWhole(store, record))) await rename(place, damaged).catch(nothingWhere(isMissing));
      });
    }
    for (const file of Object.keys(files)) {
      await mkdir(dirname(join(draft, file)), { recursive: true });
      await cp(join(from, file), join(draft, file));
    }
    await mkdir(draft, { recursive: true });
    await compressInto(draft, files);
    await writeFile(join(draft, 'release.json'), `${JSON.stringify(record, null, 2)}\n`);
    await rename(draft, place).catch(async (error: unknown) => {
      // Someone else put the same content there meanwhile.
      if (!(await exists(place))) throw error;
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
 * Moves a pointer: reads it, asks what it shall be, writes it, alone among all processes.
 *
 * Takes the store, the name and the move (old pointer → new one; it may throw to refuse). Returns both. Throws StoreError
 * when nothing of that name was ever put into the store, or when the new pointer breaks the schema or names another
 * release that is not in the store; the pointer is then as it was.
 */
export async function movePointer(
  store: string,
  name: string,
  move: (pointer: Pointer) => Pointer | Promise<Pointer>,
): Promise<{ before: Pointer; after: Pointer }> {
  const folder = folderOf(store, name);
  if (!(await exists(folder))) throw storeError(`There is nothing called ${name} in the store.`);
  return withLock(folder, async () => {
    const before = await readPointer(store, name);
    const after = checked(pointerSchema, await move(before), 'Such a pointer could not be read');
    // What is pointed at already may have been damaged since: switching off must work all the same.
    const known = [before.live?.version, before.canary?.version];
    for (const version of [after.live?.version, after.canary?.version]) {
      if (version !== undefined && !known.includes(version)) await readRecord(store, name, version);
    }
    await replaceFile(join(folder, 'pointer.json'), `${JSON.stringify(after, null, 2)}\n`, true);
    await removeDeadDrafts(folder);
    return { before, after };
  });
}
