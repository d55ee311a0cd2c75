import {
  cpSync,
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
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { CONTAINERS } from '@space/federation';
import { namesOfShare } from '@space/federation/moduleNames';
import { SHARES } from '@space/federation/shares';
import { readPointer } from '@space/store';
import { buildApp } from '../src/buildApp.ts';
import { checkSource } from '../src/gate/checkSource.ts';
import { isRefusedRelease } from '../src/gate/refusedRelease.ts';
import { createRemote } from '../src/newRemote/createRemote.ts';
import { REMOTES, ROOT } from '../src/places.ts';
import { releaseApp } from '../src/releaseApp.ts';
import { SMALL_SHELL, putLive, writeRemoteSource } from './smallRelease.ts';

// Releases from source, including the build: a newly created remote, in a store with a shell.

let store: string;
let fresh: string;
let source: string;

/** Copies a source into the repository, as deep as a real source, so that its packages are found. */
function copyOf(folder: string): string {
  mkdirSync(join(ROOT, '.space'), { recursive: true });
  const copy = mkdtempSync(join(ROOT, '.space', 'notes-'));
  cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

const edit = (file: string, from: string, to: string) => {
  const text = readFileSync(join(source, file), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(source, file), text.replace(from, to));
};

const release = () => releaseApp('notes', { store, from: source });
const refusalsOf = async () => {
  const error: unknown = await release().then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!isRefusedRelease(error)) throw error ?? new Error('it was released');
  return error.refusals;
};

beforeAll(async () => {
  store = mkdtempSync(join(tmpdir(), 'space-store-'));
  fresh = mkdtempSync(join(tmpdir(), 'space-fresh-'));
  for (const folder of ['shared', 'remotes', 'shell']) mkdirSync(join(fresh, folder));
  for (const file of ['shell/shell.json', ...REMOTES.map(({ name }) => `remotes/${name}/remote.json`)])
    cpSync(join(ROOT, file), join(fresh, file), { recursive: true });
  await createRemote(fresh, 'notes');
  symlinkSync(join(ROOT, 'remotes/retro/node_modules'), join(fresh, 'remotes/notes/node_modules'));
  const shares = Object.entries(SHARES).map(([name, range]) => [name, range.slice(1)]);
  await putLive(store, {
    name: 'shell',
    record: {
      ...SMALL_SHELL,
      plugin: CONTAINERS.join(' '),
      shares: Object.fromEntries(shares),
      uses: namesOfShare('@space/platform', join(ROOT, 'shared/platform/src/index.ts')),
    },
  });
});
beforeEach(() => {
  if (source) rmSync(source, { recursive: true });
  source = copyOf(join(fresh, 'remotes/notes'));
});
afterAll(() => {
  for (const folder of [store, fresh, source]) rmSync(folder, { recursive: true, force: true });
});

test('two concurrent releases of one source both succeed, each built in a temporary folder', async () => {
  const temporary = join(fresh, 'temporary');
  mkdirSync(temporary);
  vi.stubEnv('TMPDIR', temporary);
  const [one, other] = await Promise.all([release(), release()]);
  expect(one.record.version).toBe(other.record.version);
  expect((await readPointer(store, 'notes')).live?.version).toBe(one.record.version);
  expect(existsSync(join(source, 'dist'))).toBe(false);
  expect(readdirSync(temporary).filter((name) => name.startsWith('space-'))).toEqual([]);
  vi.unstubAllEnvs();
});

test('type errors and failing contract tests refuse a release, with their location, and change nothing', async () => {
  const before = await readPointer(store, 'notes');
  edit('src/notes/NotesPage.tsx', 'export function', 'export const pages: number = "two";\nexport function');
  edit('src/routes.tsx', "'/notes':", "'/elsewhere':");
  const line =
    readFileSync(join(source, 'src/notes/NotesPage.tsx'), 'utf8')
      .split('\n')
      .findIndex((text) => text.includes('"two"')) + 1;
  expect(await refusalsOf()).toEqual([
    {
      rule: 'types',
      message: "Type 'string' is not assignable to type 'number'.",
      where: expect.stringMatching(RegExp(`^\\.space/notes-\\w+/src/notes/NotesPage\\.tsx:${line}$`)),
    },
    ...[
      "'exposes pages that the shell accepts' fails: 'notes' claims /elsewhere, which is not its own",
      expect.stringMatching(/^'exposes exactly the pages that it declares' fails: /),
    ].map((message: unknown) => ({
      rule: 'contract',
      message,
      where: expect.stringMatching(/src\/contract\.test\.ts$/) as string,
    })),
  ]);
  expect(await readPointer(store, 'notes')).toEqual(before);
});

test('the refusal names the contract test that fails, or asks for one if there is none', async () => {
  edit('remote.json', '"title": "Notes"', '"title": " Notes"');
  const why = expect.stringMatching(/^'gives \/notes a unique title' fails: expected/) as string;
  expect(await checkSource('notes', source)).toMatchObject([{ rule: 'contract', message: why }]);
  rmSync(join(source, 'src/contract.test.ts'));
  const advice = expect.stringContaining('it has no contract test: call `describeRemote`') as string;
  expect(await checkSource('notes', source)).toMatchObject([{ rule: 'contract', message: advice }]);
});

test('a source that cannot be parsed is refused in sentences, without raw output of the tools', async () => {
  edit('src/routes.tsx', "'/notes':", "const '/notes':");
  const refusals = await checkSource('notes', source);
  expect(refusals.filter(({ rule }) => rule === 'contract')).not.toEqual([]);
  for (const { message } of refusals) {
    expect(message).toMatch(/^[^\n]*[^:\n]$/);
    expect(message).not.toContain(ROOT);
  }
});

test.each([
  ['{}', /notes-\w+\/remote\.json cannot be read: \S.* at 'name'\.$/],
  ['<<<<<<< HEAD\n', /notes-\w+\/remote\.json cannot be read: [^\n]*not valid JSON\.$/],
])('rejects a remote.json that contains %j, in one sentence', async (text, sentence) => {
  writeFileSync(join(source, 'remote.json'), text);
  await expect(release()).rejects.toThrow(sentence);
});

test('a failed build reports file and line, without stack traces of the tools', async () => {
  edit('src/notes/NotesPage.tsx', 'return (', 'const = ; return (');
  const failure = await buildApp(source).catch((error: Error) => error.message);
  expect(failure).toMatch(/^\S+ does not build:\n[^]*NotesPage\.tsx:\d+: Unexpected token$/);
  expect(failure).not.toMatch(/^\s+at |node_modules/m);
  rmSync(join(source, 'node_modules'));
  await expect(buildApp(source)).rejects.toThrow(
    /cannot be built: .* is missing: `npm start` installs it\.$/,
  );
});

test('rejects a build with an incomplete or missing manifest, in one sentence', async () => {
  await writeRemoteSource(source, 'notes', 'one');
  writeFileSync(join(source, 'dist/mf-manifest.json'), '{ "contract": 1 }');
  const built = releaseApp('notes', { store, from: source, isBuilt: true });
  await expect(built).rejects.toThrow(
    /mf-manifest\.json lacks metaData, shared, exposes\. The federation plugin of the build writes it/,
  );
  await writeRemoteSource(source, 'notes', 'one');
  writeFileSync(join(source, 'dist/pages.json'), '{}');
  await expect(releaseApp('notes', { store, from: source, isBuilt: true })).rejects.toThrow(
    /\.vite\/manifest\.json is missing\. Build it again/,
  );
});
