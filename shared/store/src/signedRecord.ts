import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256, type AuditLog } from './auditLog.ts';
import { nullIf } from './files.ts';
import { folderOf } from './layout.ts';
import { readRecord } from './readStore.ts';
import type { ReleaseRecord } from './schema.ts';
import { signerOf } from './sshSignature.ts';
import { isMissing, isStoreError, storeError } from './storeError.ts';

export const RECORD = 'release.json';
export const SIGNATURE = 'release.json.sig';

/** The text of a record and its signature, if any: they decide whether it may go live. */
export interface SignedText {
  text: string;
  signature: string | null;
}

/** The exact text of a release's record: what is signed. */
export const recordText = (record: ReleaseRecord) => `${JSON.stringify(record, null, 2)}\n`;

/** Reads the record of a release in the store, and its signature. Throws StoreError when there is no record. */
export async function readSigned(store: string, name: string, version: string): Promise<SignedText> {
  const read = (file: string) =>
    readFile(join(folderOf(store, name), version, file), 'utf8').catch(nullIf(isMissing));
  const [text, signature] = await Promise.all([read(RECORD), read(SIGNATURE)]);
  if (text === null) throw storeError(`There is no release ${version} of ${name} in the store.`);
  return { text, signature };
}

/**
 * Checks the record of a release: whether it can be read, and whether it and its signature are what was added to the store
 * according to the log (decision 031); for releases from before the log, only the signature is checked.
 *
 * Takes the store, the name, the version and the log of that name; returns a sentence, or null if all is well.
 */
export async function troubleOf(
  store: string,
  name: string,
  version: string,
  { lines }: Pick<AuditLog, 'lines'>,
): Promise<string | null> {
  try {
    await readRecord(store, name, version);
    const { text, signature } = await readSigned(store, name, version);
    const added = lines.findLast((line) => line.what === 'add' && line.to === version);
    const signer = signature === null ? null : signerOf(text, signature);
    const where = `of ${name} ${version}`;
    if (added?.record !== undefined && added.record !== sha256(text))
      return `${RECORD} ${where} was altered: it is not what ${added.who} stored (${added.at})`;
    if (signature !== null && signer === null) return `${SIGNATURE} ${where} does not match its ${RECORD}`;
    if (added?.key !== undefined && added.key !== signer)
      return `${SIGNATURE} ${where} is not by ${added.key}, who signed it (${added.at})`;
    return null;
  } catch (error) {
    if (isStoreError(error)) return error.message;
    throw error;
  }
}
