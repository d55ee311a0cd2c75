import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { actorOf } from './actor.ts';
import { appendLog, readLog, sha256 } from './auditLog.ts';
import { alteredFile, compressInto } from './compressed.ts';
import { draftIn, exists, nullIf } from './files.ts';
import { folderOf } from './layout.ts';
import { withLock } from './lock.ts';
import type { Act } from './movePointer.ts';
import { checked } from './readStore.ts';
import { releaseRecordSchema, type ReleaseRecord } from './schema.ts';
import { RECORD, SIGNATURE, recordText, readSigned, troubleOf } from './signedRecord.ts';
import { signerOf } from './sshSignature.ts';
import { isDenied, isMissing, storeError } from './storeError.ts';

/**
 * Whether a release in the store is intact: all files match their recorded hashes, compressed files included, and the
 * record is unaltered and signed by the key, if one is given.
 */
async function isIntact(store: string, record: ReleaseRecord, key: string | null): Promise<boolean> {
  const { name, version } = record;
  const folder = join(folderOf(store, name), version);
  if ((await troubleOf(store, name, version, await readLog(store, name))) !== null) return false;
  const { text, signature } = await readSigned(store, name, version);
  if (key !== null && (signature === null || signerOf(text, signature) !== key)) return false;
  return (await alteredFile(folder, record.files)) === null;
}

/** Who adds a release to the store, and the signature of its `recordText`, if any. */
interface Origin extends Pick<Act, 'who'> {
  signature?: string | null | undefined;
}

/**
 * Adds the files of a release to the store; no pointer names it yet. They are copied to a draft that is then renamed: a
 * release is complete or absent. An existing one has the same content and is left as it is; one that is damaged, or not
 * signed by this key, is replaced. Text files get compressed files beside them (decision 020).
 *
 * Takes the store, the record, the folder that holds the files it names, and the actor. Throws StoreError if the record
 * breaks the schema (no one could read it later), if the signature does not match it, or if this account may not write
 * there.
 */
export async function addRelease(
  store: string,
  record: ReleaseRecord,
  from: string,
  { who = actorOf(process.env), signature = null }: Origin = {},
): Promise<void> {
  const { name, version, files } = checked(releaseRecordSchema, record, 'This release cannot be stored');
  const folder = folderOf(store, name);
  const place = join(folder, version);
  const draft = draftIn(folder);
  const damaged = draftIn(folder);
  const text = recordText(record);
  const key = signature === null ? null : signerOf(text, signature);
  if (signature !== null && key === null)
    throw storeError(`The signature of ${name} ${version} does not match its record.`);
  if ((await exists(place)) && (await isIntact(store, record, key))) return;
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
      // Meanwhile another process may have added the same content, or repaired it.
      if ((await exists(place)) && (await isIntact(store, record, key))) return;
      const line = { who, what: 'add', to: version, record: sha256(text), ...(key !== null && { key }) };
      await appendLog(store, name, line);
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
