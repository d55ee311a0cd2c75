import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  filesOf,
  folderOf,
  integrityOf,
  readPointer,
  remotesIn,
  requireCurrentStore,
  setAside,
  type Pointer,
  type ReleaseRecord,
} from '@space/store';
import { ROOT, TEST_SITE } from '../src/places.ts';
import { releaseBuilt } from '../src/build.ts';
import { runCommand } from './support/story.ts';
import { putLive, writeRelease, writeShellSource } from './smallRelease.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'space-start-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

// The test site must be of these sources: `npm run build -- test-site`.
describe('npm start on a store with releases', () => {
  let store: string;
  beforeEach(() => {
    store = join(home, 'site');
  });

  /** Runs the first half of `npm start`, before it serves the site (docs/operate-the-site.md). */
  async function start() {
    const main = join(ROOT, 'shared/release/src/start.ts');
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [main, '--release-only'], {
      env: { ...process.env, STORE_DIR: store },
    });
    return { output: stdout, steps: stderr };
  }

  test('of these sources it builds and prints nothing, and reads only pointers and the records of the live releases', async () => {
    for (const name of ['shell', ...(await remotesIn(TEST_SITE))]) {
      const { live } = await readPointer(TEST_SITE, name);
      for (const file of ['pointer.json', join(live?.version ?? '', 'release.json')])
        await cp(join(folderOf(TEST_SITE, name), file), join(folderOf(store, name), file));
    }
    const before = await filesOf(store);
    expect(await start()).toEqual({ output: '', steps: '' });
    expect(await filesOf(store)).toEqual(before);
  });

  test("releases a remote that it does not have, keeps another team's release and says so, and touches no file of the others", async () => {
    await cp(TEST_SITE, store, { recursive: true });
    await rm(folderOf(store, 'settings'), { recursive: true });
    putLive(store, {
      name: 'marketing',
      content: 'eeeeeeeeeeee',
      record: { source: 'e'.repeat(64) },
    });
    await writeFile(join(folderOf(store, 'retro'), 'pointer.json'), '{ "live":');
    const hashes = async () => {
      const files = (await filesOf(store)).filter((file) =>
        /^(shell|remotes\/(?!settings\/))(?!.*staged\.json)/.test(file),
      );
      const hash = async (file: string) => [file, integrityOf(await readFile(join(store, file)))] as const;
      return Object.fromEntries(await Promise.all(files.map(hash)));
    };
    const before = await hashes();
    const { output, steps } = await start();
    expect(output).toMatch(/^Released for the first time: settings \d/);
    expect(output).toContain('The sources of marketing differ from what is live.');
    expect(steps).toMatch(/^building settings: done in /m);
    expect(steps).toMatch(/retro.pointer\.json cannot be read/);
    expect(await hashes()).toEqual(before);
    expect((await readPointer(store, 'settings')).live).not.toBeNull();
  });
});

test('a store of a former kind is not half served: start and serve name the command that sets it aside, which deletes nothing', async () => {
  const store = join(home, 'site');
  // The records of shell and retro as commit cfb89b52 released them, with contract 2.
  const file = fileURLToPath(new URL('./fixtures/storeOfBefore.json', import.meta.url));
  const former = JSON.parse(await readFile(file, 'utf8')) as Record<
    string,
    { pointer: Pointer; record: ReleaseRecord }
  >;
  for (const [name, { pointer, record }] of Object.entries(former)) {
    const folder = join(store, name, record.version);
    await mkdir(folder, { recursive: true });
    await writeFile(join(store, name, 'pointer.json'), JSON.stringify(pointer));
    await writeFile(join(folder, 'release.json'), JSON.stringify(record));
  }
  await writeFile(join(store, 'site.json'), '{"url":"https://planner.example"}');
  const run = (main: string) =>
    promisify(execFile)(process.execPath, [join(ROOT, main)], {
      env: { ...process.env, STORE_DIR: store, DATA_DIR: join(home, 'data'), PORT: '0', OPERATOR_PORT: '0' },
    }).then(
      () => 'it started',
      ({ stderr }: { stderr: string }) => stderr,
    );
  const before = await filesOf(store);
  for (const main of ['shared/release/src/start.ts', 'shared/server/src/serve.ts'])
    expect(await run(main)).toMatch(
      /^(Better Space could not start: )?The releases in .* are of a former kind .*`npm start -- --set-aside`.*\.\n$/,
    );
  for (const [name = '', ...args] of [
    ['kill', 'retro', 'why'],
    ['rollback', 'retro'],
    ['export', join(home, 'export')],
  ])
    expect(await runCommand(name, ...args, '--store', store)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^\s*The releases in .* are of a former kind .*\.\n?$/) as string,
    });
  expect(await filesOf(store)).toEqual(before);
  const kept = await setAside(store);
  expect(kept).toMatch(/site\.before-2/);
  expect(await filesOf(kept)).toEqual(before);
  expect(await filesOf(store)).toEqual(['site.json']);
  await requireCurrentStore(store);
  await expect(setAside(store)).rejects.toThrow('are not of a former kind: nothing was set aside.');
});

test('a remote over its budget is left out of a first release, with the rule, and the others are live', async () => {
  const store = join(home, 'store');
  const shell = writeShellSource(join(home, 'shell'), 'one');
  await runCommand('release', 'shell', '--from', shell, '--built', '--store', store);
  const candidate = async (name: string, gzip: number) => {
    const folder = join(home, name);
    return { folder, record: writeRelease(folder, { name, record: { budget: { gzip } } }) };
  };
  const all = [await candidate('clock', 1), await candidate('notes', 1000)];
  const { released, failures } = await releaseBuilt(store, all);
  expect(released.map(({ record }) => record.name)).toEqual(['notes']);
  expect(failures).toMatchObject([{ name: 'clock', reason: expect.stringContaining('size:') as string }]);
  expect((await readPointer(store, 'clock')).live).toBeNull();
});
