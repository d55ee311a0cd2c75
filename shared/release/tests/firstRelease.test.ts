import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderForEach } from '@space/server/testing/folders';
import { filesOf, folderOf, integrityOf, readPointer, remotesIn, setAside } from '@space/store';
import { putLive, writeFiles } from '@space/store/testing';
import { REMOTES, ROOT, TEST_SITE, readRemotes } from '../src/places.ts';
import { recordBuild, versionBuiltFrom } from '../src/sources.ts';
import former from './fixtures/storeOfBefore.json' with { type: 'json' };
import { small } from './smallRelease.ts';
import { runModule } from './support/site.ts';
import { runCommand } from './support/story.ts';

// `npm start` on a store with releases. The test site must be of these sources: `npm run build -- test-site`.

const at = folderForEach();

/** Runs a command in a process of its own; returns what it prints. */
const run = (main: string, ...args: string[]) =>
  runModule(main, args, { STORE_DIR: at('site'), DATA_DIR: at('data'), PORT: '0', OPERATOR_PORT: '0' });
/** The first half of `npm start`, before it serves the site (docs/operate-the-site.md). */
const start = () => run('shared/release/src/start.ts', '--release-only');

test('of these sources it builds and prints nothing, and reads only pointers and the records of the live releases', async () => {
  for (const name of ['shell', ...(await remotesIn(TEST_SITE))]) {
    const { live } = await readPointer(TEST_SITE, name);
    for (const file of ['pointer.json', join(live?.version ?? '', 'release.json')])
      await cp(join(folderOf(TEST_SITE, name), file), join(folderOf(at('site'), name), file));
  }
  const before = await filesOf(at('site'));
  expect(await start()).toEqual({ stdout: '', stderr: '' });
  expect(await filesOf(at('site'))).toEqual(before);
});

test("releases a remote that it does not have, keeps another team's release and says so, and touches no file of the others", async () => {
  await cp(TEST_SITE, at('site'), { recursive: true });
  await rm(folderOf(at('site'), 'settings'), { recursive: true });
  putLive(at('site'), ...small('marketing', {}, { version: '0.1.0-eeeeeeeeeeee', source: 'e'.repeat(64) }));
  writeFiles(folderOf(at('site'), 'retro'), { 'pointer.json': '{ "live":' });
  const hashes = async () => {
    const isOfOthers = /^(shell|remotes\/(?!settings\/))(?!.*staged\.json)/;
    const files = (await filesOf(at('site'))).filter((file) => isOfOthers.test(file));
    return Promise.all(files.map(async (file) => [file, integrityOf(await readFile(at('site', file)))]));
  };
  const before = await hashes();
  const { stdout, stderr } = await start();
  expect(stdout).toMatch(/^Released for the first time: settings \d/);
  expect(stdout).toContain('The sources of marketing differ from what is live.');
  expect(stderr).toMatch(/^building settings: done in /m);
  expect(stderr).toMatch(/retro.pointer\.json cannot be read/);
  expect(await hashes()).toEqual(before);
  expect((await readPointer(at('site'), 'settings')).live).not.toBeNull();
});

test('a store of a former kind is not half served: start and serve name the command that sets it aside, which deletes nothing', async () => {
  // The records of shell and retro as commit cfb89b52 released them, with contract 2.
  for (const [name, { pointer, record }] of Object.entries(former))
    writeFiles(at('site', name), { 'pointer.json': pointer, [`${record.version}/release.json`]: record });
  writeFiles(at('site'), { 'site.json': { url: 'https://planner.example' } });
  const before = await filesOf(at('site'));
  const refusal =
    /^\s*(Better Space could not start: )?The releases in .* are of a former kind .*`npm start -- --set-aside`.*\.\n?$/;
  const refused = { code: 1, stderr: expect.stringMatching(refusal) as string };
  for (const main of ['shared/release/src/start.ts', 'shared/server/src/serve.ts'])
    await expect(run(main)).rejects.toMatchObject(refused);
  for (const typed of ['kill retro --message why', 'rollback retro', `export ${at('export')}`])
    expect(await runCommand(...typed.split(' '), '--store', at('site'))).toMatchObject(refused);
  expect(await filesOf(at('site'))).toEqual(before);
  const kept = await setAside(at('site'));
  expect(kept).toMatch(/site\.before-2/);
  expect([await filesOf(kept), await filesOf(at('site'))]).toEqual([before, ['site.json']]);
  await expect(setAside(at('site'))).rejects.toThrow('are not of a former kind: nothing was set aside.');
});

test('reports a remote.json that cannot be read in one sentence, and still reads those of the other teams', () => {
  const retro = REMOTES.find(({ name }) => name === 'retro');
  writeFiles(at('remotes'), { 'notes/remote.json': {}, 'retro/remote.json': retro });
  const reason = expect.stringMatching(/notes.remote\.json cannot be read: 'name' is missing/) as string;
  expect(readRemotes(at())).toEqual({ remotes: [retro], unreadable: [{ name: 'notes', reason }] });
});

test('the version of a source is known if it was built last', async () => {
  const name = `noted-by-a-test-${process.pid}`;
  await recordBuild(name, 'one', '1.0.0');
  const known = await versionBuiltFrom(name, 'one');
  await recordBuild(name, 'two', '2.0.0');
  expect([known, await versionBuiltFrom(name, 'one')]).toEqual(['1.0.0', undefined]);
  await rm(join(ROOT, 'dist', 'built', `${name}.json`));
});
