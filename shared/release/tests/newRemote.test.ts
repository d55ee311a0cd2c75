import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { folderForAll } from '@space/server/testing/folders';
import { createRemote } from '../src/newRemote/createRemote.ts';
import { REMOTES, ROOT } from '../src/places.ts';

// `space check` of the template: ownRepository.test.ts.

const NAME = 'time-tracker';
const at = folderForAll();
const folder = () => at('remotes', NAME);

// What `new-remote` reads of this repository, and the rules of the linter and the formatter.
beforeAll(async () => {
  mkdirSync(at('shared', 'ui'), { recursive: true });
  const declarations = REMOTES.map(({ name }) => `remotes/${name}/remote.json`);
  for (const file of ['.oxlintrc.json', '.oxfmtrc.json', 'shell/shell.json', ...declarations])
    cpSync(join(ROOT, file), at(file));
  symlinkSync(join(ROOT, 'shared/tooling'), at('shared/tooling'));
  await createRemote(at(), NAME);
});

test('the folder has a remote of the new name with one public page and the next free port, no name of the template, and no lint warnings', async () => {
  const files = readdirSync(folder(), { recursive: true, encoding: 'utf8' });
  expect(files).toContain(join('src', NAME, 'TimeTrackerPage.module.css'));
  const read = (file: string) => readFileSync(join(folder(), file), 'utf8');
  for (const file of files.filter((one) => /\.\w+$/.test(one)))
    expect(file + read(file)).not.toMatch(/sample/i);
  expect(JSON.parse(read('package.json'))).toMatchObject({ name: '@space/time-tracker' });
  const description = 'A new part of Better Space, made and released by one team.';
  expect(JSON.parse(read('remote.json'))).toEqual({
    ...{ name: NAME, title: 'time tracker', budget: { gzip: 60_000 } },
    port: Math.max(...REMOTES.map(({ port }) => port)) + 1,
    pages: [{ path: '/time-tracker', access: 'public', title: 'Time tracker', description }],
  });
  const run = (command: string, ...args: string[]) =>
    promisify(execFile)(join(ROOT, 'node_modules', '.bin', command), args, { cwd: at() });
  symlinkSync(join(ROOT, 'remotes/retro/node_modules'), at('node_modules'));
  await run('oxfmt', folder());
  const warnings = run('oxlint', '--deny-warnings', folder()).catch((error: { stdout: string }) => error);
  expect((await warnings).stdout).toContain('Found 0 warnings and 0 errors.');
});

test.each([
  // Other names that are none: shared/federation/src/registry.test.ts.
  ['../notes', 'lower-case letters'],
  ['notes-', 'lower-case letters'],
  ['n'.repeat(32), 'at most 31 characters'],
  ['constructor', "not 'constructor'"],
  [NAME, `A remote '${NAME}' already exists.`],
  ['ui', "A package '@space/ui' already exists"],
  ['auth', '/auth belongs to shell'],
  ['about', '/about belongs to marketing'],
  ['assets', "/assets is reserved for the site's own files"],
])("rejects the name '%s' with one sentence: %s", async (name, words) => {
  const entries = () => [...readdirSync(at()), ...readdirSync(at('remotes'), { recursive: true })];
  const before = entries();
  await expect(createRemote(at(), name)).rejects.toThrow(words);
  expect(entries()).toEqual(before);
});
