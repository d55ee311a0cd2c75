import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { install, packagesOf } from './bin/install.mjs';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => fs.readFileSync(join(ROOT, path), 'utf8');
const isThere = (path: string) => fs.existsSync(join(ROOT, path));
const readJson = (path: string) => JSON.parse(read(path)) as Record<string, object>;
/** What the first group of a pattern matches in a text. */
const find = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found = '']) => found);
const filesLike = (...patterns: string[]) =>
  find(String(execFileSync('git', ['ls-files', ...patterns], { cwd: ROOT })), /^(.+)$/gm).filter(isThere);
/** The anchors that the headings of a page get. */
const anchorsIn = (page: string) =>
  find(read(page).toLowerCase(), /^#{1,6} (.+)$/gm).map((title) =>
    title.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'),
  );

test.each(filesLike('*.md', ':!CHANGELOG.md'))('%s: every link, file and npm script is there', (page) => {
  const text = read(page);
  const links = find(text, /\]\((?!\w+:)([^)\s]*)\)/g).filter((link) => {
    const [file, anchor] = link.split('#');
    const target = file ? posix.join(posix.dirname(page), file) : page;
    return !isThere(target) || (anchor && !anchorsIn(target).includes(anchor));
  });
  const files = /`((?:docs|e2e|remotes|shared|shell|supabase)\/[\w./-]+\.(?:tsx?|m?js|css|sql|md|toml))`/g;
  const missing = find(text, files).filter((path) => !isThere(path));
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
  expect(Object.keys(dependencies).filter((name) => !name.startsWith('@space/')).length).toBeLessThan(13);
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
  expect(Object.keys(scripts)).toEqual(['test', 'test:watch', 'typecheck', 'lint']);
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

/** What a file imports, one in each line. */
const importing = (...names: string[]) => names.map((name) => `export * from '${name}';`).join('\n');
/** Files with a fault in each line, and our rule that must find it; '' for what is allowed. */
const FILES: readonly (readonly [rule: string, file: string, code: string])[] = [
  ['imports', 'remotes/planner/src/a.ts', importing('@space/retro', '@space/platform/internal', 'node:fs')],
  ['imports', 'remotes/planner/src/b.ts', importing('@space/retro/src/routes.tsx', '@supabase/supabase-js')],
  ['imports', 'remotes/planner/src/c.ts', "let x: import('@space/auth').X;\nimport('@space/auth');"],
  ['imports', 'remotes/planner/src/d.test.ts', importing('../../retro/src/x.ts')],
  ['imports', 'remotes/new/src/a.ts', importing('@space/shell', '../../retro/src/x.ts')],
  ['imports', 'shell/src/layout/a.ts', importing('@space/planner', 'date-fns', '../admin/x.ts')],
  ['imports', 'shared/domain/src/a.ts', importing('react')],
  ['imports', 'shared/store/src/a.ts', importing('@space/server')],
  ['imports', 'e2e/specs/a.ts', importing('@space/domain')],
  ['no-date-from-text', 'shell/src/a.ts', "new Date('2026-11-20');\nDate.parse('2026-11-20');"],
  ['', 'remotes/new/src/fine.ts', importing('@space/platform')],
  ['', 'shell/src/admin/fine.ts', importing('../layout/x.ts')],
  ['', 'shared/auth/src/fine.test.ts', importing('@space/server/testing')],
];

/** Folders of the tests below. */
const FOLDER = fs.mkdtempSync(join(tmpdir(), 'space-tooling-'));
afterAll(() => fs.rmSync(FOLDER, { recursive: true }));
function write(file: string, content: string): void {
  fs.mkdirSync(dirname(join(FOLDER, file)), { recursive: true });
  fs.writeFileSync(join(FOLDER, file), content);
}

test('each rule of our own for the linter finds its faults, and nothing in what is allowed', () => {
  // A small copy of the tree: the real configuration lints it once.
  const cwd = join(FOLDER, 'lint');
  for (const part of ['.oxlintrc.json', 'shared/tooling/lint'])
    fs.cpSync(join(ROOT, part), join(cwd, part), { recursive: true });
  for (const [, file, code] of FILES) write(`lint/${file}`, `${code}\n`);
  const oxlint = join(ROOT, 'node_modules/.bin/oxlint');
  const { stdout } = spawnSync(oxlint, ['--format=unix', '.'], { cwd, encoding: 'utf8' });
  const wrong = FILES.filter(([rule, file, code]) => {
    const found = find(stdout, new RegExp(`^${file}:.*(${rule}).*$`, 'gm')).length;
    return rule === '' ? found > 0 : found < code.split('\n').length;
  });
  expect(wrong).toEqual([]);
});

test('a new remote joins the lock file without a network, CI refuses that, and a new version of one needs nothing', () => {
  const at = (path: string) => join(FOLDER, 'install', path);
  const add = (place: string, manifest = {}) =>
    write(`install/${place}/package.json`, JSON.stringify(manifest));
  const dependencies = { '@space/ui': 'workspace:*' };
  /** The first step of `npm run …`, with the pnpm of this repository. Returns how often it installs, and the lock file. */
  const installThere = (ci = '') => {
    const pnpm = 'node_modules/.bin/pnpm';
    fs.mkdirSync(at('node_modules/.bin'), { recursive: true });
    if (!fs.existsSync(at(pnpm))) fs.symlinkSync(join(ROOT, pnpm), at(pnpm));
    vi.stubEnv('CI', ci);
    const output = vi.spyOn(console, 'log').mockClear().mockReturnValue();
    install(at(''));
    return [output.mock.calls.length, fs.readFileSync(at('pnpm-lock.yaml'), 'utf8')];
  };
  write('install/pnpm-workspace.yaml', 'packages:\n  - shell\n  - remotes/*\n  - shared/*\n');
  for (const place of ['.', 'shell']) add(place);
  add('shared/ui', { name: '@space/ui' });
  add('remotes/retro', { dependencies });
  const [, before] = installThere();
  add('remotes/retro', { version: '0.2.0', dependencies });
  expect(installThere()).toEqual([0, before]);

  add('remotes/notes', { dependencies });
  expect(() => installThere('true')).toThrow('Regenerate the lockfile');
  const committed = installThere();
  expect(committed).toEqual([1, expect.stringContaining('remotes/notes:')]);
  fs.rmSync(at('node_modules'), { recursive: true });
  expect(installThere('true')).toEqual(committed);
  expect(fs.existsSync(at('remotes/notes/node_modules/@space/ui/package.json'))).toBe(true);
});
