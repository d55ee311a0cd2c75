import type { Page } from '@playwright/test';
import { changeRegistry, type Release } from '../../support/documents.ts';
import { neverAnswered } from '../../support/network.ts';
import type { FaultStore } from './faultStore.ts';

/** The page that represents a remote in the tests. */
export interface RemotePage {
  remote: string;
  path: string;
  heading: RegExp;
  /** The page's own chunk, and the component that it exports. */
  chunk: RegExp;
  component: string;
  isPrivate: boolean;
}

const page = (remote: string, path: string, component: string, heading: RegExp): RemotePage => ({
  remote,
  path,
  heading,
  chunk: new RegExp(`${component}-[^/]+\\.js$`),
  component,
  isPrivate: remote === 'planner' || remote === 'settings',
});

export const REMOTE_PAGES: readonly RemotePage[] = [
  page('marketing', '/about', 'AboutPage', /About Us/),
  page('planner', '/dashboard', 'DashboardPage', /your week space looks great!/),
  page('settings', '/settings', 'SettingsPage', /^Settings$/),
  page('retro', '/retro', 'RetroLandingPage', /Your week is the game/),
];

export function pageOf(remote: string): RemotePage {
  const found = REMOTE_PAGES.find((one) => one.remote === remote);
  if (!found) throw new Error(`No page stands for ${remote}`);
  return found;
}

/** Adds a version of a page's remote that behaves like the built one. Returns the version. */
export const equalVersion = (store: FaultStore, { remote, chunk }: RemotePage, mark: string) =>
  store.addVersion(remote, chunk, (text) => `${text}\n// ${mark}\n`);

export const THROWN = 'a fault in this page';

/** The code of a page's chunk that throws as soon as it is rendered. */
export const throwing = ({ component }: RemotePage) =>
  `export function ${component}() { throw new Error('${THROWN}'); }`;

export interface Fault {
  name: string;
  /** The page chunk of the version that will be live. Default: the sound one with an additional comment. */
  make?: (page: RemotePage) => string;
  onDisk?: (store: FaultStore, page: RemotePage, version: string) => void;
  onNetwork?: (page: Page, entry: string, remotePage: RemotePage) => Promise<unknown>;
  /** The file never arrives: another version must be shown within four seconds. */
  hangs?: boolean;
  inRegistry?: (live: Release) => void;
  allowedConsole: RegExp;
}

const ENTRY = /remoteEntry\.js$/;
const FETCH_FAILED =
  /Failed to load resource|uncaught: .*dynamically imported module|Failed to load module script/;
const HASH_MISMATCH = new RegExp(`Failed to find a valid digest|${FETCH_FAILED.source}`);
const NO_MESSAGE = /^never$/;

const respondWith =
  (response: { status?: number; contentType: string; body: string }) => (page: Page, entry: string) =>
    page.route(`**${entry}*`, (route) => route.fulfill(response));

export const FAULTS: readonly Fault[] = [
  {
    name: 'entry: 404',
    onDisk: (store, { remote }, version) => store.breakFile(remote, version, ENTRY, null),
    allowedConsole: FETCH_FAILED,
  },
  {
    name: 'entry: 500',
    onNetwork: respondWith({ status: 500, contentType: 'text/plain', body: 'Server error' }),
    allowedConsole: FETCH_FAILED,
  },
  {
    name: 'entry: HTML',
    onNetwork: respondWith({ contentType: 'text/html', body: '<!doctype html><p>Hello</p>' }),
    allowedConsole: HASH_MISMATCH,
  },
  {
    name: 'entry: broken code',
    onDisk: (store, { remote }, version) =>
      store.breakFile(remote, version, ENTRY, () => 'export const init = ((('),
    allowedConsole: HASH_MISMATCH,
  },
  {
    name: 'entry: no answer',
    onNetwork: (page, entry) => page.route(`**${entry}*`, neverAnswered),
    hangs: true,
    allowedConsole: NO_MESSAGE,
  },
  {
    name: 'a byte of a chunk changed',
    // The last byte: changing the final newline changes nothing but the hash.
    onDisk: (store, { remote, chunk }, version) =>
      store.breakFile(remote, version, chunk, (text) => `${text.slice(0, -1)} `),
    allowedConsole: HASH_MISMATCH,
  },
  {
    name: 'chunk of the page missing',
    onDisk: (store, { remote, chunk }, version) => store.breakFile(remote, version, chunk, null),
    allowedConsole: FETCH_FAILED,
  },
  {
    name: 'chunk of the page: no answer',
    onNetwork: (page, entry, { chunk }) => {
      const folder = entry.replace('remoteEntry.js', '');
      const isChunk = ({ pathname }: URL) => pathname.startsWith(folder) && chunk.test(pathname);
      return page.route(isChunk, neverAnswered);
    },
    hangs: true,
    allowedConsole: NO_MESSAGE,
  },
  {
    name: 'style sheet missing',
    onDisk: (store, { remote }, version) => store.breakFile(remote, version, /\.css$/, null),
    allowedConsole: new RegExp(`Refused to apply style|${FETCH_FAILED.source}`),
  },
  {
    name: 'made for another contract',
    inRegistry: (live) => {
      live.contract = 99;
    },
    allowedConsole: NO_MESSAGE,
  },
  {
    name: 'needs a share that the shell does not share',
    inRegistry: (live) => {
      live.shares['left-pad'] = '^1.0.0';
    },
    allowedConsole: NO_MESSAGE,
  },
  {
    name: 'the page throws',
    make: throwing,
    // 422: React says that it renders the page anew because it threw while it was hydrated.
    allowedConsole: new RegExp(`${THROWN}|React error #422`),
  },
];

/**
 * Puts a version with a fault live. `hasPrevious`: a sound version was live before. Returns the broken version and the
 * sound one.
 */
export async function injectFault(
  fault: Fault,
  remotePage: RemotePage,
  hasPrevious: boolean,
  { store, page }: { store: FaultStore; page: Page },
): Promise<{ live: string; previous: string }> {
  const { remote, chunk } = remotePage;
  const previous = store.soundOf(remote);
  const change = (text: string) => fault.make?.(remotePage) ?? `${text}\n// another release\n`;
  const live = await store.addVersion(remote, chunk, change);
  await store.goLive(remote, live, hasPrevious ? previous : undefined);
  fault.onDisk?.(store, remotePage, live);
  await fault.onNetwork?.(page, `/remotes/${remote}/${live}/remoteEntry.js`, remotePage);
  const { inRegistry } = fault;
  if (inRegistry) {
    await changeRegistry(page, ({ remotes }) => {
      const state = remotes[remote];
      if (state) inRegistry(state.live);
    });
  }
  return { live, previous };
}
