import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { databaseIn, replaceDatabase } from '../backend/firstBoot.ts';
import { startError } from '../startError.ts';
import { isBackupError } from './backupError.ts';
import { newestIn } from './backupFiles.ts';
import { copyDatabase } from './copyDatabase.ts';
import { restoreDatabase } from './restoreDatabase.ts';
import type { Save } from './saveFiles.ts';
import { majorOf, OURS, readableMajors, writtenBy } from './versions.ts';

/** What a database is called that was replaced. One is kept. */
const REPLACED = /^database\.before-/;

/**
 * Brings a database that other versions of PGlite or lite have written to those that are installed: it is saved with the engine that
 * wrote it, and made anew from that backup. What was there stays under another name. Call it only while holding the directory lock.
 *
 * Throws a StartError when that cannot be done; then everything is as it was.
 */
export async function upgradeDatabase(parts: {
  dataDir: string;
  save: Save;
  log: (line: string) => void;
}): Promise<void> {
  const { dataDir, save, log } = parts;
  const path = databaseIn(dataDir);
  const [major, versions] = [majorOf(path), writtenBy(path)];
  if (major !== '' && !readableMajors().includes(major)) throw unreadable(dataDir, major);
  if (versions.pglite === OURS.pglite && versions.lite === OURS.lite) return;
  const before = `PGlite ${versions.pglite} and lite ${versions.lite}`;
  log(
    `The database was written by ${before}. It is saved, and made anew for ${OURS.pglite} and ${OURS.lite}.`,
  );
  const kept = `database.before-${OURS.pglite}-${OURS.lite}-${Date.now()}`;
  try {
    const { file, summary } = await save(`before the upgrade from ${before}`, {
      copyFiles: (to) => copyDatabase(path, to),
    });
    await replaceDatabase(dataDir, (folder) => restoreDatabase(folder, file, summary), kept);
  } catch (error) {
    if (!isBackupError(error)) throw error;
    throw startError(
      `The database of ${before} could not be brought here, and is as it was. ${error.message}`,
      error,
    );
  }
  for (const name of readdirSync(dataDir))
    if (REPLACED.test(name) && name !== kept) rmSync(join(dataDir, name), { recursive: true });
  log(`The database is made anew. What was there before is in ${kept}: delete it when all is well.`);
}

function unreadable(dataDir: string, major: string) {
  const newest = newestIn(dataDir);
  const saved = newest === null ? '' : ` Its newest backup is ${newest.file}, of ${newest.madeAt}.`;
  return startError(
    `The database in ${dataDir} was written by PostgreSQL ${major}, and this version of Better Space reads ${readableMajors().join(', ')}. Start the version that wrote it and save it there (npm run data -- backup), then restore that backup here: docs/operate-the-site.md, 'Backups'.${saved}`,
  );
}
