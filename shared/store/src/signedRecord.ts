import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256, type AuditLog } from './auditLog.ts';
import { nothingWhere } from './files.ts';
import { folderOf } from './layout.ts';
import { readRecord } from './readStore.ts';
import type { ReleaseRecord } from './schema.ts';
import { signerOf } from './sshSignature.ts';
import { isMissing, isStoreError, storeError } from './storeError.ts';

export const RECORD = 'release.json';
export const SIGNATURE = 'release.json.sig';

/** A record as it is written, and its signature where it has one: what decides whether it may go live. */
export interface SignedText {
  text: string;
  signature: string | null;
}

/** A record as a release keeps it, down to the last byte: what is signed. */
export const recordText = (record: ReleaseRecord) => `${JSON.stringify(record, null, 2)}\n`;

/** Reads the record of a release in the store, and its signature. Throws StoreError when there is no record. */
export async function readSigned(store: string, name: string, version: string): Promise<SignedText> {
  const read = (file: string) =>
    readFile(join(folderOf(store, name), version, file), 'utf8').catch(nothingWhere(isMissing));
  const [text, signature] = await Promise.all([read(RECORD), read(SIGNATURE)]);
  if (text === null) throw storeError(`There is no release ${version} of ${name} in the store.`);
  return { text, signature };
}

/**
 * What is wrong with the record of a release: that it cannot be read, that it or its signature is not what was put into
 * the store. The log says what was (decision 031); of releases from before there was one, the signature alone.
 *
 * Takes the store, the name, the version and the log of that name; returns a sentence, or null when all is well.
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
      return `${RECORD} ${where} was altered: it is not what ${added.who} put there (${added.at})`;
    if (signature !== null && signer === null)
      return `${SIGNATURE} ${where} is not a signature of its ${RECORD}`;
    if (added?.key !== undefined && added.key !== signer)
      return `${SIGNATURE} ${where} is not by ${added.key}, who signed it (${added.at})`;
    return null;
  } catch (error) {
    if (isStoreError(error)) return error.message;
    throw error;
  }
}
