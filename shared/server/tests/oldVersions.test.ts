import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { zstdDecompressSync } from 'node:zlib';
import { extract } from 'tar';
import { expect, test } from 'vitest';
import { listBackups } from '../src/backup/backupFiles.ts';
import { checkBackup } from '../src/backup/checkBackup.ts';
import { dataCommand } from '../src/backup/dataCommand.ts';
import { INSTALLED } from '../src/backup/versions.ts';
import { createTestClient, startTestServer, type TestServer } from '../src/testing.ts';
import { folderForEach } from './support/folder.ts';

// `fixtures` has data of an older version. It must still open.

const FIXTURES = join(import.meta.dirname, 'fixtures');
const files = (suffix: string) => readdirSync(FIXTURES).filter((name) => name.endsWith(suffix));
const [FIRST = ''] = files('.tar.zst');

const at = folderForEach();
const output: string[] = [];
const log = (line: string) => void output.push(line);

/** Unpacks a data directory of the fixtures into `data`. Returns its path. */
async function unpack(name: string): Promise<string> {
  mkdirSync(at('data'));
  const content = zstdDecompressSync(readFileSync(join(FIXTURES, name)));
  await pipeline(Readable.from([content]), extract({ cwd: at('data') }));
  return at('data');
}

const start = (dataDir: string) =>
  startTestServer({ dataDir, confirmEmail: true, log, reportFault: log, backups: true });

const titlesOf = (person: string) => [
  ...Array.from({ length: 20 }, (_, number) => `Plan ${number} of ${person}`),
  'Café crème à Zürich',
];
/** The users in the fixtures and their data. */
const EXPECTED = {
  anna: titlesOf('anna'),
  ben: titlesOf('ben'),
  unconfirmed: ['cleo@example.com'],
};

/** Signs the users of the fixtures in. Returns the data that they see, and who is unconfirmed. */
async function readAll({ origin, publishableKey, query }: TestServer): Promise<typeof EXPECTED> {
  const readUser = async (person: string) => {
    const client = createTestClient(origin, publishableKey);
    const credentials = { email: `${person}@example.com`, password: 'Passw0rd!' };
    const { error } = await client.auth.signInWithPassword(credentials);
    if (error) throw error;
    const tasks = await client.from('tasks').select('title').order('created_at').throwOnError();
    return tasks.data.map(({ title }) => String(title));
  };
  const unconfirmed = await query('select email from auth.users where email_confirmed_at is null');
  return {
    anna: await readUser('anna'),
    ben: await readUser('ben'),
    unconfirmed: unconfirmed.map(({ email }) => String(email)),
  };
}

test.each(files('.tar.zst'))('the data directory %s opens with all data of its users', async (name) => {
  const server = await start(await unpack(name));
  expect(await readAll(server)).toEqual(EXPECTED);
  const rows = await server.query("select reltuples::int from pg_class where oid = 'tasks'::regclass");
  expect(rows, 'statistics are taken at a start').toEqual([{ reltuples: 42 }]);
  await server.close();
});

test.each(files('.backup.gz'))('the backup %s is restored, and every row is compared', async (name) => {
  await dataCommand(['restore', join(FIXTURES, name)], { dataDir: at('data'), log });
  expect(output.at(-1)).toMatch(/every row compared: 3 accounts, 42 tasks/);
});

test('data of another version is backed up, rebuilt from the backup, and kept beside the new database', async () => {
  const dataDir = await unpack(FIRST);
  const versionFile = join(dataDir, 'database/better-space.json');
  writeFileSync(versionFile, JSON.stringify({ pglite: '0.4.4', lite: '0.9.0' }));
  const server = await start(dataDir);
  expect(await readAll(server)).toEqual(EXPECTED);
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
  const dataDir = await unpack(FIRST);
  writeFileSync(join(dataDir, 'database/PG_VERSION'), '99\n');
  await expect(start(dataDir)).rejects.toThrow(
    /was written by PostgreSQL 99, and this version of Better Space reads [\d, ]+\. Start the version that wrote it and save it there \(npm run data -- backup\)/,
  );
  expect(readdirSync(dataDir).filter((name) => name.startsWith('database'))).toEqual(['database']);
});
