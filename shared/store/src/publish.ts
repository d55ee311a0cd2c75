import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { alteredFile, compressInto } from './compressed.ts';
import { draftIn, exists, nullIf } from './files.ts';
import { folderOf } from './layout.ts';
import { withLock } from './lock.ts';
import { checked, readRecord } from './readStore.ts';
import { releaseRecordSchema, type ReleaseRecord } from './schema.ts';
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
