import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseRegistry } from '@space/federation';
import { freePort, type ServerProcess, startServerProcess } from '@space/server/testing/process';
import { readPointer, readRecord } from '@space/store';
import { TEST_SITE } from '../src/places.ts';
import { makeMachine, type Machine, type Repository } from './support/team.ts';

// A team with a repository of its own: it has our packages as files, and of the site only an address and a token. The site is
// that of `npm run build -- test-site`.

const TOKEN_MAIN = fileURLToPath(new URL('../../server/src/releases/tokens.ts', import.meta.url));
const PAGE = 'src/notes/NotesPage.tsx';

let scratch: string;
let site: ServerProcess;
let machine: Machine;
let team: Repository;
let token: string;

const store = () => join(scratch, 'store');
const atSite = (...args: string[]) => team.space(args, { SPACE_TOKEN: token });
const done = (line: string) => ({
  code: 0,
  stdout: expect.stringContaining(line) as string,
  stderr: expect.anything() as string,
});
const refused = (line: string) =>
  expect.objectContaining({ code: 1, stderr: expect.stringContaining(line) as string }) as object;

/** Replaces a text in one of the team's files; returns a function that restores the file. */
async function edit(file: string, from: string, to: string): Promise<() => Promise<void>> {
  const path = join(team.folder, file);
  const text = await readFile(path, 'utf8');
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to));
  return () => writeFile(path, text);
}

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'space-own-repository-'));
  await cp(TEST_SITE, store(), { recursive: true });
  const dataDir = join(scratch, 'data');
  const hosted = { SUPABASE_URL: 'https://abc.supabase.co', SUPABASE_KEY: 'sb_publishable_abc' };
  const starting = startServerProcess({ dataDir, siteDir: store(), env: hosted });
  [machine, site] = await Promise.all([makeMachine(), starting]);
  const made = await machine.space('new', 'notes', '--packages', machine.packages, '--site', site.origin);
  expect(made).toEqual(done('Made notes, with the page /notes.'));
  team = await machine.repository('notes');
  const env = { ...process.env, DATA_DIR: dataDir, STORE_DIR: store() };
  const args = [TOKEN_MAIN, 'notes', '--name', 'the team of notes'];
  token = (await promisify(execFile)(process.execPath, args, { env })).stdout.trim();
});
afterAll(async () => {
  await Promise.all([machine.end(), site.kill()]);
  await rm(scratch, { recursive: true, force: true });
});

test('a new repository takes the packages from a folder, or asks the registry that the team names', async () => {
  expect(JSON.parse(await machine.read('notes', 'package.json'))).toMatchObject({
    dependencies: {
      '@space/platform': expect.stringMatching(/^file:\.\.\/packages\/space-platform-.*\.tgz$/) as string,
    },
  });
  const address = 'https://npm.planner.example/';
  expect(await machine.space('new', 'elsewhere', '--packages', address)).toEqual(done('Made elsewhere'));
  expect(await machine.read('elsewhere', '.npmrc')).toBe(`@space:registry=${address}\n`);
  expect(JSON.parse(await machine.read('elsewhere', 'package.json'))).toMatchObject({
    dependencies: { '@space/ui': expect.stringMatching(/^\^\d/) as string },
    devDependencies: { '@space/release': expect.stringMatching(/^\^\d/) as string },
  });
});

test.each([
  ['new notes --packages packages', 'notes already exists'],
  ['new Notes --packages packages', "'Notes' cannot be the name of a remote"],
  ['new other', 'Usage: space new <name> --packages'],
  ['new other --packages nowhere', 'neither the address of a registry nor a folder with packed packages'],
  ['new other --packages packages --site planner', 'as in https://planner.example, not planner'],
  ['release', 'remote.json is missing'],
  ['launch', 'space check'],
])('`space %s` outside of a repository is refused in one sentence', async (words, sentence) => {
  expect(await machine.space(...words.split(' '))).toEqual(refused(sentence));
  expect(await machine.files()).not.toContain('other');
});

test('`space check` passes a new remote, and reports a type error with file and line', async () => {
  expect(await team.git('status', '--porcelain')).toBe('');
  expect(await team.space(['check'])).toEqual(done('notes: '));
  const undo = await edit(PAGE, '{ SignedIn,', '{ SignedNowhere,');
  expect(await team.space(['check'])).toEqual(refused('src/notes/NotesPage.tsx:1'));
  await undo();
});

test('in development its pages are served from source, and all others from the site', async () => {
  const here = `http://127.0.0.1:${await freePort()}`;
  const { words, options } = team.started(['dev'], { PORT: new URL(here).port });
  const [command, ...args] = words;
  const development = spawn(command, args, options);
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
    const undo = await edit(PAGE, 'export function', '// A new line\nexport function');
    await expect.poll(source).toContain('A new line');
    await undo();
  } finally {
    development.kill();
    await once(development, 'exit');
  }
});

test('it releases: the record names its own commit, and the history its token', async () => {
  const message = 'from our own repository';
  expect(await atSite('release', '--message', message)).toEqual(done('is live (the first release).'));
  const { live, moves } = await readPointer(store(), 'notes');
  const { commit } = await readRecord(store(), 'notes', live?.version ?? '');
  expect(await team.git('rev-parse', 'HEAD')).toContain(commit);
  expect(moves[0]?.who).toContain('the team of notes');
  const html = await (await fetch(`${site.origin}/notes`, { headers: { Accept: 'text/html' } })).text();
  expect(html).toContain('A new part of Better Space, made and released by one team.');
  expect(await atSite('releases')).toEqual(done(message));
  expect(await atSite('rollback')).toEqual(refused('There is no earlier version that worked'));
});

test('with its token it cannot touch the planner, whatever its remote.json says', async () => {
  const before = await readPointer(store(), 'planner');
  const undo = await edit('remote.json', '"name": "notes"', '"name": "planner"');
  expect(await atSite('rollback')).toEqual(refused('This token does not release planner'));
  await undo();
  expect(await readPointer(store(), 'planner')).toEqual(before);
  expect(await team.space(['rollback'])).toEqual(refused('Set SPACE_TOKEN'));
  expect(await atSite('rollback', '--no-such-option')).toEqual(refused('Usage: space rollback'));
});
