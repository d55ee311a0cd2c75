import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  checked,
  isMissing,
  originSchema,
  recordText,
  sentenceOf,
  storeError,
  type ReleaseRecord,
} from '@space/store';
import { bringMigrations } from './data/bringMigrations.ts';
import { describeRelease } from './describeRelease.ts';
import type { Candidate } from './gate/gateAgainstStore.ts';

const textIn = (file: string) =>
  readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });

/** Where a build comes from, as its archive says; nothing is known where it does not. */
async function originIn(folder: string) {
  const file = join(folder, 'origin.json');
  const text = await textIn(file);
  if (text === null) return { commit: null, builtAt: new Date().toISOString() };
  try {
    return checked(originSchema, JSON.parse(text), 'It is not an origin');
  } catch (error) {
    throw storeError(`${file} does not say where the build comes from: ${sentenceOf(error)}`, error);
  }
}

/**
 * What an archive would release. It is described here, from its files, but for where it comes from, which the team's machine
 * knows. A signature is of the record that comes of it, letter by letter: one of another record fits none.
 *
 * Takes the remote's name and the folder of the archive. Throws StoreError for what is missing or no such thing.
 */
export async function candidateOfUpload(name: string, folder: string): Promise<Candidate> {
  const dist = join(folder, 'dist');
  await bringMigrations(folder, dist);
  const { version, ...described } = await describeRelease(name, folder, new Date(), undefined, dist);
  const own = Object.entries(described).filter(([key]) => !Object.hasOwn(originSchema.shape, key));
  // The same fields in the order in which a release is described where it was built; an origin has those that were left out.
  const record = { name, version, ...(await originIn(folder)), ...Object.fromEntries(own) } as ReleaseRecord;
  const signature = await textIn(join(folder, 'release.json.sig'));
  return { record, folder: dist, signed: { text: recordText(record), signature } };
}
