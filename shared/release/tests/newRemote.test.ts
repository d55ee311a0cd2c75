import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkSource } from '../src/gate/checkSource.ts';
import { createRemote } from '../src/newRemote/createRemote.ts';
import { REMOTES, ROOT } from '../src/places.ts';

const run = promisify(execFile);
const NAME = 'time-tracker';
const bin = (name: string) => join(ROOT, 'node_modules', '.bin', name);

let root: string;
let folder: string;

/** Runs a command in the copy; throws with its output when it fails. */
async function runInCopy(command: string, args: string[]): Promise<void> {
  // With this variable a nested vitest would behave as a part of this test run.
  const { VITEST: _, ...env } = process.env;
  await run(command, args, { cwd: root, env }).catch((error: { stdout: string }) => {
    throw new Error(error.stdout, { cause: error });
  });
}

// A small copy of the repository that uses the installed packages of this one, so that the template's imports are found.
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'space-new-remote-'));
  for (const file of ['.oxlintrc.json', '.oxfmtrc.json', 'shared/tooling']) {
    cpSync(join(ROOT, file), join(root, file), {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    });
  }
  for (const { name } of REMOTES) {
    mkdirSync(join(root, 'remotes', name), { recursive: true });
    cpSync(join(ROOT, 'remotes', name, 'remote.json'), join(root, 'remotes', name, 'remote.json'));
  }
  mkdirSync(join(root, 'shell'));
  cpSync(join(ROOT, 'shell/shell.json'), join(root, 'shell/shell.json'));
  await createRemote(root, NAME);
  folder = join(root, 'remotes', NAME);
  symlinkSync(join(ROOT, 'remotes/retro/node_modules'), join(folder, 'node_modules'));
  await runInCopy(bin('oxfmt'), [folder]);
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

test('the folder contains a remote of the new name, and no name of the template', () => {
  const files = [
    'package.json',
    'remote.json',
    'tsconfig.json',
    'vite.config.ts',
    'src/routes.tsx',
    'src/time-tracker/TimeTrackerPage.tsx',
    'src/time-tracker/TimeTrackerPage.module.css',
  ];
  for (const file of files) {
    expect(readFileSync(join(folder, file), 'utf8')).not.toMatch(/sample/i);
  }
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string };
  expect(name).toBe('@space/time-tracker');
  const declaration: unknown = JSON.parse(readFileSync(join(folder, 'remote.json'), 'utf8'));
  expect(declaration).toMatchObject({
    name: NAME,
    title: 'time tracker',
    pages: [{ path: '/time-tracker', access: 'public', title: 'Time tracker' }],
  });
  const { port } = declaration as { port: number };
  expect(REMOTES.map((remote) => remote.port)).not.toContain(port);
});

test('it passes the checks of a release, and has no lint warnings', async () => {
  expect(await checkSource(NAME, folder)).toEqual([]);
  await expect(runInCopy(bin('oxlint'), ['--deny-warnings', `remotes/${NAME}`])).resolves.toBeUndefined();
});

test('a name that is taken is rejected, and nothing is written', async () => {
  const before = readFileSync(join(folder, 'remote.json'), 'utf8');
  await expect(createRemote(root, NAME)).rejects.toThrow(`A remote '${NAME}' already exists.`);
  expect(readFileSync(join(folder, 'remote.json'), 'utf8')).toBe(before);
});
