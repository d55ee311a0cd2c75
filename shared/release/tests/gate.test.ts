import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ReleaseRecord } from '@space/store';
import { gateAgainstStore, refusedRelease } from '../src/gate/gate.ts';
import { SMALL_SHELL, putLive, writeRelease } from './smallRelease.ts';

let store: string;
let folder: string;
beforeEach(async () => {
  store = await mkdtemp(join(tmpdir(), 'space-store-'));
  folder = await mkdtemp(join(tmpdir(), 'space-release-'));
});
afterEach(async () => {
  await rm(store, { recursive: true, force: true });
  await rm(folder, { recursive: true, force: true });
});

type Small = Omit<Parameters<typeof writeRelease>[1], 'name'>;
const putShell = () => putLive(store, { name: 'shell', record: SMALL_SHELL });
const places = { later: 'remotes/clock/src/Clock.tsx:9' };
const gate = (record: ReleaseRecord) => gateAgainstStore(store, { record, folder, places });
const gateClock = async (small: Small) => gate(await writeRelease(folder, { name: 'clock', ...small }));

const DECLARATION = 'remotes/clock/remote.json';
const CLAIMED = ['/auth', '/notes'].map((path) => ({ path, access: 'public' as const }));

/** Each row: what is refused, the release, and its refusals: rule, message, file and line. */
const REFUSED: readonly [what: string, small: Small, refusals: readonly string[][]][] = [
  [
    'what the shell cannot run: another contract or share, or a range that does not fit',
    {
      record: { contract: 99, shares: { jquery: '^3.0.0', react: '^20.0.0' } },
    },
    [
      ['contract', 'contract 99 is not 3'],
      ['share', 'the shell does not share jquery'],
      ['share', 'react 19.3.1 does not satisfy ^20.0.0'],
    ],
  ],
  [
    'a name that the platform does not have, with the line that uses it',
    { record: { uses: ['later'] } },
    [['platform', "the shell's platform has no 'later'", places.later]],
  ],
  [
    'pages of the shell and of another remote, with the file that claims them',
    {
      record: { pages: CLAIMED },
      files: { 'pages.json': '{ "/auth": {}, "/notes": {} }' },
    },
    [
      ['pages', '/auth belongs to shell', DECLARATION],
      ['pages', '/notes belongs to notes', DECLARATION],
    ],
  ],
  [
    'a page without a component, and a component without a page',
    { files: { 'pages.json': '{ "/clock/alarm": {} }' } },
    [
      [
        'pages',
        "/clock is declared in remote.json and has no component: add '/clock' to `pages`",
        'remotes/clock/src/routes.tsx',
      ],
      [
        'pages',
        '/clock/alarm has a component and is not declared: add it to `pages` of remote.json',
        DECLARATION,
      ],
    ],
  ],
  [
    'a build whose pages are not known',
    { files: { 'pages.json': '{' } },
    [['pages', 'the build has no readable pages.json: build it again with our preset']],
  ],
  [
    'a build without a valid export',
    { files: { 'assets/routes-1.js': 'export const routes = [];' } },
    [
      [
        'contract',
        "the build exports no 'pages': `export const pages = { '/notes': async () => … }`, and build it with our preset",
        'remotes/clock/src/routes.tsx',
      ],
    ],
  ],
  [
    'an entry that is no container',
    { files: { 'remoteEntry.js': 'this is not (' } },
    [['contract', "remoteEntry.js is not a container: it exports no 'init'. Build it again with our preset"]],
  ],
  [
    'two pages with one title',
    {
      record: {
        pages: ['/clock', '/clock/alarm'].map((path) => ({ path, access: 'public', title: 'Clock' })),
      },
      files: { 'pages.json': '{ "/clock": {}, "/clock/alarm": {} }' },
    },
    [['pages', "/clock/alarm has the title 'Clock' of another page: give it one of its own", DECLARATION]],
  ],
  [
    'what always fails in a browser, in built files',
    {
      files: {
        'a.js': 'let e = jsx("p", {\n  dangerouslySetInnerHTML: { __html: text } });',
        'b.js': 'let known = { dangerouslySetInnerHTML: !0 };',
        'c.js': 'exports.__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE = e;',
        'd.js': 'window.__reactRouterVersion = "7.18.5";',
        'e.css':
          '.clock__A__row__1 > b {}\n@media print { h1 {} }\n@keyframes clock__A__a__1 { to { top: 0 } }',
      },
    },
    [
      ['scripts', expect.stringContaining('Trusted Types') as string, 'dist/a.js:2'],
      ['scripts', expect.stringContaining('a second copy of react-dom') as string, 'dist/c.js:1'],
      ['scripts', expect.stringContaining('a router of its own') as string, 'dist/d.js:1'],
      [
        'styles',
        expect.stringContaining("'h1' selects elements of the whole page") as string,
        'dist/e.css:2',
      ],
    ],
  ],
  [
    'a record that does not list what it loads at the start',
    { record: { entry: 'other.js' } },
    [['integrity', 'the record loads other.js at the start, but does not list it: build it again']],
  ],
];

describe('the gate refuses', () => {
  beforeEach(async () => {
    await putShell();
    await putLive(store, { name: 'notes' });
  });

  test.each(REFUSED)('%s', async (_what, small, refusals) => {
    expect(await gateClock(small)).toEqual(
      refusals.map(([rule, message, where]) => ({ rule, message, ...(where !== undefined && { where }) })),
    );
  });

  test.each([
    ['a changed file', (file: string) => appendFile(file, ' ')],
    ['a missing file', (file: string) => rm(file)],
    ['a compressed file with other content', (file: string) => writeFile(`${file}.gz`, gzipSync('2'))],
  ])('%s, and accepts compressed files with the same content', async (_what, change) => {
    const record = await writeRelease(folder, { name: 'clock', files: { 'assets/a.js': '1' } });
    const file = join(folder, 'assets/a.js');
    await writeFile(`${file}.br`, brotliCompressSync('1'));
    await writeFile(join(folder, 'release.json'), '{}');
    expect(await gate(record)).toEqual([]);
    await change(file);
    expect(await gate(record)).toEqual([
      {
        rule: 'integrity',
        message: 'assets/a.js is missing or differs from the record: build it again',
      },
    ]);
  });

  test('a release over its budget, with the three largest files', async () => {
    const heavy = (bytes: number) =>
      Array.from({ length: bytes }, (_, i) => ((i * 7919) % 1013).toString(36)).join('');
    const files = { 'a.js': heavy(400), 'b.js': heavy(900), 'c.js': heavy(700), 'd.js': heavy(100) };
    const [refusal] = await gateClock({ files });
    expect(refusal?.message).toMatch(
      /^code and styles are [\d,]+ bytes after gzip, the budget is 1,000 bytes: load less, or raise the budget; the largest: b\.js [\d,]+ bytes, c\.js [\d,]+ bytes, a\.js \d+ bytes$/,
    );
  });

  test('nothing because of unreadable files of other teams, whose pages stay reserved', async () => {
    await putLive(store, { name: 'weather' });
    await writeFile(join(store, 'remotes', 'notes', 'pointer.json'), '{');
    await writeFile(join(store, 'remotes', 'weather', '0.1.0-0123456789ab', 'release.json'), '{');
    expect(await gateClock({})).toEqual([]);
    const pages = [{ path: '/notes', access: 'public' as const }];
    const files = { 'pages.json': '{ "/notes": {} }' };
    expect(await gateClock({ record: { pages }, files })).toMatchObject([
      { message: '/notes belongs to notes' },
    ]);
  });
});

describe('the gate and the shell', () => {
  test('no remote passes while no shell is live', async () => {
    expect(await gateClock({})).toEqual([
      { rule: 'contract', message: 'there is no live shell that it could run in: release one first' },
    ]);
  });

  test('a shell is checked against the releases that visitors get, and those that go live with it', async () => {
    await putLive(store, { name: 'clock' });
    await putLive(store, { name: 'notes', record: { uses: ['useToday'] } });
    // A damaged release of another team does not block the shell.
    await putLive(store, { name: 'weather' });
    await writeFile(join(store, 'remotes/weather/0.1.0-0123456789ab/release.json'), '{');
    const next = { ...SMALL_SHELL, uses: ['useToday'] };
    const shell = { record: await writeRelease(folder, { name: 'shell', record: next }), folder };
    const message = "clock 0.1.0-0123456789ab would not run: the shell's platform has no 'tasks'";
    expect(await gateAgainstStore(store, shell)).toEqual([{ rule: 'platform', message }]);

    const other = await mkdtemp(join(tmpdir(), 'space-release-'));
    const record = await writeRelease(other, { name: 'clock', record: { uses: ['useToday'] } });
    const clock = { record, folder: other };
    expect(await gateAgainstStore(store, shell, [clock])).toEqual([]);
    expect(await gateAgainstStore(store, clock, [shell])).toEqual([]);
    await rm(other, { recursive: true });
  });
});

test('a refusal is readable text: one line for each rule, with its file and line', () => {
  const { message } = refusedRelease({ name: 'retro', version: '0.1.0-abc' }, [
    { rule: 'types', message: "'tasks' is gone", where: 'remotes/retro/src/Clock.tsx:3' },
    { rule: 'size', message: 'too heavy' },
  ]);
  expect(message.split('\n')).toEqual([
    'retro 0.1.0-abc was refused:',
    "  types: 'tasks' is gone (remotes/retro/src/Clock.tsx:3)",
    '  size: too heavy',
  ]);
});
