import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { databaseIn, replaceDatabase } from '../backend/firstBoot.ts';
import { startError } from '../startError.ts';
import { isBackupError } from './backupError.ts';
import { newestIn } from './backupFiles.ts';
import { copyDatabase } from './copyDatabase.ts';
import { restoreDatabase } from './restoreDatabase.ts';
import type { Save } from './saveFiles.ts';
import { majorOf, INSTALLED, readableMajors, readVersions } from './versions.ts';

/** The name of a replaced database. Only the newest is kept. */
const REPLACED = /^database\.before-/;

/**
 * Upgrades a database of other versions of PGlite or lite: saves it with the engine that wrote it, and restores it with
 * the installed versions. The old database stays under another name. Call it only while holding the directory lock.
 *
 * Throws a StartError if the upgrade fails; the database is then unchanged.
 */
export async function upgradeDatabase(parts: {
  dataDir: string;
  save: Save;
  log: (line: string) => void;
}): Promise<void> {
  const { dataDir, save, log } = parts;
  const path = databaseIn(dataDir);
  const [major, versions] = [majorOf(path), readVersions(path)];
  if (major !== '' && !readableMajors().includes(major)) throw createUnreadableError(dataDir, major);
  if (versions.pglite === INSTALLED.pglite && versions.lite === INSTALLED.lite) return;
  const before = `PGlite ${versions.pglite} and lite ${versions.lite}`;
  log(
    `The database was written by ${before}. It is backed up, and created again for ${INSTALLED.pglite} and ${INSTALLED.lite}.`,
  );
  const replacedName = `database.before-${INSTALLED.pglite}-${INSTALLED.lite}-${Date.now()}`;
  try {
    const { file, summary } = await save(`before the upgrade from ${before}`, {
      copyFiles: (to) => copyDatabase(path, to),
    });
    await replaceDatabase(dataDir, (folder) => restoreDatabase(folder, file, summary), replacedName);
  } catch (error) {
    if (!isBackupError(error)) throw error;
    throw startError(
      `The database of ${before} could not be upgraded, and is unchanged. ${error.message}`,
      error,
    );
  }
  for (const name of readdirSync(dataDir))
    if (REPLACED.test(name) && name !== replacedName) rmSync(join(dataDir, name), { recursive: true });
  log(`The database was created again. The old one is in ${replacedName}: delete it when everything works.`);
}

function createUnreadableError(dataDir: string, major: string) {
  const newest = newestIn(dataDir);
  const saved = newest === null ? '' : ` Its newest backup is ${newest.file}, of ${newest.madeAt}.`;
  return startError(
    `The database in ${dataDir} was written by PostgreSQL ${major}, and this version of Better Space reads ${readableMajors().join(', ')}. Start the version that wrote it and save it there (npm run data -- backup), then restore that backup here: docs/operate-the-site.md, 'Backups'.${saved}`,
  );
}
