import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packagesOf } from './packages.mjs';
import { toolWords } from './tool.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

test.each(packagesOf(root))('%s can be tested, checked and linted by itself', (folder) => {
  const { scripts } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  // Playwright's tests need a fresh build; it has a watch mode of its own (`--ui`).
  const watch = folder === 'e2e' ? [] : ['test:watch'];
  expect(Object.keys(scripts)).toEqual(['test', ...watch, 'typecheck', 'lint']);
});

test('pnpm -F planner test runs only the tests of the planner', () => {
  const printed = execFileSync(
    join(root, 'node_modules/.bin/pnpm'),
    ['-F', 'planner', 'test', 'weekCounts'],
    {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    },
  );
  expect(printed).toContain('remotes/planner/src/week/weekCounts.test.ts');
  expect(printed).toMatch(/Test Files +1 passed \(1\)/);
});

test('starts a tool without a shell, so arguments with spaces and special characters arrive unchanged', () => {
  const [command, [script = '', ...words]] = toolWords(root, 'oxfmt', ['--check', 'a week & more.ts']);
  expect({ command, words }).toEqual({ command: 'node', words: ['--check', 'a week & more.ts'] });
  expect(existsSync(script)).toBe(true);
  const runner = readFileSync(join(root, 'shared/tooling/bin/run.mjs'), 'utf8');
  expect(runner).not.toContain('shell:');
});

test('every npm script that the repository mentions exists', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const named = execFileSync('git', ['grep', '-ohE', 'npm run [a-z][a-z0-9:-]*', '--', ':!CHANGELOG.md'], {
    cwd: root,
    encoding: 'utf8',
  });
  const names = new Set(
    named
      .trim()
      .split('\n')
      .map((line) => line.slice('npm run '.length)),
  );
  expect([...names].filter((name) => !(name in scripts))).toEqual([]);
});

test('the lock file has the packages of every platform, which an offline installation may drop', () => {
  const lock = readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8');
  const families = [...lock.matchAll(/^ {2}'(@(?:oxlint|oxlint-tsgolint|rolldown)\/\S*?)linux-x64/gm)];
  expect(families).not.toEqual([]);
  for (const [, family] of families)
    for (const platform of ['darwin-arm64', 'win32-x64']) expect(lock).toContain(`  '${family}${platform}`);
});

test('the Containerfile releases when the image is built and serves when it runs, on the pinned Node, and without data', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const [, node] = /^  node: (\S+)$/m.exec(read('pnpm-workspace.yaml')) ?? [];
  const lines = read('Containerfile').split('\n');
  const commands = lines.flatMap((line) => /run\.mjs[ ",']+([\w ]+)/.exec(line)?.[1] ?? []);
  expect(lines).toContain(`FROM node:${node}-slim`);
  expect(commands).toEqual(['first release', 'serve']);
  expect(lines.indexOf('USER node')).toBeGreaterThan(0);
  for (const folder of ['.git', '.space', '**/dist', '**/node_modules', '**/.env'])
    expect(read('.dockerignore').split('\n')).toContain(folder);
});
