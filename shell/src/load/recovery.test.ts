import type { DataRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setRouter } from '../browser/browser.ts';
import { reloadIfOutdated } from './recovery.ts';

// One of its modules looks for inlined style sheets when it is loaded.
vi.hoisted(() => vi.stubGlobal('document', { querySelectorAll: () => [], getElementById: () => null }));

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

/** The addresses that the document navigated to. */
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
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
  vi.stubGlobal('fetch', async () => Response.json({ shell: '1', remotes: { planner } }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const goTo = (address: string | null) => {
  const location = address === null ? undefined : new URL(address, SITE);
  const navigation = { state: location ? 'loading' : 'idle', location };
  setRouter({ state: { navigation } } as unknown as DataRouter); // all that is read of it here
};

test.each([
  ['when navigating to another page', '/dashboard?week=2026-11-23#friday'],
  ['when navigating within the same page', '/settings?tab=data#password'],
])('an outdated document loads the complete target address, %s', async (_, wanted) => {
  goTo(wanted);
  expect(await reloadIfOutdated('planner', new AbortController().signal)).toBe(true);
  expect(opened).toEqual([SITE + wanted]);
});

test('a document that is outdated when it opens is reloaded, once for each version', async () => {
  goTo(null);
  expect(await reloadIfOutdated('planner', new AbortController().signal)).toBe(true);
  expect(await reloadIfOutdated('planner', new AbortController().signal)).toBe(false);
  expect(opened).toEqual([`${SITE}/settings?tab=data#export`]);
});

test('a visitor who has navigated elsewhere meanwhile stays there', async () => {
  goTo('/dashboard');
  expect(await reloadIfOutdated('planner', AbortSignal.abort())).toBe(false);
  expect(opened).toEqual([]);
});
