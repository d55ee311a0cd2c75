import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Refusal } from '@space/federation';
import { SHARES } from '@space/federation/shares';
import { readPointer } from '@space/store';
import { namesOfPlatform } from '../src/describeRelease.ts';
import { checkSource } from '../src/gate/checkSource.ts';
import { isRefusedRelease } from '../src/gate/gate.ts';
import { ROOT } from '../src/places.ts';
import { buildApp, releaseApp } from '../src/releaseApp.ts';
import { SMALL_SHELL, putLive, writeRemoteSource } from './smallRelease.ts';

// Releases from source, including the build, the compiler and showing the pages: a small remote, in a store with a shell.

let store: string;
let source: string;

const PAGE = `import { tasks, useSession } from '@space/platform';
import { useEffect, useState } from 'react';
import type { Task } from '@space/domain';
import styles from './NotesPage.module.css';

export class Note extends HTMLElement {}

export function NotesPage() {
  const user = useSession((state) => state.user);
  const [list, setList] = useState<Task[]>([]);
  useEffect(() => {
    void tasks.listBetween('2026-11-16', '2026-11-22').then(setList);
  }, []);
  return <main id="main" className={styles['page']}><h1>Notes of {user?.email}</h1>{list.map(({ id, title }) => <p key={id}>{title}</p>)}</main>;
}
`;

const page = (path: string, title: string) => ({ path, access: 'signed-in', signIn: '/auth', title });
const routes = (...pairs: readonly string[]) => `export const pages = {\n  ${pairs.join(',\n  ')},\n};\n`;
const LOADED = "async () => (await import('./NotesPage.tsx')).NotesPage";

/** The source of a remote with one page, whose module needs a browser. */
const FILES: Readonly<Record<string, unknown>> = {
  'package.json': { name: '@space/notes', version: '0.1.0', type: 'module' },
  'tsconfig.json': { extends: '../../shared/tooling/tsconfig.app.json', include: ['src', '*.config.ts'] },
  'remote.json': {
    name: 'notes',
    title: 'the notes',
    port: 5199,
    pages: [page('/notes', 'Notes')],
    budget: { gzip: 20_000 },
  },
  'vite.config.ts':
    "import { remoteConfig } from '@space/federation/preset';\nimport declaration from './remote.json' with { type: 'json' };\n\nexport default remoteConfig(declaration);\n",
  'src/routes.tsx': routes(`'/notes': ${LOADED}`),
  'src/NotesPage.tsx': PAGE,
  'src/NotesPage.module.css': '.page {\n  color: red;\n}\n',
};

function write(files: Readonly<Record<string, unknown>>): void {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(source, file)), { recursive: true });
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    writeFileSync(join(source, file), text);
  }
}

const release = (limit?: number) =>
  releaseApp('notes', { store, from: source, ...(limit !== undefined && { limit }) });

beforeAll(async () => {
  store = mkdtempSync(join(tmpdir(), 'space-store-'));
  mkdirSync(join(ROOT, '.space'), { recursive: true });
  const shares = Object.entries(SHARES).map(([name, range]) => [name, range.slice(1)]);
  await putLive(store, {
    name: 'shell',
    record: {
      ...SMALL_SHELL,
      shares: Object.fromEntries(shares),
      uses: namesOfPlatform(),
    },
  });
});
beforeEach(() => {
  // As deep in the repository as a real source, so that its packages are found.
  source = mkdtempSync(join(ROOT, '.space', 'notes-'));
  write(FILES);
  symlinkSync(join(ROOT, 'remotes/retro/node_modules'), join(source, 'node_modules'));
});
afterEach(() => rmSync(source, { recursive: true }));
afterAll(() => rmSync(store, { recursive: true }));

test('two concurrent releases of one source both succeed, each built in a temporary folder', async () => {
  const temporary = join(store, 'temporary');
  mkdirSync(temporary);
  vi.stubEnv('TMPDIR', temporary);
  const [one, other] = await Promise.all([release(), release()]);
  expect(one.record.version).toBe(other.record.version);
  expect((await readPointer(store, 'notes')).live?.version).toBe(one.record.version);
  expect(existsSync(join(source, 'dist'))).toBe(false);
  expect(readdirSync(temporary).filter((name) => name.startsWith('space-'))).toEqual([]);
  vi.unstubAllEnvs();
});

describe('a source is refused with file, line and what to do', () => {
  const paths = ['text', 'gone', 'late', 'early', 'missing', 'number'];
  const faults: Readonly<Record<string, unknown>> = {
    'remote.json': {
      ...(FILES['remote.json'] as object),
      pages: ['/notes', ...paths.map((path) => `/notes/${path}`)].map((path) => page(path, path)),
    },
    'src/routes.tsx': routes(
      `'/notes': ${LOADED}`,
      "'/notes/text': async () => 'NotesPage'",
      "'/notes/gone': async () => (await import('./Faults.tsx')).Gone",
      "'/notes/late': async () => (await import('./Faults.tsx')).Late",
      "'/notes/early': async () => (await import('./Early.tsx')).Early",
      "'/notes/number': 7",
      `'/notes/undeclared': ${LOADED}`,
    ),
    'src/Early.tsx':
      'const box: { [key: string]: { top: number } } = {};\nexport const Early = box["a"].top;\n',
    'src/Faults.tsx': `import { tasks } from '@space/platform';
import { useEffect, useState } from 'react';
import type { Task } from '@space/domain';
export function Late() {
  const [list, setList] = useState<Task[]>([]);
  useEffect(() => void tasks.listAll().then(setList), []);
  return <p>{list.map((task) => (task.emoji as unknown as { name: { first: string } }).name.first)}</p>;
}
`,
    'src/Html.tsx': `// dangerouslySetInnerHTML in a comment
export const Html = ({ text }: { text: string }) => (
  <p dangerouslySetInnerHTML={{ __html: text }} />
);
`,
    'src/imports.ts':
      "import { flushSync } from 'react-dom';\nimport { Link } from 'react-router-dom';\nexport { flushSync, Link };\n",
    'src/NotesPage.module.css':
      '.page,\n.page > h1 {\n  color: red;\n}\n\n@media print {\n  h1 {\n    color: blue;\n  }\n}\n',
    'src/other.css':
      '@font-face {\n  font-family: Notes;\n  src: url(data:,);\n}\n.other {\n  color: red;\n}\n',
  };
  let refusals: Refusal[];
  beforeAll(async () => {
    source = mkdtempSync(join(ROOT, '.space', 'notes-'));
    write({ ...FILES, ...faults });
    symlinkSync(join(ROOT, 'remotes/retro/node_modules'), join(source, 'node_modules'));
    refusals = await checkSource('notes', source);
    rmSync(source, { recursive: true });
  });

  test.each([
    ['a type error', 'types', "Property 'Gone' does not exist", 'src/routes.tsx:4'],
    ['HTML from a text', 'scripts', 'Trusted Types', 'src/Html.tsx:3'],
    ['a copy of react-dom', 'scripts', 'flushSync and batching have no effect', 'src/imports.ts:1'],
    ['a router of its own', 'scripts', 'import Link, useNavigate and the others from', 'src/imports.ts:2'],
    [
      'a selector of an element',
      'styles',
      "'h1' selects elements of the whole",
      'src/NotesPage.module.css:7',
    ],
    ['a class outside CSS modules', 'styles', "'.other' selects elements", 'src/other.css:5'],
    [
      'a page that is a text',
      'pages',
      "/notes/text is the text 'NotesPage', not a component",
      'src/routes.tsx',
    ],
    [
      'a component that is not exported',
      'pages',
      '/notes/gone is undefined, not a component',
      'src/routes.tsx',
    ],
    ['a missing page', 'pages', "'/notes/missing' of remote.json is missing in `pages`", 'src/routes.tsx'],
    ['a page without a loader', 'pages', "'/notes/number' of remote.json is a number, not", 'src/routes.tsx'],
    ['an undeclared page', 'pages', "'/notes/undeclared' is in `pages` and not in", 'src/routes.tsx'],
    [
      'a page that throws with tasks',
      'pages',
      '/notes/late throws when it is shown with a full week',
      'Faults.tsx:7',
    ],
    ['a module that throws', 'pages', '/notes/early throws while its module loads', 'src/Early.tsx:2'],
  ])('%s', (_what, rule, message, where) => {
    expect(refusals).toContainEqual({
      rule,
      message: expect.stringContaining(message) as string,
      where: expect.stringMatching(RegExp(`^\\.space/notes-\\w+/.*${where}$`)) as string,
    });
  });

  test('and a page whose module needs a browser is not among them', () => {
    const pages = refusals.filter(({ rule }) => rule !== 'types').map(({ message }) => message);
    expect(pages.filter((message) => /page \/notes /.test(message))).toEqual([]);
    expect(pages).toHaveLength(12);
  });

  test.each([
    [
      'export const routes = [];\n',
      /^it exports routes and no object named 'pages'\. Write: export const pages/,
    ],
    ["export const pages = { '/notes': const };\n", /^its pages could not be tried: [^\n]+$/],
    ["export { x } from 'react-dom';\n", /^its pages could not be tried: (?!.* at .*:\d+:\d+)[^\n]+$/],
    ["throw new Error('not today');\nexport {};\n", /^its modules throw while they load: not today$/],
  ])('a module like %j', async (text, message) => {
    write({ 'src/routes.tsx': text });
    const found = await checkSource('notes', source);
    expect(found.filter(({ rule }) => rule === 'pages')).toEqual([
      expect.objectContaining({ message: expect.stringMatching(message) as string }),
    ]);
  });
});

test('a source without routes.tsx is refused with what to write', async () => {
  rmSync(join(source, 'src/routes.tsx'));
  const found = await checkSource('notes', source);
  expect(found).toContainEqual({
    rule: 'pages',
    message: expect.stringMatching(/^it has no src\/routes\.tsx\. Write: export const pages/) as string,
  });
});

test('a refused source changes nothing, and each step has a limit of time', async () => {
  const before = await readPointer(store, 'notes');
  write({ 'src/NotesPage.tsx': PAGE.replace('extends HTMLElement', 'extends 7') });
  const error: unknown = await release().catch((reason: unknown) => reason);
  expect(isRefusedRelease(error) && error.refusals[0]?.rule).toBe('types');
  await expect(release(1)).rejects.toThrow(/^[A-Z][\w ]+ notes took longer than 0\.001 s and was ended\./);
  expect(await readPointer(store, 'notes')).toEqual(before);
});

test.each([
  ['{}', /notes-\w+\/remote\.json cannot be read: 'name' is missing\.$/],
  ['<<<<<<< HEAD\n', /notes-\w+\/remote\.json cannot be read: [^\n]*not valid JSON\.$/],
  [
    { ...(FILES['remote.json'] as object), pages: [{ path: '/notes', access: 'public' }] },
    /'pages\.0\.title' is missing\.$/,
  ],
  [{ ...(FILES['remote.json'] as object), name: 'other' }, /declares other, not notes\.$/],
])('rejects a remote.json that contains %j, in one sentence', async (content, sentence) => {
  write({ 'remote.json': content });
  await expect(release()).rejects.toThrow(sentence);
});

test('a failed build reports file and line, and missing packages are one sentence', async () => {
  write({ 'src/NotesPage.tsx': PAGE.replace('return <main', 'const = ; return <main') });
  const failure = await buildApp(source).catch((error: Error) => error.message);
  expect(failure).toMatch(/^\S+ does not build:\n\S* ?Unexpected token\n[^]*NotesPage\.tsx:\d+:\d+/);
  expect(failure).not.toMatch(/^\s+at |node_modules/m);
  rmSync(join(source, 'node_modules'));
  await expect(release()).rejects.toThrow(/has no node_modules, so it can be neither checked nor built: run/);
});

test('a remote in the style of the README of the federation plugin is released with our preset', async () => {
  // The fixture has the packages of retro, which does not install the plugin.
  rmSync(join(source, 'node_modules'));
  mkdirSync(join(source, 'node_modules'));
  const install = (name: string, from: string) =>
    symlinkSync(join(ROOT, from), join(source, 'node_modules', name));
  for (const name of readdirSync(join(ROOT, 'remotes/retro/node_modules')))
    install(name, `remotes/retro/node_modules/${name}`);
  install('@module-federation', 'shared/federation/node_modules/@module-federation');
  write({
    'vite.config.ts': `import { federation } from '@module-federation/vite';
import { containerOptions, remotePreset } from '@space/federation/preset';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import remote from './remote.json' with { type: 'json' };

export default defineConfig(({ command }) => ({
  plugins: [remotePreset(remote), react(), federation(containerOptions(remote.name, command))],
}));
`,
  });
  const { record } = await release();
  expect((await readPointer(store, 'notes')).live?.version).toBe(record.version);
  expect(record).toMatchObject({ contract: 3, entry: 'remoteEntry.js', uses: ['tasks', 'useSession'] });
});

test('rejects a build with incomplete notes or without a manifest, in one sentence', async () => {
  await writeRemoteSource(source, 'notes', 'one');
  const built = () => releaseApp('notes', { store, from: source, isBuilt: true });
  write({ 'dist/build.json': '{ "contract": 1 }' });
  await expect(built()).rejects.toThrow(/build\.json is not of our preset .*: 'entry' is missing/);
  await writeRemoteSource(source, 'notes', 'one');
  rmSync(join(source, 'dist/.vite/manifest.json'));
  await expect(built()).rejects.toThrow(/\.vite\/manifest\.json is missing\. Build it again/);
  expect(readFileSync(join(source, 'dist/pages.json'), 'utf8')).toContain('/notes');
});
