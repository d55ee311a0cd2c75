import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REMOTES, ROOT, readRemotes } from './places.ts';
import { recordBuild, versionBuiltFrom } from './sources.ts';

test('reports a remote.json that cannot be read in one sentence, and still reads those of the other teams', () => {
  const root = mkdtempSync(join(tmpdir(), 'space-remotes-'));
  const write = (name: string, content: string) => {
    mkdirSync(join(root, 'remotes', name), { recursive: true });
    writeFileSync(join(root, 'remotes', name, 'remote.json'), content);
  };
  write('notes', '{}');
  write('retro', JSON.stringify(REMOTES.find(({ name }) => name === 'retro')));
  const { remotes, unreadable } = readRemotes(root);
  expect(remotes.map(({ name }) => name)).toEqual(['retro']);
  const reason = expect.stringMatching(/notes.remote\.json cannot be read: 'name' is missing/) as string;
  expect(unreadable).toEqual([{ name: 'notes', reason }]);
  rmSync(root, { recursive: true });
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
