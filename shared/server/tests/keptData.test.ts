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
import { OURS } from '../src/backup/versions.ts';
import { createTestClient, startTestServer, type TestServer } from '../src/testing.ts';
import { folderForEach } from './support/folder.ts';

// Data of every version of PGlite and lite that a release of ours had is kept in `fixtures` for ever, and opens.

const FIXTURES = join(import.meta.dirname, 'fixtures');
const kept = (end: string) => readdirSync(FIXTURES).filter((name) => name.endsWith(end));
const [FIRST = ''] = kept('.tar.zst');

const at = folderForEach();
const said: string[] = [];
const log = (line: string) => void said.push(line);

/** Puts a data directory that was kept into `data`. Returns where. */
async function unpack(name: string): Promise<string> {
  mkdirSync(at('data'));
  const content = zstdDecompressSync(readFileSync(join(FIXTURES, name)));
  await pipeline(Readable.from([content]), extract({ cwd: at('data') }));
  return at('data');
}

const start = (dataDir: string) =>
  startTestServer({ dataDir, confirmEmail: true, log, reportFault: log, backups: true });

const TITLES = (person: string) => Array.from({ length: 20 }, (_, number) => `Plan ${number} of ${person}`);
/** What was kept of these people. */
const ALL = {
  anna: { tasks: TITLES('anna'), notes: ['A note of anna'] },
  ben: { tasks: TITLES('ben'), notes: ['A note of ben'] },
  unconfirmed: ['cleo@example.com'],
};

/** What people find who have signed in long ago, and sign in now. */
async function readAll({ origin, publishableKey, query }: TestServer): Promise<typeof ALL> {
  const find = async (person: string) => {
    const client = createTestClient(origin, publishableKey);
    const credentials = { email: `${person}@example.com`, password: 'Passw0rd!' };
    const { error } = await client.auth.signInWithPassword(credentials);
    if (error) throw error;
    const tasks = await client.from('tasks').select('title').order('created_at').throwOnError();
    const notes = await client.from('notes_entries').select('text').throwOnError();
    return {
      tasks: tasks.data.map(({ title }) => String(title)),
      notes: notes.data.map(({ text }) => String(text)),
    };
  };
  const unconfirmed = await query('select email from auth.users where email_confirmed_at is null');
  return {
    anna: await find('anna'),
    ben: await find('ben'),
    unconfirmed: unconfirmed.map(({ email }) => String(email)),
  };
}

test('the versions that are installed have left their data here', () => {
  const name = `pglite-${OURS.pglite}-lite-${OURS.lite}`;
  expect(kept('.tar.zst'), 'tests/fixtures/make.ts makes it').toContain(`${name}.tar.zst`);
  expect(kept('.backup.gz')).toContain(`${name}.backup.gz`);
});

test.each(kept('.tar.zst'))(
  'the data directory %s is opened, and everyone has what they had',
  async (name) => {
    const server = await start(await unpack(name));
    expect(await readAll(server)).toEqual(ALL);
    const taken = await server.query("select reltuples::int from pg_class where oid = 'tasks'::regclass");
    expect(taken, 'statistics are taken at a start').toEqual([{ reltuples: 40 }]);
    await server.close();
  },
);

test.each(kept('.backup.gz'))('the backup %s is restored, and compared with what it says', async (name) => {
  await dataCommand(['restore', join(FIXTURES, name)], { dataDir: at('data'), log });
  expect(said.at(-1)).toMatch(/every row compared: 3 accounts, 40 tasks/);
});

test('data of other versions is saved, made anew from that, and kept beside it', async () => {
  const dataDir = await unpack(FIRST);
  const note = join(dataDir, 'database/better-space.json');
  writeFileSync(note, JSON.stringify({ pglite: '0.4.4', lite: '0.9.0' }));
  const server = await start(dataDir);
  expect(await readAll(server)).toEqual(ALL);
  await server.close();
  const [before] = readdirSync(dataDir).filter((name) => name.startsWith('database.before-'));
  expect(existsSync(join(dataDir, before ?? '', 'PG_VERSION'))).toBe(true);
  expect(JSON.parse(readFileSync(note, 'utf8'))).toEqual(OURS);
  const saved = await Promise.all(listBackups(dataDir).map(({ file }) => checkBackup(file)));
  expect(saved.map(({ header }) => header.reason)).toContain(
    'before the upgrade from PGlite 0.4.4 and lite 0.9.0',
  );

  // Killed between the two names of an upgrade: the finished one takes its place at the next start.
  renameSync(join(dataDir, 'database'), join(dataDir, 'database.next'));
  const again = await start(dataDir);
  expect(await again.query('select count(*)::int as count from tasks')).toEqual([{ count: 40 }]);
  await again.close();
}, 180_000);

test('data of a PostgreSQL that no engine here reads is left alone, in words that say what to do', async () => {
  const dataDir = await unpack(FIRST);
  writeFileSync(join(dataDir, 'database/PG_VERSION'), '99\n');
  await expect(start(dataDir)).rejects.toThrow(
    /was written by PostgreSQL 99, and this version of Better Space reads [\d, ]+\. Start the version that wrote it and save it there \(npm run data -- backup\)/,
  );
  expect(readdirSync(dataDir).filter((name) => name.startsWith('database'))).toEqual(['database']);
});
