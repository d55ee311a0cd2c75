import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createDatabase } from '../src/backend/dataFolder.ts';
import { createTestClient, SHORT_LIVED, startTestServer } from '../src/testing.ts';
import { unpackOldFolder } from './support/fixture.ts';
import { placeForEach } from './support/startup.ts';

const place = placeForEach();
const inData = (...names: string[]) => join(place().dataDir, ...names);
const main = fileURLToPath(new URL('../src/main.ts', import.meta.url));

test('a start succeeds after a first start that was killed half-way', async () => {
  const env = { ...process.env, PORT: '0', DATA_DIR: place().dataDir, SITE_DIR: place().siteDir };
  const child = spawn(process.execPath, [...SHORT_LIVED, main], { env, stdio: 'ignore' });
  const count = () =>
    existsSync(inData('database.init'))
      ? readdirSync(inData('database.init'), { recursive: true }).length
      : 0;
  // No event reports the number of files. At 1,000 the engine is unpacked, and the migrations are being applied.
  await expect.poll(count, { timeout: 60_000, interval: 20 }).toBeGreaterThan(1000);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(existsSync(inData('database'))).toBe(false);
  const server = await place().start();
  const { error } = await createTestClient(server.origin, server.publishableKey).auth.signUp({
    email: 'anna@example.com',
    password: 'Passw0rd!',
  });
  expect(error).toBeNull();
  expect(existsSync(inData('database.init'))).toBe(false);
  expect(await server.kill()).toBe(0);
}, 180_000);

test('a first start that fails leaves no database behind', async () => {
  mkdirSync(place().dataDir);
  const failing = createDatabase(place().dataDir, async (path) => {
    mkdirSync(path);
    throw new Error('disk full');
  });
  await expect(failing).rejects.toThrow('disk full');
  await createDatabase(place().dataDir, async (path) => mkdirSync(path));
  expect(readdirSync(inData('database'))).toEqual(['better-space.json']);
});

test('data of another PostgreSQL is refused unchanged, with what to do', async () => {
  const dataDir = place().dataDir;
  await unpackOldFolder(dataDir);
  writeFileSync(inData('database/PG_VERSION'), '99\n');
  writeFileSync(inData('database/better-space.json'), '{"pglite":"9.9.9","lite":"0.10.0"}\n');
  await expect(startTestServer({ dataDir })).rejects.toThrow(
    /cannot be opened.* PGlite 9\.9\.9 wrote it, and this is PGlite [\d.]+: start the version of Better Space that wrote it\.$/,
  );
  expect(readFileSync(inData('database/better-space.json'), 'utf8')).toContain('9.9.9');
}, 60_000);
