import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ensureDatabase } from '../src/backend/firstBoot.ts';
import { layOutCluster } from '../src/backend/newCluster.ts';
import { SHORT_LIVED, createTestClient } from '../src/testing.ts';
import { placeForEach } from './support/startup.ts';

const place = placeForEach();

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

function startUnwatched(): ChildProcess {
  const env = { ...process.env, PORT: '0', DATA_DIR: place().dataDir, SITE_DIR: place().siteDir };
  return spawn(process.execPath, [...SHORT_LIVED, main], { env, stdio: 'ignore' });
}

/** Resolves when the database being unpacked has at least this many files, and none that was left by a start before. */
async function unpacked(files: number): Promise<void> {
  const count = () => {
    try {
      return existsSync(leftover()) ? 0 : readdirSync(halfMade(), { recursive: true }).length;
    } catch {
      return 0;
    }
  };
  // Polling the count is the point: there is no event for "so many files".
  while (count() < files && !existsSync(join(place().dataDir, 'database')))
    await new Promise((again) => setTimeout(again, 20)); // counting takes the time of what is counted
}
const halfMade = () => join(place().dataDir, 'database.init');
const leftover = () => join(halfMade(), 'leftover');

test('a first start that is killed half-way does not spoil the next one', async () => {
  const child = startUnwatched();
  // So many: the engine is unpacked, and our migrations are being applied.
  await unpacked(1000);
  const isHalfMade = !existsSync(join(place().dataDir, 'database'));
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(isHalfMade).toBe(true);
  writeFileSync(leftover(), '');
  const server = await place().start();
  const client = createTestClient(server.origin, server.publishableKey);
  const { error } = await client.auth.signUp({ email: 'anna@example.com', password: 'Passw0rd!' });
  expect(error).toBeNull();
  expect((await client.from('tasks').insert({ title: 'Plan', task_date: '2026-11-20' })).error).toBeNull();
  expect(existsSync(halfMade())).toBe(false);
  expect(await server.kill()).toBe(0);
}, 180_000); // two starts that make a database

test('what was left half-made is thrown away, what is finished is kept', async () => {
  mkdirSync(halfMade(), { recursive: true });
  writeFileSync(leftover(), '');
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
  expect(made).toEqual([halfMade()]);
});

test('a first start that fails is repeated by the next', async () => {
  mkdirSync(place().dataDir, { recursive: true });
  const failing = ensureDatabase(place().dataDir, async (path) => {
    mkdirSync(path);
    throw new Error('disk full');
  });
  await expect(failing).rejects.toThrow('disk full');
  const { isNew } = await ensureDatabase(place().dataDir, async (path) => mkdirSync(path));
  expect(isNew).toBe(true);
});

test('a new cluster is made once and copied, and left to the engine where it cannot be kept', async () => {
  const at = (name: string) => join(place().dataDir, name);
  const filesIn = (name: string) => readdirSync(at(name), { recursive: true, encoding: 'utf8' }).toSorted();
  await layOutCluster(at('one'), at('cache'));
  const kept = filesIn('cache');
  expect(readdirSync(at('cache'))).toEqual([expect.stringMatching(/^pglite-[\d.]+$/)]);
  await layOutCluster(at('other'), at('cache'));
  expect(filesIn('cache')).toEqual(kept);
  expect(filesIn('other')).toEqual(filesIn('one'));

  writeFileSync(at('file'), '');
  await layOutCluster(at('none'), at('file'));
  expect(existsSync(at('none'))).toBe(false);
});
