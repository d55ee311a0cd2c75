import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { integrityOf } from './compressed.ts';
import type { ReleaseRecord } from './schema.ts';
import { isMissing, storeError } from './storeError.ts';

/** The folder of the migrations in a release. */
export const MIGRATIONS = 'migrations';

/** A migration of a release: the name of its file, and its text. */
export interface ReleasedMigration {
  file: string;
  sql: string;
}

/** A migration as its record lists it. */
export interface RecordedMigration {
  file: string;
  integrity: string;
}

/** The migrations that a record lists, the oldest first, with their hashes. */
export function recordedMigrations({
  migrations = [],
  files,
}: Pick<ReleaseRecord, 'migrations' | 'files'>): RecordedMigration[] {
  return migrations.map((path) => ({
    file: path.slice(MIGRATIONS.length + 1),
    integrity: files[path]?.integrity ?? '',
  }));
}

/**
 * Reads the migrations of a release, the oldest first. Takes its record and the folder of its files. Throws StoreError if a
 * file is missing or does not match its recorded hash.
 */
export async function readMigrations(
  record: Pick<ReleaseRecord, 'name' | 'version' | 'migrations' | 'files'>,
  folder: string,
): Promise<ReleasedMigration[]> {
  const read = async ({ file, integrity }: RecordedMigration): Promise<ReleasedMigration> => {
    const bytes = await readFile(join(folder, MIGRATIONS, file)).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (bytes !== null && integrityOf(bytes) === integrity) return { file, sql: bytes.toString() };
    const what = bytes === null ? 'is missing' : 'does not match the record';
    throw storeError(`${file} of ${record.name} ${record.version} ${what}.`);
  };
  return Promise.all(recordedMigrations(record).map(read));
}
