import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ReleaseRecord } from '@space/store';
import { enforceGate } from '../src/gate/gate.ts';
import { SMALL_SHELL, putLive, writeRelease } from './smallRelease.ts';

let store: string;
let folder: string;
beforeEach(async () => {
  store = await mkdtemp(join(tmpdir(), 'space-store-'));
  folder = await mkdtemp(join(tmpdir(), 'space-release-'));
});
afterEach(() => Promise.all([store, folder].map((one) => rm(one, { recursive: true, force: true }))));

type Small = Omit<Parameters<typeof writeRelease>[1], 'name'>;

/** The lines that a team reads when the gate refuses a release: one for each broken rule. None: it may go live. */
async function refusals(record: ReleaseRecord): Promise<string[]> {
  const places = { later: 'remotes/clock/src/Clock.tsx:9' };
  const error: unknown = await enforceGate(store, { record, folder, places }).catch((one: unknown) => one);
  if (!(error instanceof Error)) return [];
  const [verdict, ...lines] = error.message.split('\n');
  expect(verdict).toBe(`${record.name} ${record.version} was refused:`);
  return lines.map((line) => line.trim());
}
const ofClock = async (small: Small = {}) =>
  refusals(await writeRelease(folder, { name: 'clock', ...small }));
const putSite = async () => {
  await putLive(store, { name: 'shell', record: SMALL_SHELL });
  await putLive(store, { name: 'notes' });
};

const claims = (...paths: string[]) => paths.map((path) => ({ path, access: 'public' as const }));
const built = (...paths: string[]) => ({
  'pages.json': JSON.stringify(Object.fromEntries(paths.map((path) => [path, {}]))),
});
/** Text that gzip cannot shorten much. */
const heavy = (bytes: number) =>
  Array.from({ length: bytes }, (_, index) => ((index * 7919) % 1013).toString(36)).join('');

test.each<[what: string, small: Small, ...lines: RegExp[]]>([
  [
    'what the shell cannot run: another contract or share, or a range that does not fit',
    { record: { contract: 99, shares: { jquery: '^3.0.0', react: '^20.0.0' } } },
    /^contract: contract 99 is not 3$/,
    /^share: the shell does not share jquery$/,
    /^share: react 19\.3\.1 does not satisfy \^20\.0\.0$/,
  ],
  [
    'a name that the platform does not have, with the line that uses it',
    { record: { uses: ['later'] } },
    /^platform: the shell's platform has no 'later' \(remotes\/clock\/src\/Clock\.tsx:9\)$/,
  ],
  [
    'pages of the shell and of another remote, with the file that claims them',
    { record: { pages: claims('/auth', '/notes') }, files: built('/auth', '/notes') },
    /^pages: \/auth belongs to shell \(remotes\/clock\/remote\.json\)$/,
    /^pages: \/notes belongs to notes \(remotes\/clock\/remote\.json\)$/,
  ],
  [
    'a page without a component, and a component without a page',
    { files: built('/clock/alarm') },
    /^pages: \/clock is declared .* has no component: add '\/clock' to `pages` \(remotes\/clock\/src\/routes\.tsx\)$/,
    /^pages: \/clock\/alarm has a component and is not declared: add it .* \(remotes\/clock\/remote\.json\)$/,
  ],
  [
    'a build whose pages are not known',
    { files: { 'pages.json': '{' } },
    /^pages: the build has no readable pages\.json: build it again with our preset$/,
  ],
  [
    'a build without a valid export',
    { files: { 'assets/routes-1.js': 'export const routes = [];' } },
    /^contract: the build exports no 'pages': `export const pages = .*our preset \(remotes\/clock\/src\/routes\.tsx\)$/,
  ],
  [
    'an entry that is no container',
    { files: { 'remoteEntry.js': 'this is not (' } },
    /^contract: remoteEntry\.js is not a container: it exports no 'init'\. Build it again with our preset$/,
  ],
  [
    'two pages with one title',
    {
      record: { pages: claims('/clock', '/clock/alarm').map((page) => ({ ...page, title: 'Clock' })) },
      files: built('/clock', '/clock/alarm'),
    },
    /^pages: \/clock\/alarm has the title 'Clock' of another page: .* \(remotes\/clock\/remote\.json\)$/,
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
    /^scripts: .* \(Trusted Types\) .* \(dist\/a\.js:2\)$/,
    /^scripts: .* a second copy of react-dom, .* \(dist\/c\.js:1\)$/,
    /^scripts: it brings a router of its own, .* \(dist\/d\.js:1\)$/,
    /^styles: 'h1' selects elements of the whole page: .* \(dist\/e\.css:2\)$/,
  ],
  [
    'a record that does not list what it loads at the start',
    { record: { entry: 'other.js' } },
    /^integrity: the record loads other\.js at the start, but does not list it: build it again$/,
  ],
  [
    'a release over its budget, with the three largest files',
    { files: { 'a.js': heavy(400), 'b.js': heavy(900), 'c.js': heavy(700), 'd.js': heavy(100) } },
    /^size: code and styles are [\d,]+ bytes after gzip, the budget is 1,000 bytes: load less, or raise the budget; the largest: b\.js [\d,]+ bytes, c\.js [\d,]+ bytes, a\.js \d+ bytes \(remotes\/clock\/remote\.json\)$/,
  ],
])('the gate refuses %s', async (_what, small, ...lines) => {
  await putSite();
  expect(await ofClock(small)).toEqual(lines.map((line) => expect.stringMatching(line) as string));
});

test.each([
  ['a changed file', (file: string) => appendFile(file, ' ')],
  ['a missing file', (file: string) => rm(file)],
  ['a compressed file with other content', (file: string) => writeFile(`${file}.gz`, gzipSync('2'))],
])('the gate refuses %s, and accepts compressed files with the same content', async (_what, change) => {
  await putSite();
  const record = await writeRelease(folder, { name: 'clock', files: { 'assets/a.js': '1' } });
  const file = join(folder, 'assets/a.js');
  await writeFile(`${file}.br`, brotliCompressSync('1'));
  expect(await refusals(record)).toEqual([]);
  await change(file);
  expect(await refusals(record)).toEqual([
    'integrity: assets/a.js is missing or differs from the record: build it again',
  ]);
});

test('unreadable files of other teams refuse nothing, and their pages stay reserved', async () => {
  await putSite();
  await putLive(store, { name: 'weather' });
  await writeFile(join(store, 'remotes', 'notes', 'pointer.json'), '{');
  await writeFile(join(store, 'remotes', 'weather', '0.1.0-0123456789ab', 'release.json'), '{');
  expect(await ofClock()).toEqual([]);
  expect(await ofClock({ record: { pages: claims('/notes') }, files: built('/notes') })).toEqual([
    'pages: /notes belongs to notes (remotes/clock/remote.json)',
  ]);
});

test('no remote passes while no shell is live; a shell must run what visitors get, except what is damaged', async () => {
  expect(await ofClock()).toEqual([
    'contract: there is no live shell that it could run in: release one first',
  ]);
  await putLive(store, { name: 'clock' });
  await putLive(store, { name: 'notes', record: { uses: ['useToday'] } });
  await putLive(store, { name: 'weather' });
  await writeFile(join(store, 'remotes/weather/0.1.0-0123456789ab/release.json'), '{');
  const next = { ...SMALL_SHELL, uses: ['useToday'] };
  expect(await refusals(await writeRelease(folder, { name: 'shell', record: next }))).toEqual([
    "platform: clock 0.1.0-0123456789ab would not run: the shell's platform has no 'tasks'",
  ]);
});
