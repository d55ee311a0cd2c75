import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  copyTemplate,
  freePort,
  type ServerProcess,
  startServerProcess,
} from '@space/server/testing/process';
import { parseRegistry } from '@space/federation';
import { readPointer, readRecord } from '@space/store';
import { currentTestSite } from './currentTestSite.ts';
import { makeMachine, type Repository } from './support/team.ts';

// A team with a repository of its own: its remote is copied into an empty folder, and its packages come from a registry. Of
// the site it has only an address and a token.

const TOKEN_MAIN = fileURLToPath(new URL('../../server/src/releases/tokenMain.ts', import.meta.url));
const PAGE = 'src/landing/RetroLandingPage.tsx';
const run = promisify(execFile);

let scratch: string;
let site: ServerProcess;
let machine: Awaited<ReturnType<typeof makeMachine>>;
let team: Repository;
/** The site's address and the team's token, as environment variables. */
let access: { SPACE_SITE: string; SPACE_TOKEN: string };

const store = () => join(scratch, 'store');
const live = async (name: string) => (await readPointer(store(), name)).live?.version ?? '';
/** The CSS of a release without the hashes in class names, which depend on the path of the file. */
async function styleOf(version: string): Promise<string> {
  const { styles } = await readRecord(store(), 'retro', version);
  const files = styles.map((file) => readFile(join(store(), 'remotes', 'retro', version, file), 'utf8'));
  return (await Promise.all(files)).join('\n').replaceAll(/__[0-9a-f]{5}\b/g, '');
}
const atSite = (...args: string[]) => team.space(args, access);
const done = (line: string) => ({
  code: 0,
  stdout: expect.stringContaining(line) as string,
  stderr: expect.anything() as string,
});
const refused = (line: string) =>
  expect.objectContaining({ code: 1, stderr: expect.stringContaining(line) as string }) as object;

/** Creates a token for the team of a remote, as the operator does. */
async function tokenOf(remote: string): Promise<string> {
  const env = { ...process.env, DATA_DIR: join(scratch, 'data'), SITE_DIR: store() };
  const args = [TOKEN_MAIN, remote, '--name', `the team of ${remote}`];
  return (await run(process.execPath, args, { env })).stdout.trim();
}

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
  await cp(await currentTestSite(), store(), { recursive: true });
  await copyTemplate(join(scratch, 'data'));
  [machine, site] = await Promise.all([
    makeMachine(),
    startServerProcess({ dataDir: join(scratch, 'data'), siteDir: store() }),
  ]);
  team = await machine.takeOut('retro');
  access = { SPACE_SITE: site.origin, SPACE_TOKEN: await tokenOf('retro') };
});
afterAll(async () => {
  await Promise.all([machine.end(), site.kill()]);
  await rm(scratch, { recursive: true, force: true });
});

test('the installed packages are copies, without references to the repository of the site', async () => {
  const packages = join(team.folder, 'node_modules', '@space');
  const names = await readdir(packages);
  expect(names.toSorted()).toEqual(['domain', 'federation', 'platform', 'release', 'ui']);
  for (const name of names) {
    expect(await realpath(join(packages, name))).toContain(await realpath(team.folder));
    const manifest = await readFile(join(packages, name, 'package.json'), 'utf8');
    expect(manifest).not.toMatch(/catalog:|workspace:|\.\/src\//);
  }
  expect(await team.git('status', '--porcelain')).toBe('');
  expect(await team.git('ls-files')).toContain('pnpm-lock.yaml');
});

test('`space test` runs its tests, and `space check` reports a type error with file and line', async () => {
  expect(await team.space(['test'])).toEqual(done('7 passed'));
  const undo = await edit('src/frame/PauseKey.tsx', '{ useMotion }', '{ useNothing }');
  expect(await team.space(['check'])).toEqual(refused('src/frame/PauseKey.tsx:1'));
  await undo();
});

/** Runs `space dev` while the callback runs, which gets the server's origin. */
async function whileDeveloping(action: (here: string) => Promise<void>) {
  const port = await freePort();
  const { command, ...options } = team.started({ SPACE_SITE: site.origin, PORT: String(port) });
  const development = spawn(command, ['dev'], options);
  try {
    const here = `http://127.0.0.1:${port}`;
    expect(await once(development.stdout, 'data').then(String)).toContain(here);
    await action(here);
  } finally {
    development.kill();
    await once(development, 'exit');
  }
}

/** Signs up through a development server, which creates an account on the site. Returns the status of the response. */
async function signUp(here: string, email: string): Promise<number> {
  const response = await fetch(`${here}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: site.publishableKey, 'Content-Type': 'application/json', Origin: here },
    body: JSON.stringify({ email, password: 'Passw0rd!' }),
  });
  return response.status;
}

test('in development its pages are served from source, and all others from the site', async () => {
  await whileDeveloping(async (here) => {
    const registryAt = async (origin: string) =>
      parseRegistry(await (await fetch(`${origin}/registry.json`)).json()).remotes;
    const [own, theirs] = await Promise.all([registryAt(here), registryAt(site.origin)]);
    const { retro, ...others } = own;
    expect(others).toEqual({
      marketing: theirs['marketing'],
      planner: theirs['planner'],
      settings: theirs['settings'],
    });
    expect(retro?.live.version).toBe('development');

    const page = await (await fetch(`${here}/retro`, { headers: { Accept: 'text/html' } })).text();
    expect(page).toContain(retro?.live.entry);
    expect(page).toContain(site.publishableKey);
    const entry = new URL(retro?.live.entry ?? '');
    const source = async () => (await fetch(new URL(PAGE, entry))).text();
    expect(await source()).not.toContain('INSERT A COIN');
    const undo = await edit(PAGE, 'export function', '// INSERT A COIN\nexport function');
    await expect.poll(source).toContain('INSERT A COIN');
    await undo();

    expect(await signUp(here, 'rita@retro.example')).toBe(200);
    const planner = theirs['planner']?.live.entry ?? '';
    expect(await (await fetch(here + planner)).text()).toBe(
      await (await fetch(site.origin + planner)).text(),
    );
  });
});

test('it builds, stages, releases and rolls back; the record names its own commit', async () => {
  const before = await live('retro');
  const version = join(team.folder, 'package.json');
  await writeFile(version, (await readFile(version, 'utf8')).replace('"0.1.0"', '"0.2.0"'));
  await team.git('commit', '--quiet', '--all', '--message', 'retro 0.2.0');
  expect(await team.space(['build'])).toMatchObject({ code: 0 });

  expect(await atSite('stage', '--built')).toEqual(done('/retro?try=retro@0.2.0-'));
  expect(await live('retro')).toBe(before);
  // Releases that are built from source are tested in e2e/specs/ownRepository.spec.ts and in the first release below.
  expect(await atSite('release', '--built', '--message', 'from our own repository')).toEqual(
    done(`is live (before: ${before}).`),
  );
  const after = await live('retro');
  expect(after).toMatch(/^0\.2\.0-/);
  const { commit } = await readRecord(store(), 'retro', after);
  expect(await team.git('rev-parse', 'HEAD')).toContain(commit);
  // The styles are the same with installed packages as with this repository's folders.
  expect(await styleOf(after)).toBe(await styleOf(before));
  expect(await atSite('releases')).toEqual(done('from our own repository'));
  expect(await atSite('rollback')).toEqual(done(`retro is back at ${before}`));
  expect(await live('retro')).toBe(before);
  expect(await atSite('releases')).toEqual(done('the team of retro'));
});

test('with its token it cannot touch the planner, whatever its remote.json says', async () => {
  const before = await live('planner');
  const undo = await edit('remote.json', '"name": "retro"', '"name": "planner"');
  expect(await atSite('rollback')).toEqual(refused('This token does not release planner'));
  expect(await atSite('release')).toEqual(refused('This token does not release planner'));
  await undo();
  expect(await live('planner')).toBe(before);
});

test('a new remote in a repository of its own passes its checks, and its first release makes it live', async () => {
  const notes = await machine.make('notes', team);
  expect(await notes.space(['check'])).toEqual(done('notes: types and contract test passed.'));
  const own = { SPACE_SITE: site.origin, SPACE_TOKEN: await tokenOf('notes') };
  expect(await notes.space(['release'], own)).toEqual(done('is live (the first release).'));
  const html = await (await fetch(`${site.origin}/notes`, { headers: { Accept: 'text/html' } })).text();
  expect(html).toContain('A new part of Better Space, made and released by one team.');
});

test('reports a missing site, a missing token, and an unknown command or option', async () => {
  expect(await team.space(['release'])).toEqual(refused('Name the site: --site https://planner.example'));
  expect(await team.space(['release', '--site', site.origin])).toEqual(refused('Set SPACE_TOKEN'));
  expect(await team.space(['launch'])).toEqual(refused('space build'));
  expect(await atSite('rollback', '--no-such-option')).toEqual(refused('Usage: space rollback'));
});
