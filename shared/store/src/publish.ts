import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { actorOf } from './actor.ts';
import { appendLog, readLog, sha256 } from './auditLog.ts';
import { alteredFile, compressInto } from './compressed.ts';
import { draftIn, exists, nothingWhere } from './files.ts';
import { folderOf } from './layout.ts';
import { withLock } from './lock.ts';
import type { Act } from './movePointer.ts';
import { checked } from './readStore.ts';
import { releaseRecordSchema, type ReleaseRecord } from './schema.ts';
import { RECORD, SIGNATURE, recordText, readSigned, troubleOf } from './signedRecord.ts';
import { signerOf } from './sshSignature.ts';
import { isDenied, isMissing, storeError } from './storeError.ts';

/**
 * Whether a release lies in the store as its record says: all files, each with its hash, however it is compressed. And
 * whether the record is as it was put there, signed by that key, if one is given.
 */
async function isWhole(store: string, record: ReleaseRecord, key: string | null): Promise<boolean> {
  const { name, version } = record;
  const folder = join(folderOf(store, name), version);
  if ((await troubleOf(store, name, version, await readLog(store, name))) !== null) return false;
  const { text, signature } = await readSigned(store, name, version);
  if (key !== null && (signature === null || signerOf(text, signature) !== key)) return false;
  return (await alteredFile(folder, record.files)) === null;
}

/** Who puts a release into the store, and the signature of `recordText` where it has one. */
interface Origin extends Pick<Act, 'who'> {
  signature?: string | null | undefined;
}

/**
 * Puts the files of a release into the store, where nothing points at them yet. Copied aside and renamed: a release is
 * there whole or not at all. One that is there already is left as it is, for it has the same content; one that was
 * damaged since, or that this key has not signed, is replaced. Texts get their compressed forms beside them (decision 020).
 *
 * Takes the store, the record, the folder that holds the files it names, and who does it. Throws StoreError when the record
 * breaks the schema (no one could read it later), when the signature is not one of it, or when this account may not write
 * there.
 */
export async function addRelease(
  store: string,
  record: ReleaseRecord,
  from: string,
  { who = actorOf(process.env), signature = null }: Origin = {},
): Promise<void> {
  const { name, version, files } = checked(releaseRecordSchema, record, 'This release cannot be kept');
  const folder = folderOf(store, name);
  const place = join(folder, version);
  const draft = draftIn(folder);
  const damaged = draftIn(folder);
  const text = recordText(record);
  const key = signature === null ? null : signerOf(text, signature);
  if (signature !== null && key === null)
    throw storeError(`The signature of ${name} ${version} is not one of its record.`);
  if ((await exists(place)) && (await isWhole(store, record, key))) return;
  try {
    for (const file of Object.keys(files)) {
      await mkdir(dirname(join(draft, file)), { recursive: true });
      await cp(join(from, file), join(draft, file));
    }
    await mkdir(draft, { recursive: true });
    await compressInto(draft, files);
    await writeFile(join(draft, RECORD), text);
    if (signature !== null) await writeFile(join(draft, SIGNATURE), signature);
    await withLock(folder, async () => {
      // Someone else put the same content there meanwhile, or repaired it.
      if ((await exists(place)) && (await isWhole(store, record, key))) return;
      const line = { who, what: 'add', to: version, record: sha256(text), ...(key !== null && { key }) };
      await appendLog(store, name, line);
      await rename(place, damaged).catch(nothingWhere(isMissing));
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
