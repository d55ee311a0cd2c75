import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checked, errorMessage, isMissing, originSchema, storeError } from '@space/store';
import { describeRelease } from './describeRelease.ts';
import type { Candidate } from './gate/gateAgainstStore.ts';

const readIfPresent = (file: string) =>
  readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });

/** Reads where a build comes from, if its archive says so; otherwise the commit is unknown. */
async function originOf(folder: string) {
  const file = join(folder, 'origin.json');
  const text = await readIfPresent(file);
  if (text === null) return { commit: null, builtAt: new Date().toISOString() };
  try {
    return checked(originSchema, JSON.parse(text), 'This is not an origin');
  } catch (error) {
    throw storeError(`${file} does not say where the build comes from: ${errorMessage(error)}`, error);
  }
}

/**
 * The release candidate in an uploaded archive. The record is computed here from the archive's files; only the origin comes
 * from the team's machine.
 *
 * Takes the remote's name and the folder of the unpacked archive. Throws StoreError if a file is missing or invalid.
 */
export async function candidateOfUpload(name: string, folder: string): Promise<Candidate> {
  const dist = join(folder, 'dist');
  const described = await describeRelease(name, folder, new Date(), undefined, dist);
  // Git knows nothing of an unpacked archive: its own origin is empty but for a CI run of this server.
  const { commit: _, branch: __, run: ___, builtAt: ____, ...own } = described;
  return { record: { ...own, ...(await originOf(folder)) }, folder: dist };
}
