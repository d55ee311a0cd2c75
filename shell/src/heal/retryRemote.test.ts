import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteRouter } from '../browser/navigation.ts';
import { reloadIfOutdated } from './retryRemote.ts';

const SITE = 'http://site.test';
const release = {
  version: 'newer',
  entry: '/remotes/planner/newer/remoteEntry.js',
  styles: [],
  preload: [],
  contract: 1,
  plugin: 'space-1',
  shares: {},
  uses: [],
  kilobytes: 1,
};
const planner = {
  title: 'the planner',
  pages: [],
  live: release,
  previous: null,
  canary: null,
  disabled: null,
};

/** The addresses that the document was sent to. */
let opened: string[];

beforeEach(() => {
  opened = [];
  const location = Object.assign(new URL(`${SITE}/settings?tab=data#export`), {
    assign: (address: URL) => opened.push(address.href),
    reload: () => opened.push(location.href),
  });
  const replaceState = (_state: unknown, _unused: string, address: URL) => (location.href = address.href);
  vi.stubGlobal('location', location);
  vi.stubGlobal('history', { state: null, replaceState });
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.stubGlobal('fetch', async () => Response.json({ shell: '1', remotes: { planner } }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const goTo = (address: string | null) => {
  const location = address === null ? undefined : new URL(address, SITE);
  noteRouter({ state: { navigation: { state: location ? 'loading' : 'idle', location } } });
};

test.each([
  ['on the way to another page', '/dashboard?week=2026-11-23#friday'],
  ['on the way to another place of the same page', '/settings?tab=data#password'],
])('an outdated document is left for the whole address, %s', async (_, wanted) => {
  goTo(wanted);
  expect(await reloadIfOutdated('planner', new AbortController().signal)).toBe(true);
  expect(opened).toEqual([SITE + wanted]);
});

test('a document that is outdated when it opens is loaded again, once for each version', async () => {
  goTo(null);
  expect(await reloadIfOutdated('planner', new AbortController().signal)).toBe(true);
  expect(await reloadIfOutdated('planner', new AbortController().signal)).toBe(false);
  expect(opened).toEqual([`${SITE}/settings?tab=data#export`]);
});

test('a visitor who has gone elsewhere meanwhile stays there', async () => {
  goTo('/dashboard');
  expect(await reloadIfOutdated('planner', AbortSignal.abort())).toBe(false);
  expect(opened).toEqual([]);
});
