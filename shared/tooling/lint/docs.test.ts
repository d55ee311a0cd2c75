import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const git = (...words: string[]) =>
  execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
const pages = git('ls-files', '*.md').filter(
  (path) => path !== 'CHANGELOG.md' && existsSync(join(ROOT, path)),
);

/** The anchors that the headings of a page get. */
const anchorsIn = (page: string) =>
  [...read(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test.each(pages)('%s: every link, file and npm script is there', (page) => {
  const text = read(page);
  const links = [...text.matchAll(/\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].flatMap(
    ([link, file = '', anchor]) => {
      const target = file === '' ? page : posix.join(posix.dirname(page), file);
      const isThere = existsSync(join(ROOT, target));
      return isThere && (anchor === undefined || anchorsIn(target).includes(anchor)) ? [] : [link];
    },
  );
  const files = [
    ...text.matchAll(
      /`((?:docs|e2e|remotes|shared|shell|supabase)\/[\w./-]+\.(?:tsx?|m?js|css|sql|md|toml))`/g,
    ),
  ];
  const missing = files.flatMap(([, path = '']) => (existsSync(join(ROOT, path)) ? [] : [path]));
  const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
  const commands = [...text.matchAll(/npm run ([a-z][a-z0-9:-]*)/g)].map(([, name = '']) => name);
  expect([links, missing, commands.filter((name) => !(name in scripts))]).toEqual([[], [], []]);
});

test('docs/dependencies.md has a line for each direct dependency, and the server has at most twelve', () => {
  const [, catalog = ''] = /^catalog:\n((?: {2}.+\n)+)/m.exec(read('pnpm-workspace.yaml')) ?? [];
  const names = [...catalog.matchAll(/^ {2}'?([^':]+)'?: /gm)].map(([, name = '']) => name);
  const lines = [...read('docs/dependencies.md').matchAll(/^- ((?:`[^`]+`(?:, )?)+) \(.+?\): .+$/gm)];
  const listed = lines.flatMap(([, all = '']) =>
    [...all.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
  expect(listed.toSorted()).toEqual(names.toSorted());
  const { dependencies } = JSON.parse(read('shared/server/package.json')) as { dependencies: object };
  const theirs = Object.keys(dependencies).filter((name) => !name.startsWith('@space/'));
  expect(theirs.length).toBeLessThan(13);
});

test('every rule of docs/product.md is named by the title of a test, and such a title names no other rule', () => {
  const rules = [...read('docs/product.md').matchAll(/^### (.+)$/gm)].map(([, rule = '']) => rule);
  const files = git('ls-files', '*.test.ts', '*.test.tsx', '*.spec.ts').filter((path) =>
    existsSync(join(ROOT, path)),
  );
  // 'rule-name: what is shown' or 'one-rule, another-rule: what is shown' in a call or a table, or a group of tests: 'rule-name'.
  const titles = /(?:[([=]|^)\s*['"`]((?:[a-z-]+, )*[a-z-]+): |describe\('([a-z-]+)'/gm;
  const named = files.flatMap((file) =>
    [...read(file).matchAll(titles)].flatMap(([, names, group = '']) => (names ?? group).split(', ')),
  );
  expect([
    rules.filter((rule) => !named.includes(rule)),
    named.filter((name) => /[a-z]-[a-z]/.test(name) && !rules.includes(name)),
  ]).toEqual([[], []]);
});
