import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Refusal } from '@space/federation';
import { SHARES } from '@space/federation/shares';
import { folderForAll } from '@space/server/testing/folders';
import { readPointer } from '@space/store';
import { putLive, writeFiles } from '@space/store/testing';
import { namesOfPlatform } from '../src/describeRelease.ts';
import { checkSource, showPages } from '../src/gate/checkSource.ts';
import { isRefusedRelease } from '../src/gate/gate.ts';
import { ROOT } from '../src/places.ts';
import { buildApp, releaseApp } from '../src/releaseApp.ts';
import { STEP_LIMIT } from '../src/steps.ts';
import { SMALL_SHELL, small, writeRemoteSource } from './smallRelease.ts';

// Releases from source, including the build, the compiler and showing the pages: a small remote, in a store with a shell.

const at = folderForAll();
let modules: string;
let source: string;

const PAGE = `import { tasks, useSession } from '@space/platform';
import { useEffect, useState } from 'react';
import type { Task } from '@space/domain';
import styles from './NotesPage.module.css';
export class Note extends HTMLElement {}
export function NotesPage() {
  const user = useSession((state) => state.user);
  const [list, setList] = useState<Task[]>([]);
  useEffect(() => void tasks.listBetween('2026-11-16', '2026-11-22').then(setList), []);
  return <main id="main" className={styles['page']}><h1>Notes of {user?.email}</h1>{list.map(({ id, title }) => <p key={id}>{title}</p>)}</main>;
}
`;

const page = (path: string, title: string) => ({ path, access: 'signed-in', signIn: '/auth', title });
const routes = (...pairs: readonly string[]) => `export const pages = {\n  ${pairs.join(',\n  ')},\n};\n`;
const LOADED = "async () => (await import('./NotesPage.tsx')).NotesPage";

const DECLARATION = {
  ...{ name: 'notes', title: 'the notes', port: 5199, budget: { gzip: 20_000 } },
  pages: [page('/notes', 'Notes')],
};
/** In the style of the README of the federation plugin, with our preset. */
const CONFIG = `import { federation } from '@module-federation/vite';
import { containerOptions, remotePreset } from '@space/federation/preset';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import remote from './remote.json' with { type: 'json' };
export default defineConfig(({ command }) => ({
  plugins: [remotePreset(remote), react(), federation(containerOptions(remote.name, command))],
}));
`;
/** The source of a remote with one page, whose module needs a browser. */
const FILES: Readonly<Record<string, unknown>> = {
  'package.json': { name: '@space/notes', version: '0.1.0', type: 'module' },
  'tsconfig.json': { extends: '../../shared/tooling/tsconfig.app.json', include: ['src', '*.config.ts'] },
  'remote.json': DECLARATION,
  'vite.config.ts': CONFIG,
  'src/routes.tsx': routes(`'/notes': ${LOADED}`),
  'src/NotesPage.tsx': PAGE,
  'src/NotesPage.module.css': '.page {\n  color: red;\n}\n',
};

const write = (files: Readonly<Record<string, unknown>>) => writeFiles(source, files);

/** A new source, as deep in the repository as a real one, so that its packages are found. */
function makeSource(files: Readonly<Record<string, unknown>>): void {
  source = mkdtempSync(join(ROOT, '.space', 'notes-'));
  write(files);
  symlinkSync(modules, join(source, 'node_modules'));
}

const release = () => releaseApp('notes', { store: at('store'), from: source });

beforeAll(() => {
  mkdirSync(join(ROOT, '.space'), { recursive: true });
  const shares = Object.entries(SHARES).map(([name, range]) => [name, range.slice(1)]);
  const record = { ...SMALL_SHELL, shares: Object.fromEntries(shares), uses: namesOfPlatform() };
  putLive(at('store'), ...small('shell', {}, record));
  // The packages of retro, which does not install the plugins.
  modules = mkdtempSync(join(ROOT, '.space', 'modules-'));
  const retro = 'remotes/retro/node_modules';
  const installed = readdirSync(join(ROOT, retro)).map((name) => join(retro, name));
  const plugins = ['@module-federation', '@vitejs'].map((name) =>
    join('shared/federation/node_modules', name),
  );
  for (const path of [...installed, ...plugins]) symlinkSync(join(ROOT, path), join(modules, basename(path)));
});
beforeEach(() => makeSource(FILES));
afterEach(() => rmSync(source, { recursive: true }));
afterAll(() => rmSync(modules, { recursive: true }));

test('two concurrent releases of a source in the style of the federation plugin both succeed, each built in a temporary folder', async () => {
  const temporary = at('temporary');
  mkdirSync(temporary);
  vi.stubEnv('TMPDIR', temporary);
  onTestFinished(() => void vi.unstubAllEnvs());
  const [one, other] = await Promise.all([release(), release()]);
  expect(one.record.version).toBe(other.record.version);
  expect(one.record).toMatchObject({ contract: 3, entry: 'remoteEntry.js', uses: ['tasks', 'useSession'] });
  expect((await readPointer(at('store'), 'notes')).live?.version).toBe(one.record.version);
  expect(existsSync(join(source, 'dist'))).toBe(false);
  expect(readdirSync(temporary).filter((name) => name.startsWith('space-'))).toEqual([]);
});

const FAULTY_PAGES = ['text', 'gone', 'late', 'early', 'missing', 'number'].map((name) => `/notes/${name}`);
/** Sources in which a mark says what is wrong in its line: the rule that refuses it, and a part of the message. */
const FAULTY: Readonly<Record<string, string>> = {
  'src/routes.tsx': `// ✗ pages: '/notes/missing' of remote.json is missing in \`pages\`
export const pages = {
  '/notes': ${LOADED},
  '/notes/text': async () => 'NotesPage', // ✗ pages: /notes/text is the text 'NotesPage', not a component
  '/notes/gone': async () => (await import('./Faults.tsx')).Gone, // ✗ types: Property 'Gone' does not exist
  '/notes/late': async () => (await import('./Faults.tsx')).Late, // ✗ pages: /notes/gone is undefined, not a
  '/notes/early': async () => (await import('./Early.tsx')).Early,
  '/notes/number': 7, // ✗ pages: '/notes/number' of remote.json is a number, not
  '/notes/undeclared': ${LOADED}, // ✗ pages: '/notes/undeclared' is in \`pages\` and not in
};
`,
  'src/Early.tsx': `const box: { [key: string]: { top: number } } = {};
export const Early = box["a"].top; // ✗ pages: /notes/early throws while its module loads
`,
  'src/Faults.tsx': `import { tasks } from '@space/platform';
import { useEffect, useState } from 'react';
import type { Task } from '@space/domain';
export function Late() {
  const [list, setList] = useState<Task[]>([]);
  useEffect(() => void tasks.listAll().then(setList), []);
  const parts = list.map(({ emoji }) => emoji as unknown as { name: string });
  return <p>{parts.map((part) => part.name)}</p>; // ✗ pages: /notes/late throws when it is shown with a full week
}
`,
  'src/scripts.tsx': `// dangerouslySetInnerHTML in a comment
import { flushSync } from 'react-dom'; // ✗ scripts: flushSync and batching have no effect
import { Link } from 'react-router-dom'; // ✗ scripts: import Link, useNavigate and the others from
export const Html = () => <p dangerouslySetInnerHTML={{ __html: 'x' }} />; // ✗ scripts: Trusted Types
/* new Worker('/x') */ export const one = () => new Worker('/double.js'); // ✗ scripts: it starts a worker
export const two = () => navigator.serviceWorker.register('/x.js'); // ✗ scripts: the site has its own
export const three = 'import.meta.env.BASE_URL'; // ✗ scripts: write new URL('/x.png'
export { flushSync, Link };
`,
  'src/NotesPage.module.css': `.page,\n.page > h1 { color: red; }
@media print {
  h1 { color: blue; } /* ✗ styles: 'h1' selects elements of the whole */
}
`,
  'src/other.css': `@font-face {
  src: url(data:font/woff2;base64,AA); /* ✗ styles: it embeds a font */
}
.other { /* ✗ styles: '.other' selects elements */
  background: url(//a.example/a.png); /* ✗ styles: put the file into the remote */
}
`,
};
const MARKS = Object.entries(FAULTY).flatMap(([file, text]) =>
  [...text.matchAll(/ ✗ (\w+): (.+?)(?: \*\/)?$/gm)].map(({ 1: rule = '', 2: message = '', index }) => {
    const line = text.slice(0, index).split('\n').length;
    return [rule, message, `${file}(:${line})?`] as const;
  }),
);
let refusals: readonly Refusal[];
beforeAll(async () => {
  const pages = ['/notes', ...FAULTY_PAGES].map((path) => page(path, path));
  makeSource({ ...FILES, ...FAULTY, 'remote.json': { ...DECLARATION, pages } });
  const error: unknown = await checkSource('notes', source).catch((reason: unknown) => reason);
  refusals = isRefusedRelease(error) ? error.refusals : [];
  rmSync(source, { recursive: true });
});

test.each(MARKS)('a source is refused: %s: %s (%s)', (rule, message, where) => {
  expect(refusals).toContainEqual({
    rule,
    message: expect.stringContaining(message) as string,
    where: expect.stringMatching(RegExp(`^\\.space/notes-\\w+/${where}$`)) as string,
  });
  // And nothing else: a page whose module needs a browser is shown.
  expect(refusals.filter((one) => one.rule !== 'types')).toHaveLength(17);
});

test.each([
  ['export const routes = [];\n', /^it exports routes and no object named 'pages'\. Write: export const pa/],
  ["export { x } from 'react-dom';\n", /^its pages could not be tried: (?!.* at .*:\d+:\d+)[^\n]+$/],
  ["throw new Error('not today');\nexport {};\n", /^its modules throw while they load: not today$/],
  [null, /^it has no src\/routes\.tsx\. Write: export const pages/],
])('a source is refused with a module like %j', async (text, message) => {
  if (text === null) rmSync(join(source, 'src/routes.tsx'));
  else write({ 'src/routes.tsx': text });
  expect(await showPages(source, 'notes', 'Showing')).toEqual([
    expect.objectContaining({ rule: 'pages', message: expect.stringMatching(message) as string }),
  ]);
});

const BROKEN_PAGE = { 'src/NotesPage.tsx': PAGE.replace('return <main', 'const = ; return <main') };
test('a refused source changes nothing, each step has a limit of time, and missing packages are one sentence', async () => {
  const before = await readPointer(at('store'), 'notes');
  write(BROKEN_PAGE);
  const error: unknown = await release().catch((reason: unknown) => reason);
  expect(isRefusedRelease(error) && error.refusals[0]?.rule).toBe('types');
  const { milliseconds } = STEP_LIMIT;
  onTestFinished(() => void (STEP_LIMIT.milliseconds = milliseconds));
  STEP_LIMIT.milliseconds = 1;
  await expect(release()).rejects.toThrow(
    /^[A-Z][\w ]+ notes took longer than 0\.001 s and was ended\. Does its code have a loop that does not end\?$/,
  );
  rmSync(join(source, 'node_modules'));
  await expect(release()).rejects.toThrow(/has no node_modules, so it can be neither checked nor built: run/);
  expect(await readPointer(at('store'), 'notes')).toEqual(before);
});

test('a failed build reports file and line', async () => {
  // The plugin waits so many seconds for a module that cannot be parsed.
  const options = '{ ...containerOptions(remote.name, command), moduleParseTimeout: 1 }';
  write({
    ...BROKEN_PAGE,
    'vite.config.ts': CONFIG.replace('containerOptions(remote.name, command)', options),
  });
  const failure = await buildApp(source).catch((error: Error) => error.message);
  expect(failure).toMatch(/^\S+ does not build:\n\S* ?Unexpected token\n[^]*NotesPage\.tsx:\d+:\d+/);
  expect(failure).not.toMatch(/^\s+at |node_modules/m);
});

test.each([
  ['<<<<<<< HEAD\n', /notes-\w+\/remote\.json cannot be read: [^\n]*not valid JSON\.$/],
  [{ ...DECLARATION, pages: [{ path: '/notes', access: 'public' }] }, /'pages\.0\.title' is missing\.$/],
  [{ ...DECLARATION, name: 'other' }, /declares other, not notes\.$/],
])('rejects a remote.json that contains %j, in one sentence', async (content, sentence) => {
  write({ 'remote.json': content });
  await expect(release()).rejects.toThrow(sentence);
});

test('rejects a build with incomplete notes or without a manifest, in one sentence', async () => {
  const built = () => releaseApp('notes', { store: at('store'), from: source, isBuilt: true });
  writeRemoteSource(source, 'notes', 'one');
  rmSync(join(source, 'dist/.vite/manifest.json'));
  await expect(built()).rejects.toThrow(/\.vite\/manifest\.json is missing\. Build it again/);
  write({ 'dist/build.json': '{ "contract": 1 }' });
  await expect(built()).rejects.toThrow(/build\.json cannot be read: 'entry' is missing/);
});
