import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packagesOf } from '../bin/install.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const readJson = (path: string) => JSON.parse(read(path)) as Record<string, object>;
const filesLike = (...patterns: string[]) =>
  execFileSync('git', ['ls-files', ...patterns], { cwd: ROOT, encoding: 'utf8' })
    .trim()
    .split('\n')
    .filter((path) => existsSync(join(ROOT, path)));
/** What the first group of a pattern matches in a text. */
const find = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);

/** The anchors that the headings of a page get. */
const anchorsIn = (page: string) =>
  find(read(page), /^#{1,6} (.+)$/gm).map((title) =>
    title
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test.each(filesLike('*.md', ':!CHANGELOG.md'))('%s: every link, file and npm script is there', (page) => {
  const text = read(page);
  const links = find(text, /\]\((?!\w+:)([^)\s]*)\)/g).filter((link) => {
    const [file, anchor] = link.split('#');
    const target = file ? posix.join(posix.dirname(page), file) : page;
    return !existsSync(join(ROOT, target)) || (anchor && !anchorsIn(target).includes(anchor));
  });
  const files = /`((?:docs|e2e|remotes|shared|shell|supabase)\/[\w./-]+\.(?:tsx?|m?js|css|sql|md|toml))`/g;
  const missing = find(text, files).filter((path) => !existsSync(join(ROOT, path)));
  const { scripts = {} } = readJson('package.json');
  const commands = find(text, /npm run ([a-z][a-z0-9:-]*)/g).filter((name) => !(name in scripts));
  expect([links, missing, commands]).toEqual([[], [], []]);
});

test('docs/dependencies.md has a line for each direct dependency, and the server has at most twelve', () => {
  const [catalog = ''] = find(read('pnpm-workspace.yaml'), /^catalog:\n((?: {2}.+\n)+)/gm);
  const lines = find(read('docs/dependencies.md'), /^- ((?:`[^`]+`(?:, )?)+) \(.+?\): .+$/gm);
  const listed = lines.flatMap((names) => find(names, /`([^`]+)`/g));
  expect(listed.toSorted()).toEqual(find(catalog, /^ {2}'?([^':]+)'?: /gm).toSorted());
  const { dependencies = {} } = readJson('shared/server/package.json');
  const theirs = Object.keys(dependencies).filter((name) => !name.startsWith('@space/'));
  expect(theirs.length).toBeLessThan(13);
});

test('every rule of docs/product.md is named by the title of a test, and such a title names no other rule', () => {
  const rules = find(read('docs/product.md'), /^### (.+)$/gm);
  // 'rule-name: what is shown' or 'one-rule, another-rule: what is shown' in a call or a table, or a group of tests: 'rule-name'.
  const titles = /(?:[([=]|^)\s*['"`]((?:[a-z-]+, )*[a-z-]+): |describe\('([a-z-]+)'/gm;
  const named = filesLike('*.test.ts', '*.test.tsx', '*.spec.ts').flatMap((file) =>
    [...read(file).matchAll(titles)].flatMap(([, names, group = '']) => (names ?? group).split(', ')),
  );
  const unknown = named.filter((name) => /[a-z]-[a-z]/.test(name) && !rules.includes(name));
  expect([rules.filter((rule) => !named.includes(rule)), unknown]).toEqual([[], []]);
});

test.each(packagesOf(ROOT))('%s can be tested, checked and linted by itself', (folder) => {
  const { scripts = {} } = readJson(`${folder}/package.json`);
  // Playwright's tests need a fresh build; it has a watch mode of its own (`--ui`).
  const watch = folder === 'e2e' ? [] : ['test:watch'];
  expect(Object.keys(scripts)).toEqual(['test', ...watch, 'typecheck', 'lint']);
});

test('the lock file has the packages of every platform, which an offline installation may drop', () => {
  const lock = read('pnpm-lock.yaml');
  const families = find(lock, /^ {2}'(@(?:oxlint|oxlint-tsgolint|rolldown)\/\S*?)linux-x64/gm);
  expect(families).not.toEqual([]);
  for (const platform of ['darwin-arm64', 'win32-x64'])
    expect(families.filter((family) => !lock.includes(`  '${family}${platform}`))).toEqual([]);
});

test('the Containerfile releases when the image is built and serves when it runs, on the pinned Node, and without data', () => {
  const [node] = find(read('pnpm-workspace.yaml'), /^  node: (\S+)$/gm);
  const text = read('Containerfile');
  expect(text.split('\n')).toEqual(expect.arrayContaining([`FROM node:${node}-slim`, 'USER node']));
  expect(find(text, /run\.mjs[ ",']+([\w ]+)/g)).toEqual(['first release', 'serve']);
  const ignored = ['.git', '.space', '**/dist', '**/node_modules', '**/.env'];
  expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(ignored));
});
