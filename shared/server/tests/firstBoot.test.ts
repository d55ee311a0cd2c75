import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ensureDatabase } from '../src/backend/firstBoot.ts';
import { copyNewCluster } from '../src/backend/newCluster.ts';
import { SHORT_LIVED, createTestClient } from '../src/testing.ts';
import { placeForEach } from './support/startup.ts';

const place = placeForEach();

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

function spawnServer(): ChildProcess {
  const env = { ...process.env, PORT: '0', DATA_DIR: place().dataDir, SITE_DIR: place().siteDir };
  return spawn(process.execPath, [...SHORT_LIVED, main], { env, stdio: 'ignore' });
}

/** Resolves when the database that is being unpacked has so many files, and no leftover of an earlier start. */
async function waitForFiles(files: number): Promise<void> {
  const count = () => {
    try {
      return existsSync(leftoverPath()) ? 0 : readdirSync(unfinishedPath(), { recursive: true }).length;
    } catch {
      return 0;
    }
  };
  // Polls, because no event reports the number of files.
  while (count() < files && !existsSync(join(place().dataDir, 'database')))
    await new Promise((resolve) => setTimeout(resolve, 20)); // counting slows the unpacking down
}
const unfinishedPath = () => join(place().dataDir, 'database.init');
const leftoverPath = () => join(unfinishedPath(), 'leftover');

test('a start succeeds after a first start that was killed half-way', async () => {
  const child = spawnServer();
  // At 1,000 files the engine is unpacked, and our migrations are being applied.
  await waitForFiles(1000);
  const isUnfinished = !existsSync(join(place().dataDir, 'database'));
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isUnfinished).toBe(true);
  writeFileSync(leftoverPath(), '');
  const server = await place().start();
  const client = createTestClient(server.origin, server.publishableKey);
  const { error } = await client.auth.signUp({ email: 'anna@example.com', password: 'Passw0rd!' });
  expect(error).toBeNull();
  expect((await client.from('tasks').insert({ title: 'Plan', task_date: '2026-11-20' })).error).toBeNull();
  expect(existsSync(unfinishedPath())).toBe(false);
  expect(await server.kill()).toBe(0);
}, 180_000); // two starts that make a database

test('discards an unfinished database, and keeps a finished one', async () => {
  mkdirSync(unfinishedPath(), { recursive: true });
  writeFileSync(leftoverPath(), '');
  const made: string[] = [];
  const build = async (path: string) => {
    mkdirSync(path);
    writeFileSync(join(path, 'new'), '');
    made.push(path);
  };
  const first = await ensureDatabase(place().dataDir, build);
  expect(first.isNew).toBe(true);
  expect(readdirSync(first.path)).toEqual(['new']);
  expect(await ensureDatabase(place().dataDir, build)).toEqual({ path: first.path, isNew: false });
  expect(made).toEqual([unfinishedPath()]);
});

test('after a first start that fails, the next one creates the database', async () => {
  mkdirSync(place().dataDir, { recursive: true });
  const failing = ensureDatabase(place().dataDir, async (path) => {
    mkdirSync(path);
    throw new Error('disk full');
  });
  await expect(failing).rejects.toThrow('disk full');
  const { isNew } = await ensureDatabase(place().dataDir, async (path) => mkdirSync(path));
  expect(isNew).toBe(true);
});

test('a new cluster is created once and copied from the cache, and not at all if it cannot be cached', async () => {
  const at = (name: string) => join(place().dataDir, name);
  const filesIn = (name: string) => readdirSync(at(name), { recursive: true, encoding: 'utf8' }).toSorted();
  await copyNewCluster(at('one'), at('cache'));
  const cached = filesIn('cache');
  expect(readdirSync(at('cache'))).toEqual([expect.stringMatching(/^pglite-[\d.]+$/)]);
  await copyNewCluster(at('other'), at('cache'));
  expect(filesIn('cache')).toEqual(cached);
  expect(filesIn('other')).toEqual(filesIn('one'));

  writeFileSync(at('file'), '');
  await copyNewCluster(at('none'), at('file'));
  expect(existsSync(at('none'))).toBe(false);
});
