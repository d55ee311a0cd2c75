import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packagesOf } from './install.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

test.each(packagesOf(root))('%s can be tested, checked and linted by itself', (folder) => {
  const { scripts } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  // Playwright's tests need a fresh build; it has a watch mode of its own (`--ui`).
  const watch = folder === 'e2e' ? [] : ['test:watch'];
  expect(Object.keys(scripts)).toEqual(['test', ...watch, 'typecheck', 'lint']);
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
