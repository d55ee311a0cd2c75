import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listBackups } from '../src/backup/backupFiles.ts';
import { checkBackup } from '../src/backup/checkBackup.ts';
import { dataCommand } from '../src/backup/dataCommand.ts';
import { INSTALLED } from '../src/backup/versions.ts';
import { startTestServer } from '../src/testing.ts';
import { OLD_BACKUP, OLD_DATA, readOldData, unpackOldFolder } from './support/fixture.ts';
import { folderForEach } from './support/folder.ts';

const at = folderForEach();
const output: string[] = [];
const log = (line: string) => void output.push(line);

const start = (dataDir: string) =>
  startTestServer({ dataDir, confirmEmail: true, log, reportFault: log, backups: true });

test('an older backup is restored, and every row is compared', async () => {
  await dataCommand(['restore', OLD_BACKUP], { dataDir: at('data'), log });
  expect(output.at(-1)).toMatch(/every row compared: 3 accounts, 42 tasks/);
});

test('data of another version is backed up, rebuilt from the backup, and kept beside the new database', async () => {
  const dataDir = at('data');
  await unpackOldFolder(dataDir);
  const versionFile = join(dataDir, 'database/better-space.json');
  writeFileSync(versionFile, JSON.stringify({ pglite: '0.4.4', lite: '0.9.0' }));
  const server = await start(dataDir);
  expect(await readOldData(server)).toEqual(OLD_DATA);
  await server.close();
  const [oldDatabase] = readdirSync(dataDir).filter((name) => name.startsWith('database.before-'));
  expect(existsSync(join(dataDir, oldDatabase ?? '', 'PG_VERSION'))).toBe(true);
  expect(JSON.parse(readFileSync(versionFile, 'utf8'))).toEqual(INSTALLED);
  const backups = await Promise.all(listBackups(dataDir).map(({ file }) => checkBackup(file)));
  expect(backups.map(({ header }) => header.reason)).toContain(
    'before the upgrade from PGlite 0.4.4 and lite 0.9.0',
  );

  // Killed between the two renames of an upgrade: the next start moves the finished database to its place.
  renameSync(join(dataDir, 'database'), join(dataDir, 'database.next'));
  const restarted = await start(dataDir);
  expect(await restarted.query('select count(*)::int as count from tasks')).toEqual([{ count: 42 }]);
  await restarted.close();
}, 180_000);

test('leaves data of an unsupported PostgreSQL version unchanged, with a message that says what to do', async () => {
  const dataDir = at('data');
  await unpackOldFolder(dataDir);
  writeFileSync(join(dataDir, 'database/PG_VERSION'), '99\n');
  await expect(start(dataDir)).rejects.toThrow(
    /was written by PostgreSQL 99, and this version of Better Space reads [\d, ]+\. Start the version that wrote it and save it there \(npm run data -- backup\)/,
  );
  expect(readdirSync(dataDir).filter((name) => name.startsWith('database'))).toEqual(['database']);
});
