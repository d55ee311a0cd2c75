import { execFile } from 'node:child_process';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  copyTemplate,
  makeScratch,
  type ServerProcess,
  startServerProcess,
} from '@space/server/testing/process';
import { readPointer } from '@space/store';
import { runCommand } from './commandLine.ts';
import { writeRemoteSource, writeShellSource } from './smallRelease.ts';

// Runs the examples of docs/examples line by line, in a repository that is independent of this one, against a real server.

const EXAMPLES = fileURLToPath(new URL('../../../docs/examples', import.meta.url));
const TOKEN_MAIN = fileURLToPath(new URL('../../server/src/releases/tokenMain.ts', import.meta.url));
const exec = promisify(execFile);

let folder: string;
let repository: string;
let server: ServerProcess;
let secret: string;

const store = () => join(folder, 'store');
const liveOf = async (name: string) => (await readPointer(store(), name)).live?.version ?? '';

/** Runs a command as a GitHub runner does: with the variables of the workflow, and without those of the tests. */
async function shell(command: string): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env['PATH'], HOME: folder, SITE: server.origin, SPACE_TOKEN: secret };
  return exec('sh', ['-e', '-c', command], { cwd: repository, env }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  );
}

beforeAll(async () => {
  folder = makeScratch('space-examples-');
  await writeShellSource(join(folder, 'shell'), 'one');
  const words = ['--from', join(folder, 'shell'), '--built', '--store', store()];
  expect((await runCommand('release', 'shell', ...words)).code).toBe(0);
  await copyTemplate(join(folder, 'data'));
  server = await startServerProcess({ dataDir: join(folder, 'data'), siteDir: store() });
  const env = { ...process.env, DATA_DIR: join(folder, 'data'), SITE_DIR: store() };
  secret = (await exec(process.execPath, [TOKEN_MAIN, 'notes', '--name', 'GitHub'], { env })).stdout.trim();

  repository = join(folder, 'notes');
  await writeRemoteSource(repository, 'notes', 'notes1');
  await writeFile(
    join(repository, 'dist/.vite/manifest.json'),
    '{ "src/page.ts": { "file": "assets/page-1.js" } }',
  );
  await writeFile(join(repository, 'dist/pages.json'), '{ "/notes": { "source": "src/page.ts" } }');
  // Replaces the team's build: the script `build` copies these files into `dist`.
  await cp(join(repository, 'dist'), join(repository, 'built'), { recursive: true });
  await rm(join(repository, 'dist'), { recursive: true });
  const scripts = {
    build: 'rm -rf dist && cp -r built dist && touch dist/.DS_Store dist/.vite/deps.json',
    test: 'test -f remote.json',
  };
  await writeFile(
    join(repository, 'package.json'),
    JSON.stringify({ name: 'notes', version: '0.1.0', scripts }),
  );
  await cp(join(EXAMPLES, 'release.sh'), join(repository, 'release.sh'));
  const setup = [
    'npm install --package-lock-only --offline',
    'git init -q && git add -A',
    'git -c user.name=Ada -c user.email=ada@space.org commit -qm first',
  ];
  for (const command of setup) expect(await shell(command)).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await server.kill();
  await rm(folder, { recursive: true, force: true });
});

/** The commands that a workflow runs for an event, in order, without those for other events. */
async function commandsIn(file: string, event: string): Promise<string[]> {
  const text = await readFile(join(EXAMPLES, file), 'utf8');
  const steps = text.matchAll(/^ +- (?:if: github\.event_name == '(\w+)'\n +)?run: (.+)$/gm);
  return [...steps].flatMap(([, only = event, command = '']) => (only === event ? [command] : []));
}

async function runAll(commands: readonly string[]): Promise<void> {
  for (const command of commands) {
    const { code, output } = await shell(command);
    expect({ command, code, output }).toMatchObject({ code: 0 });
  }
}

test('the workflow stages a pull request, even before the first release', async () => {
  const commands = await commandsIn('release.github.yml', 'pull_request');
  expect(commands.at(-1)).toBe('sh release.sh notes stage=true');
  await runAll(commands);
  expect(await liveOf('notes')).toBe('');
  const response = await fetch(`${server.origin}/remotes/notes/staged.json`);
  expect(Object.values((await response.json()) as object)).toMatchObject([{ title: 'the notes' }]);
});

test('the workflow builds and releases a push, and the record names its commit', async () => {
  const commands = await commandsIn('release.github.yml', 'push');
  expect(commands.at(-1)).toBe('sh release.sh notes');
  await runAll(commands);
  const version = await liveOf('notes');
  const record = JSON.parse(
    await readFile(join(store(), 'remotes/notes', version, 'release.json'), 'utf8'),
  ) as object;
  const { output } = await shell('git rev-parse --short=10 HEAD');
  expect(record).toMatchObject({ commit: output.trim(), chunks: { '/notes': [] } });
  expect(Object.keys((record as { files: object }).files)).not.toContain('.DS_Store');
  expect((await readPointer(store(), 'notes')).moves[0]).toMatchObject({
    commit: output.trim(),
    who: expect.stringMatching(/^GitHub \(token /) as string,
  });
});

test('the script reports an unchanged release, starts a canary, and fails with the reason of a refusal', async () => {
  const first = await liveOf('notes');
  expect(await shell('sh release.sh notes')).toEqual({
    code: 0,
    output: `notes ${first} is already live; nothing new was released.\n`,
  });
  await writeFile(join(repository, 'dist/remoteEntry.js'), 'export const content = 2;\n');
  const tried = await shell("sh release.sh notes 'canary=10&message=a+second'");
  expect(tried).toMatchObject({
    code: 0,
    output: expect.stringContaining('is tried on 10 % of devices') as string,
  });
  expect((await readPointer(store(), 'notes')).canary?.message).toBe('a second');
  await rm(join(repository, 'dist/pages.json'));
  const refused = await shell('sh release.sh notes');
  expect(refused.code).not.toBe(0);
  expect(refused.output).toContain('pages: the build has no readable pages.json');
  secret = secret.replace(/.$/, '-');
  expect((await shell('sh release.sh notes')).output).toContain('This token does not release notes');
  expect(await liveOf('notes')).toBe(first);
});
