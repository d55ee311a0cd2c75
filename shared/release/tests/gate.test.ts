import { appendFile, rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { folderForEach } from '@space/server/testing/folders';
import { readPointer, type ReleaseRecord } from '@space/store';
import { putLive, writeRelease } from '@space/store/testing';
import { releaseBuilt } from '../src/build.ts';
import { enforceGate } from '../src/gate/gate.ts';
import { SMALL_SHELL, small } from './smallRelease.ts';

// What the gate refuses in a build and a record. In a source: releaseSource.test.ts.

const at = folderForEach();

/** The lines that a team reads when the gate refuses a release: one for each broken rule. None: it may go live. */
async function refusals(record: ReleaseRecord): Promise<string[]> {
  const candidate = { record, folder: at('release'), places: { later: 'remotes/clock/src/Clock.tsx:9' } };
  const error: unknown = await enforceGate(at('store'), candidate).catch((reason: unknown) => reason);
  if (!(error instanceof Error)) return [];
  const [verdict, ...lines] = error.message.split('\n');
  expect(verdict).toBe(`${record.name} ${record.version} was refused:`);
  return lines.map((line) => line.trim());
}
const ofClock = (files: Record<string, string> = {}, record: Partial<ReleaseRecord> = {}) =>
  refusals(writeRelease(at('release'), ...small('clock', files, record)));
const putSite = () => {
  putLive(at('store'), ...small('shell', {}, SMALL_SHELL));
  putLive(at('store'), ...small('notes'));
};

const claims = (...paths: string[]) => paths.map((path) => ({ path, access: 'public' as const }));
const built = (...paths: string[]) => ({
  'pages.json': JSON.stringify(Object.fromEntries(paths.map((path) => [path, {}]))),
});
/** Text that gzip cannot shorten much. */
const heavy = (bytes: number) =>
  `//${Array.from({ length: bytes }, (_, index) => ((index * 7919) % 1013).toString(36)).join('')}\n`;
const TWINS = claims('/clock', '/clock/alarm').map((page) => ({ ...page, title: 'Clock' }));

test('the gate refuses a release with a line for each broken rule, which names the file and what to do', async () => {
  putSite();
  const record = {
    ...{ contract: 99, shares: { jquery: '^3.0.0', react: '^20.0.0' }, uses: ['later', 'tasks'] },
    pages: [...TWINS, ...claims('/auth', '/notes')],
  };
  const files = {
    ...built('/clock', '/auth', '/notes', '/clock/hands'),
    'a.js': `let e = jsx("p", {\n  dangerouslySetInnerHTML: { __html: text } });${heavy(400)}`,
    'b.js': `let known = { dangerouslySetInnerHTML: !0 };${heavy(900)}`,
    'c.js': `exports.__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE = e;${heavy(700)}`,
    'd.js': `window.__reactRouterVersion = "7.18.5";${heavy(100)}`,
    'e.css':
      '.clock__A__a__1 { @media all { b {} } }\n@media all { h1 {} }\n@keyframes clock__A__b__1 { to {} }',
  };
  const lines = [
    /^size: code and styles are [\d,]+ bytes after gzip, the budget is 1,000 bytes: load less, or raise the budget; the largest: b\.js [\d,]+ bytes, c\.js [\d,]+ bytes, a\.js \d+ bytes \(remotes\/clock\/remote\.json\)$/,
    /^pages: \/clock\/alarm is declared .* has no component: add '\/clock\/alarm' to `pages` \(remotes\/clock\/src\/routes\.tsx\)$/,
    /^pages: \/clock\/hands has a component and is not declared: add it .* \(remotes\/clock\/remote\.json\)$/,
    /^pages: \/clock\/alarm has the title 'Clock' of another page: .* \(remotes\/clock\/remote\.json\)$/,
    /^pages: \/auth belongs to shell \(remotes\/clock\/remote\.json\)$/,
    /^pages: \/notes belongs to notes \(remotes\/clock\/remote\.json\)$/,
    /^contract: contract 99 is not 3$/,
    /^share: the shell does not share jquery$/,
    /^share: react 19\.3\.1 does not satisfy \^20\.0\.0$/,
    /^platform: the shell's platform has no 'later' \(remotes\/clock\/src\/Clock\.tsx:9\)$/,
    /^scripts: .* \(Trusted Types\) .* \(dist\/a\.js:2\)$/,
    /^scripts: .* a second copy of react-dom, .* \(dist\/c\.js:1\)$/,
    /^scripts: it brings a router of its own, .* \(dist\/d\.js:1\)$/,
    /^styles: 'h1' selects elements of the whole page: .* \(dist\/e\.css:2\)$/,
  ];
  expect(await ofClock(files, record)).toEqual(lines.map((line) => expect.stringMatching(line) as string));
});

test.each<[line: RegExp, files: Record<string, string>, record?: Partial<ReleaseRecord>]>([
  [/^pages: the build has no readable pages\.json: build it again with our preset$/, { 'pages.json': '{' }],
  [/^contract: the build exports no 'pages': `.*\/src\/routes\.tsx\)$/, { 'assets/routes-1.js': 'let a;' }],
  [/^contract: remoteEntry\.js .*exports no 'init'\. Build it again.*preset$/, { 'remoteEntry.js': 'a (' }],
  [/^integrity: the record loads a\.js at the start, .* list it: build it again$/, {}, { entry: 'a.js' }],
])('a build is refused by itself: %s', async (line, files, record) => {
  putSite();
  expect(await ofClock(files, record)).toEqual([expect.stringMatching(line)]);
});

// And compressed ones: shared/store/src/writeStore.test.ts.
test('the gate refuses a changed and a missing file', async () => {
  putSite();
  const record = writeRelease(at('release'), ...small('clock', { 'assets/a.js': '1' }));
  expect(await refusals(record)).toEqual([]);
  const file = at('release/assets/a.js');
  for (const change of [() => appendFile(file, ' '), () => rm(file)]) {
    await change();
    const altered = 'integrity: assets/a.js is missing or differs from the record: build it again';
    expect(await refusals(record)).toEqual([altered]);
  }
});

test('unreadable files of other teams refuse nothing, and their pages stay reserved', async () => {
  putSite();
  putLive(at('store'), ...small('weather'));
  await writeFile(at('store', 'remotes', 'notes', 'pointer.json'), '{');
  await writeFile(at('store', 'remotes', 'weather', '0.1.0-0123456789ab', 'release.json'), '{');
  expect(await ofClock()).toEqual([]);
  expect(await ofClock(built('/notes'), { pages: claims('/notes') })).toEqual([
    'pages: /notes belongs to notes (remotes/clock/remote.json)',
  ]);
});

test('no remote passes while no shell is live; a shell must run what visitors get, except what is damaged', async () => {
  expect(await ofClock()).toEqual([
    'contract: there is no live shell that it could run in: release one first',
  ]);
  putLive(at('store'), ...small('clock'));
  putLive(at('store'), ...small('notes', {}, { uses: ['useToday'] }));
  putLive(at('store'), ...small('weather'));
  await writeFile(at('store', 'remotes/weather/0.1.0-0123456789ab/release.json'), '{');
  const next = { ...SMALL_SHELL, uses: ['useToday'] };
  expect(await refusals(writeRelease(at('release'), ...small('shell', {}, next)))).toEqual([
    "platform: clock 0.1.0-0123456789ab would not run: the shell's platform has no 'tasks'",
  ]);
});

test('a remote over its budget is left out of a first release, with the rule, and the others are live', async () => {
  putSite();
  const candidates = ['clock', 'weather'].map((name) => {
    const budget = { gzip: name === 'clock' ? 1 : 1000 };
    return { folder: at(name), record: writeRelease(at(name), ...small(name, {}, { budget })) };
  });
  const { released, failures } = await releaseBuilt(at('store'), candidates);
  expect(released.map(({ record }) => record.name)).toEqual(['weather']);
  expect(failures).toMatchObject([{ name: 'clock', reason: expect.stringContaining('size:') as string }]);
  expect((await readPointer(at('store'), 'clock')).live).toBeNull();
});
