import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { PGlite } from '@electric-sql/pglite';
import { afterEach, expect, test, vi } from 'vitest';
import { createDatabase, loadSecrets, makeSecrets, saveSecrets } from '../src/backend/dataFolder.ts';
import { openEmbedded } from '../src/backend/embedded.ts';
import { startServer } from '../src/server.ts';
import { copyTemplate, createTestClient, startTestServer } from '../src/testing/server.ts';
import { placeForEach } from './support/place.ts';

// What our own server adds to @supabase/lite: acknowledged means on the disk, one server for a folder, requests that do not
// meet, and a console without data. `kill -9` during writes: e2e/bench/server/kills.test.ts. Run both when lite is upgraded.

const { at, start } = placeForEach();
const TASK = { title: 'My private title', task_date: '2026-11-20' };

/**
 * Puts a folder on a disk that loses what was not flushed: of each file it has the content at its last flush, and the names of
 * files at the last flush of any folder. `image` holds the contents. Returns a function that writes what the disk surely has
 * into another folder, as after a power cut.
 */
function loseUnflushed(folder: string, image: string): (copy: string) => void {
  const contentOf = ({ ino }: fs.Stats) => join(image, String(ino));
  const readNames = () =>
    fs.readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
      const path = join(entry.parentPath, entry.name);
      return entry.isFile() ? [{ name: relative(folder, path), content: contentOf(fs.statSync(path)) }] : [];
    });
  fs.mkdirSync(image);
  let names = readNames();
  for (const { name, content } of names) fs.copyFileSync(join(folder, name), content);
  function flush(file: number): void {
    const stats = fs.fstatSync(file);
    if (stats.isDirectory()) names = readNames();
    else fs.copyFileSync(`/dev/fd/${file}`, contentOf(stats)); // it may have another name by now
  }
  for (const name of ['fsyncSync', 'fdatasyncSync'] as const) vi.spyOn(fs, name).mockImplementation(flush);
  syncBuiltinESMExports();
  return (copy) => {
    fs.cpSync(folder, copy, { recursive: true, filter: (path) => fs.statSync(path).isDirectory() });
    for (const { name, content } of names)
      if (fs.existsSync(content)) fs.copyFileSync(content, join(copy, name));
      else fs.writeFileSync(join(copy, name), '');
  };
}
afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

test('a power cut loses no acknowledged task', async () => {
  await copyTemplate(at('data'));
  const cut = loseUnflushed(at('data/database'), at('image'));
  const server = await startTestServer({ dataDir: at('data') });
  const { client } = await server.signUp();
  const acknowledged: string[] = [];
  const write = async () => {
    while (acknowledged.length < 20) {
      const row = { ...TASK, id: randomUUID() };
      await client.from('tasks').insert(row).throwOnError();
      const count = acknowledged.push(row.id);
      // The log is written to the tables, and goes on in another file.
      if (count === 5) await server.query('checkpoint');
      if (count === 10) await server.query('select pg_switch_wal()');
      if (count === 20) cut(at('cut'));
    }
  };
  await Promise.all([write(), write(), write(), write()]);
  await server.close();
  const engine = await PGlite.create(at('cut'));
  const kept = 'select from public.tasks where id = any($1)';
  expect((await engine.query(kept, [acknowledged.slice(0, 20)])).rows).toHaveLength(20);
  await engine.close();
});

/** Flushes fail as soon as the data directory has a file "refuse". */
const REFUSING_DISK = `import fs from 'node:fs'; import { syncBuiltinESMExports } from 'node:module';
  const flush = fs.fdatasyncSync; fs.fdatasyncSync = (file) => {
    if (fs.existsSync(process.env.DATA_DIR + '/refuse')) throw new Error('EIO: i/o error'); flush(file); };
  syncBuiltinESMExports();`;
test('a disk that refuses a flush ends the server, which has acknowledged nothing of it', async () => {
  await copyTemplate(at('data'));
  const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(REFUSING_DISK)}`;
  const server = await start({ env: { NODE_OPTIONS } });
  const client = createTestClient(server.origin, server.publishableKey);
  await client.auth.signUp({ email: 'anna@example.com', password: 'Passw0rd!' });
  fs.writeFileSync(at('data/refuse'), '');
  expect((await client.from('tasks').insert(TASK)).error).not.toBeNull();
  expect(await server.kill()).toBe(1);
  expect(server.output()).toContain('The disk refused to keep a change');
});

test('a first start that was killed, or fails, leaves no database behind, and the next one succeeds', async () => {
  fs.mkdirSync(at('data'));
  const failing = createDatabase(at('data'), async (path) => {
    fs.mkdirSync(path);
    throw new Error('disk full');
  });
  await expect(failing).rejects.toThrow('disk full');
  expect(fs.readdirSync(at('data'))).toEqual(['database.init']);
  const server = await startTestServer({ dataDir: at('data') });
  await server.signUp();
  await server.close();
  expect(fs.readdirSync(at('data'))).not.toContain('database.init');
});

test('a data directory belongs to one server: another one starts only after it has been killed, and one of two at once', async () => {
  await copyTemplate(at('data'));
  const server = await start();
  const startHere = () => startServer({ dataDir: at('data'), siteDir: at('site') });
  await expect(startHere()).rejects.toThrow(`${at('data')} is in use by process ${server.pid}.`);
  expect(await server.kill('SIGKILL')).toBeNull();
  const starts = await Promise.allSettled([startHere(), startHere()]);
  expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  for (const one of starts) if (one.status === 'fulfilled') await one.value.close();
});

test('requests at the same time never read each other’s rows, and a refused one takes back no write of another', async () => {
  await copyTemplate(at('data'));
  const { connection, query, close } = await openEmbedded(at('data/database'));
  const waitTurns = async () => {
    for (let turn = 0; turn < 20; turn += 1) await nextTurn();
  };
  const add = (id = '') =>
    query(`insert into public.tasks (title, task_date, user_id) values ('Mine', '2026-11-20', $1)`, [id]);
  const people = [randomUUID(), randomUUID()];
  for (const id of people) await query('insert into auth.users (id) values ($1)', [id]);
  for (const id of people) await add(id);
  const readAs = (id: string) => {
    const auth = { uid: id, role: 'authenticated', jwt: { sub: id, role: 'authenticated' } };
    const storage = { operation: null, normalizedOperation: null };
    return connection.withContext({ auth, storage }, async () => {
      await waitTurns();
      return (await query('select user_id from public.tasks')).map((row) => row['user_id']);
    });
  };
  expect(await Promise.all(people.map(readAs))).toEqual(people.map((id) => [id]));
  const writing = connection.runInTransaction(() => add(people[0]).then(waitTurns));
  const failing = connection.runInTransaction(() => Promise.reject(new Error('refused')));
  await expect(failing).rejects.toThrow('refused');
  await writing;
  expect(await query('select from public.tasks')).toHaveLength(3);
  await close();
});

test('a fault is one line without data, and the console shows neither it nor what is refused', async () => {
  const faults: string[] = [];
  const server = await startTestServer({ reportFault: (line) => void faults.push(line) });
  const { client } = await server.signUp();
  const printed = vi.spyOn(process.stderr, 'write');
  expect((await client.from('tasks').insert({ title: TASK.title })).status).toBe(400);
  await server.query(`create function private.fail() returns trigger language plpgsql as $$
    begin raise exception 'no space for %', new.title using errcode = '53100'; end $$`);
  const failing = 'before insert on public.tasks for each row execute function private.fail()';
  await server.query(`create trigger fail ${failing}`);
  expect((await client.from('tasks').insert(TASK)).status).toBe(500);
  const line = /^The backend answered 500 to POST \/rest\/v1\/tasks \(error 53100 .*\)\.$/;
  expect(faults).toEqual([expect.stringMatching(line)]);
  expect(faults.join()).not.toContain('private');
  expect(printed).not.toHaveBeenCalled();
  await server.close();
});

test('secrets are those of one installation and for this account only; damaged ones end the start and stay', () => {
  fs.mkdirSync(at('data'));
  const file = at('data/secrets.json');
  const secrets = makeSecrets();
  saveSecrets(at('data'), secrets);
  expect([loadSecrets(at('data')), fs.statSync(file).mode & 0o777]).toEqual([secrets, 0o600]);
  expect(new Set([secrets, makeSecrets()].flatMap(Object.values)).size).toBe(6);
  fs.writeFileSync(file, '{"jwtSecret":"short"');
  expect(() => loadSecrets(at('data'))).toThrow(`The secrets in ${file} are damaged.`);
  expect(fs.readFileSync(file, 'utf8')).toBe('{"jwtSecret":"short"');
});
