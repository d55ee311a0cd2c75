import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderForEach } from '@space/server/testing/folders';
import { writeFiles } from '@space/store/testing';
import { REMOTES, ROOT, readRemotes } from './places.ts';
import { recordBuild, versionBuiltFrom } from './sources.ts';

const at = folderForEach();
test('reports a remote.json that cannot be read in one sentence, and still reads those of the other teams', () => {
  const retro = REMOTES.find(({ name }) => name === 'retro');
  writeFiles(at('remotes'), { 'notes/remote.json': {}, 'retro/remote.json': retro });
  const reason = expect.stringMatching(/notes.remote\.json cannot be read: 'name' is missing/) as string;
  expect(readRemotes(at())).toEqual({ remotes: [retro], unreadable: [{ name: 'notes', reason }] });
});

test('the version of a source is known if it was built last', async () => {
  const name = `noted-by-a-test-${process.pid}`;
  expect(await versionBuiltFrom(name, 'one')).toBeUndefined();
  await recordBuild(name, 'one', '1.0.0');
  expect(await versionBuiltFrom(name, 'one')).toBe('1.0.0');
  await recordBuild(name, 'two', '2.0.0');
  expect(await versionBuiltFrom(name, 'one')).toBeUndefined();
  rmSync(join(ROOT, 'dist', 'built', `${name}.json`));
});
