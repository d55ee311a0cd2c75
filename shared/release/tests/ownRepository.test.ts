import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { extract } from 'tar';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseRegistry } from '@space/federation';
import { folderForAll } from '@space/server/testing/folders';
import { freePort } from '@space/server/testing/process';
import { readPointer, readRecord } from '@space/store';
import { packPackages } from '../src/packages/packPackages.ts';
import { ROOT, TEST_SITE } from '../src/places.ts';
import { startSite, type Site } from './support/site.ts';

// A team with a repository of its own: on a machine without this repository it has Node, git and our packages as files, and of
// the site only an address and a token. The site is that of `npm run build -- test-site`.

const PAGE = 'src/notes/NotesPage.tsx';
const run = promisify(execFile);

let site: Site;
/** All that the team's programs get of this process's environment. */
let environment: Record<string, string>;

const at = folderForAll();
const onMachine = (...names: string[]) => at('machine', ...names);
const inRepository = (...names: string[]) => onMachine('notes', ...names);
const read = (path: string) => fs.readFileSync(path, 'utf8');

function link(target: string, path: string): void {
  if (fs.existsSync(path)) return;
  fs.mkdirSync(dirname(path), { recursive: true });
  fs.symlinkSync(target, path);
}

/**
 * Installs packed packages as npm would: ours from their files, and of all others those that ours declare, from this
 * repository. So a file or a dependency that a package lacks is missing. Takes the files and the repository's folder.
 */
async function install(files: readonly string[], repository: string): Promise<void> {
  const modules = join(repository, 'node_modules');
  for (const file of files) {
    const [, ours = ''] = /space-(.+?)-\d/.exec(basename(file)) ?? [];
    const folder = join(modules, '@space', ours);
    fs.mkdirSync(folder, { recursive: true });
    await extract({ file, cwd: folder, strip: 1 });
    // Trusted: a package.json of this repository.
    type Manifest = Partial<Record<'bin' | 'dependencies' | 'peerDependencies', Record<string, string>>>;
    const manifest = JSON.parse(read(join(folder, 'package.json'))) as Manifest;
    for (const [program, main] of Object.entries(manifest.bin ?? {}))
      link(join(folder, main), join(modules, '.bin', program));
    const others = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
    for (const other of others.filter((one) => !/^@space\/|^node$/.test(one)))
      link(fs.realpathSync(join(ROOT, 'shared', ours, 'node_modules', other)), join(modules, other));
  }
}

/** What a command of the team is started with. */
const command = (cwd: string, words: string, env: object = {}) => {
  const args = [join(cwd, 'node_modules/.bin/space'), ...words.split(' ')];
  return [process.execPath, args, { cwd, env: { ...environment, ...env } }] as const;
};
/** Runs `space` outside of a repository, or in the team's; returns the exit code and what it prints. */
const spaceIn = (folder: string, words: string) =>
  run(...command(folder, words)).then(
    ({ stdout }) => [0, stdout],
    ({ code, stderr }: { code: number; stderr: string }) => [code, stderr],
  );
const spaceOutside = (words: string) => spaceIn(onMachine(), words);
const space = (words: string) => spaceIn(inRepository(), words);
const git = async (words: string) =>
  (await run('git', words.split(' '), { cwd: inRepository(), env: environment })).stdout;

const done = (line: string) => [0, expect.stringContaining(line) as string];
const refused = (line: string) => [1, expect.stringContaining(line) as string];

/** Replaces a text in one of the team's files while something is done. */
async function withEdit(file: string, from: string, to: string, action: () => Promise<void>): Promise<void> {
  const text = read(inRepository(file));
  fs.writeFileSync(inRepository(file), text.replace(from, to));
  await action().finally(() => fs.writeFileSync(inRepository(file), text));
}

beforeAll(async () => {
  environment = {
    PATH: [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
    HOME: onMachine(),
    // As on Node 20, which has no SQLite.
    NODE_OPTIONS: '--no-experimental-sqlite',
    // Node caches compiled code, so that a command starts in half the time.
    NODE_COMPILE_CACHE: at('compiled'),
    ...{ GIT_AUTHOR_NAME: 'Rita', GIT_COMMITTER_NAME: 'Rita', EMAIL: 'rita@notes.example' },
  };
  fs.cpSync(TEST_SITE, at('store'), { recursive: true });
  const starting = startSite(at);
  const files = await packPackages(onMachine('packages'));
  // The installation of `npm exec`: @space/release alone, and what it depends on.
  const [release = ''] = files.filter((file) => file.includes('space-release'));
  await install([release], onMachine());
  site = await starting;
  const made = await spaceOutside(`new notes --packages packages --site ${site.origin}`);
  expect(made).toEqual(done('Made notes, with the page /notes.'));
  await install(files, inRepository());
  for (const words of ['init --quiet', 'add --all', 'commit --quiet --message First']) await git(words);
  environment['SPACE_TOKEN'] = (await site.token('notes --name CI')).stdout.trim();
});
afterAll(() => site.kill());

test('a new repository takes the packages from a folder, or asks the registry that the team names', async () => {
  const fromFile = /"@space\/platform": "file:\.\.\/packages\/space-platform-.*\.tgz"/;
  expect(read(inRepository('package.json'))).toMatch(fromFile);
  const address = 'https://npm.planner.example/';
  expect(await spaceOutside(`new elsewhere --packages ${address}`)).toEqual(done('Made elsewhere'));
  expect(read(onMachine('elsewhere/.npmrc'))).toBe(`@space:registry=${address}\n`);
  const ranges =
    /"dependencies": {[^}]*"@space\/ui": "\^\d[^]*"devDependencies": {[^}]*"@space\/release": "\^\d/;
  expect(read(onMachine('elsewhere/package.json'))).toMatch(ranges);
});

test.each([
  ['new notes --packages packages', 'notes already exists'],
  ['new other', 'Usage: space new <name> --packages'],
  ['new other --packages nowhere', 'neither the address of a registry nor a folder with packed packages'],
  ['new other --packages packages --site planner', 'as in https://planner.example, not planner'],
  ['release', 'remote.json is missing'],
  ['launch', 'space check'],
])('`space %s` outside of a repository is refused in one sentence', async (words, sentence) => {
  expect(await spaceOutside(words)).toEqual(refused(sentence));
  expect(fs.existsSync(onMachine('other'))).toBe(false);
});

test('`space check` passes a new remote, and reports a type error with file and line', async () => {
  expect(await git('status --porcelain')).toBe('');
  expect(await space('check')).toEqual(done('notes: '));
  await withEdit(PAGE, '{ SignedIn,', '{ SignedNowhere,', async () =>
    expect(await space('check')).toEqual(refused('src/notes/NotesPage.tsx:1')),
  );
});

test('in development its pages are served from source, and all others from the site', async () => {
  const here = `http://127.0.0.1:${await freePort()}`;
  const development = spawn(...command(inRepository(), 'dev', { PORT: new URL(here).port }));
  try {
    expect(await once(development.stdout, 'data').then(String)).toContain(here);
    const textAt = async (address: string) =>
      (await fetch(address, { headers: { Accept: 'text/html' } })).text();
    const registryAt = async (origin: string) =>
      parseRegistry(JSON.parse(await textAt(`${origin}/registry.json`))).remotes;
    const [{ notes, ...others }, theirs] = await Promise.all([registryAt(here), registryAt(site.origin)]);
    expect(others).toEqual(theirs);
    const page = await textAt(`${here}/notes`);
    expect(page).toContain(notes?.live.entry);
    expect(page).toContain(site.publishableKey);
    expect(await textAt(`${here}/robots.txt`)).toBe(await textAt(`${site.origin}/robots.txt`));
    const source = () => textAt(new URL(PAGE, notes?.live.entry).href);
    expect(await source()).not.toContain('A new line');
    await withEdit(PAGE, 'export function', '// A new line\nexport function', () =>
      expect.poll(source).toContain('A new line'),
    );
  } finally {
    development.kill();
    await once(development, 'exit');
  }
});

test('it releases: the record names its own commit, and the history its token', async () => {
  expect(await space('release --message handmade')).toEqual(done('is live (the first release).'));
  const { live, moves } = await readPointer(at('store'), 'notes');
  const { commit } = await readRecord(at('store'), 'notes', live?.version ?? '');
  expect(await git('rev-parse HEAD')).toContain(commit);
  expect(moves[0]?.who).toContain('CI (token ');
  const html = await (await fetch(`${site.origin}/notes`, { headers: { Accept: 'text/html' } })).text();
  expect(html).toContain('A new part of Better Space, made and released by one team.');
  expect(await space('releases')).toEqual(done('handmade'));
  expect(await space('rollback')).toEqual(refused('There is no earlier version that worked'));
  // Whatever its remote.json says: the token is for one remote.
  await withEdit('remote.json', '"name": "notes"', '"name": "planner"', async () =>
    expect(await space('rollback')).toEqual(refused('This token does not release planner')),
  );
  expect(await space('rollback --no-such-option')).toEqual(refused('Usage: space rollback'));
});
