import { rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listBackups } from '../src/backup/backupFiles.ts';
import { checkBackup } from '../src/backup/checkBackup.ts';
import { startTestServer } from '../src/testing.ts';
import { copyTemplate } from '../src/testing/template.ts';
import { folderForEach } from './support/folder.ts';

const at = folderForEach();
const start = () => startTestServer({ dataDir: at('data'), backups: true, reportFault: () => {} });

/** A migration that changes nothing if it is applied a second time. */
const VERSION = '20261121180000';
const selectApplied = `select from supabase_migrations.schema_migrations where version = '${VERSION}'`;

test('backs up the data before it migrates the site, and migrates nothing if the backup fails', async () => {
  await copyTemplate(at('data'));
  const older = await start();
  await older.query(selectApplied.replace('select', 'delete'));
  await older.close();

  // A file where the backup folder must be.
  writeFileSync(at('data/backups'), '');
  await expect(start()).rejects.toThrow(/The data could not be saved in .*-change\.backup\.gz: /);
  rmSync(at('data/backups'));

  const server = await start();
  expect(await server.query(selectApplied)).toHaveLength(1);
  await server.close();
  const [saved, ...others] = listBackups(at('data'));
  expect(others).toEqual([]);
  const { header } = await checkBackup(saved?.file ?? '');
  expect(header.reason).toBe(`before ${VERSION}_steady_plan_of_a_week.sql`);
  expect(header.migrations.map(({ version }) => version)).not.toContain(VERSION);
}, 120_000);
