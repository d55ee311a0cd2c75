import type { Page } from '@playwright/test';
import { changeRegistry, type Release } from '../../support/documents.ts';
import { neverAnswered } from '../../support/network.ts';
import type { FaultStore } from './faultStore.ts';

/** A page of each remote that stands for it. */
export interface RemotePage {
  remote: string;
  path: string;
  heading: RegExp;
  /** The page's own chunk, and the name of what it exports. */
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

/** Adds a version of a page's remote that is as good as the built one, and another one. */
export const equalVersion = (store: FaultStore, { remote, chunk }: RemotePage, mark: string) =>
  store.addVersion(remote, chunk, (text) => `${text}\n// ${mark}\n`);

export const THROWN = 'a fault in this page';

/** The text of a page's chunk that throws as soon as it is rendered. */
export const throwing = ({ component }: RemotePage) =>
  `export function ${component}() { throw new Error('${THROWN}'); }`;

export interface Fault {
  name: string;
  /** Makes the version that will be live. By default the sound one with a remark more: equal for every visitor. */
  make?: (page: RemotePage) => string;
  onDisk?: (store: FaultStore, page: RemotePage, version: string) => void;
  onTheWay?: (page: Page, entry: string, where: RemotePage) => Promise<unknown>;
  /** Nothing of it comes, for ever: another version has to be there within four seconds. */
  hangs?: boolean;
  inRegistry?: (live: Release) => void;
  says: RegExp;
}

const ENTRY = /remoteEntry\.js$/;
const NOT_FETCHED =
  /Failed to load resource|uncaught: .*dynamically imported module|Failed to load module script/;
const NOT_ITS_HASH = new RegExp(`Failed to find a valid digest|${NOT_FETCHED.source}`);
const NOTHING = /^never$/;

const onItsWay =
  (answer: { status?: number; contentType: string; body: string }) => (page: Page, entry: string) =>
    page.route(`**${entry}*`, (route) => route.fulfill(answer));

export const FAULTS: readonly Fault[] = [
  {
    name: 'entry: 404',
    onDisk: (store, { remote }, version) => store.breakFile(remote, version, ENTRY, null),
    says: NOT_FETCHED,
  },
  {
    name: 'entry: 500',
    onTheWay: onItsWay({ status: 500, contentType: 'text/plain', body: 'Server error' }),
    says: NOT_FETCHED,
  },
  {
    name: 'entry: HTML',
    onTheWay: onItsWay({ contentType: 'text/html', body: '<!doctype html><p>Hello</p>' }),
    says: NOT_ITS_HASH,
  },
  {
    name: 'entry: broken code',
    onDisk: (store, { remote }, version) =>
      store.breakFile(remote, version, ENTRY, () => 'export const init = ((('),
    says: NOT_ITS_HASH,
  },
  {
    name: 'entry: no answer',
    onTheWay: (page, entry) => page.route(`**${entry}*`, neverAnswered),
    hangs: true,
    says: NOTHING,
  },
  {
    name: 'a byte of a chunk changed',
    // The last one: a line's end more or less changes nothing but the hash.
    onDisk: (store, { remote, chunk }, version) =>
      store.breakFile(remote, version, chunk, (text) => `${text.slice(0, -1)} `),
    says: NOT_ITS_HASH,
  },
  {
    name: 'chunk of the page missing',
    onDisk: (store, { remote, chunk }, version) => store.breakFile(remote, version, chunk, null),
    says: NOT_FETCHED,
  },
  {
    name: 'chunk of the page: no answer',
    onTheWay: (page, entry, { chunk }) => {
      const folder = entry.replace('remoteEntry.js', '');
      const isChunk = ({ pathname }: URL) => pathname.startsWith(folder) && chunk.test(pathname);
      return page.route(isChunk, neverAnswered);
    },
    hangs: true,
    says: NOTHING,
  },
  {
    name: 'style sheet missing',
    onDisk: (store, { remote }, version) => store.breakFile(remote, version, /\.css$/, null),
    says: new RegExp(`Refused to apply style|${NOT_FETCHED.source}`),
  },
  {
    name: 'made for another contract',
    inRegistry: (live) => {
      live.contract = 99;
    },
    says: NOTHING,
  },
  {
    name: 'needs a share that the shell does not share',
    inRegistry: (live) => {
      live.shares['left-pad'] = '^1.0.0';
    },
    says: NOTHING,
  },
  {
    name: 'the page throws',
    make: throwing,
    says: new RegExp(THROWN),
  },
];

/**
 * Puts a version with a fault live, and breaks it. `hasPrevious`: a sound version was live before. Returns the broken
 * version and the sound one.
 */
export async function bringAbout(
  fault: Fault,
  where: RemotePage,
  hasPrevious: boolean,
  { store, page }: { store: FaultStore; page: Page },
): Promise<{ live: string; previous: string }> {
  const { remote, chunk } = where;
  const previous = store.soundOf(remote);
  const change = (text: string) => fault.make?.(where) ?? `${text}\n// another release\n`;
  const live = await store.addVersion(remote, chunk, change);
  await store.goLive(remote, live, hasPrevious ? previous : undefined);
  fault.onDisk?.(store, where, live);
  await fault.onTheWay?.(page, `/remotes/${remote}/${live}/remoteEntry.js`, where);
  const { inRegistry } = fault;
  if (inRegistry) {
    await changeRegistry(page, ({ remotes }) => {
      const state = remotes[remote];
      if (state) inRegistry(state.live);
    });
  }
  return { live, previous };
}
