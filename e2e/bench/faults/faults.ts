import type { Page, Route } from '@playwright/test';
import { changeRegistry, type Release } from '../../support/documents.ts';
import { neverAnswered } from '../../support/network.ts';
import type { FaultStore } from './faultStore.ts';

/** The page that represents a remote in the tests: with the component that its own chunk exports. */
const page = (remote: string, path: string, component: string, heading: RegExp) => ({
  ...{ remote, path, component, heading },
  chunk: new RegExp(`${component}-[^/]+\\.js$`),
  isPrivate: remote === 'planner' || remote === 'settings',
});
export type RemotePage = ReturnType<typeof page>;

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

/** The live version of a remote, which a fault breaks for a page of the browser. */
interface Live extends RemotePage {
  store: FaultStore;
  browserPage: Page;
  version: string;
}

export interface Fault {
  name: string;
  allowedConsole: RegExp;
  inject: (live: Live) => unknown;
  /** The page chunk of the version that will be live. Default: the sound one with an additional comment. */
  make?: (page: RemotePage) => string;
  /** The file never arrives: another version must be shown within four seconds. */
  hangs?: boolean;
}
type Inject = Fault['inject'];

/** A file of a release; null: the chunk of the page. */
type File = RegExp | null;
const ENTRY = /remoteEntry\.js$/;
const CHUNK = null;

/** Changes a file on disk; null: deletes it. */
const onDisk =
  (file: File, change: ((text: string) => string) | null): Inject =>
  ({ store, remote, version, chunk }) =>
    store.breakFile(remote, version, file ?? chunk, change);

/** Answers requests for a file. */
const onNetwork =
  (file: File, answer: (route: Route) => unknown): Inject =>
  ({ browserPage, remote, version, chunk }) => {
    const isOf = ({ pathname }: URL) =>
      pathname.startsWith(`/remotes/${remote}/${version}/`) && (file ?? chunk).test(pathname);
    return browserPage.route(isOf, answer);
  };

const inRegistry =
  (change: (live: Release) => void): Inject =>
  ({ browserPage, remote }) =>
    changeRegistry(browserPage, remote, change);

const answered = (status: number, contentType: string, body: string): Inject =>
  onNetwork(ENTRY, (route) => route.fulfill({ status, contentType, body }));

const FETCH_FAILED =
  /Failed to load resource|uncaught: .*dynamically imported module|Failed to load module script/;
const HASH_MISMATCH = new RegExp(`Failed to find a valid digest|${FETCH_FAILED.source}`);
const NOT_APPLIED = new RegExp(`Refused to apply style|${FETCH_FAILED.source}`);
const NO_MESSAGE = /^never$/;
/** 422: React says that it renders the page anew because it threw while it was hydrated. */
const RENDER_FAILED = new RegExp(`${THROWN}|React error #422`);

type FaultLine = [name: string, allowedConsole: RegExp, Inject, more?: Pick<Fault, 'make' | 'hangs'>];
const LINES: readonly FaultLine[] = [
  ['entry: 404', FETCH_FAILED, onDisk(ENTRY, null)],
  ['entry: 500', FETCH_FAILED, answered(500, 'text/plain', 'Server error')],
  ['entry: HTML', HASH_MISMATCH, answered(200, 'text/html', '<!doctype html><p>Hello</p>')],
  ['entry: broken code', HASH_MISMATCH, onDisk(ENTRY, () => 'export const init = (((')],
  ['entry: no answer', NO_MESSAGE, onNetwork(ENTRY, neverAnswered), { hangs: true }],
  // The last byte: changing the final newline changes nothing but the hash.
  ['a byte of a chunk changed', HASH_MISMATCH, onDisk(CHUNK, (text) => `${text.slice(0, -1)} `)],
  ['chunk of the page missing', FETCH_FAILED, onDisk(CHUNK, null)],
  ['chunk of the page: no answer', NO_MESSAGE, onNetwork(CHUNK, neverAnswered), { hangs: true }],
  ['style sheet missing', NOT_APPLIED, onDisk(/\.css$/, null)],
  ['made for another contract', NO_MESSAGE, inRegistry((live) => void (live.contract = 99))],
  [
    'needs a share that the shell does not share',
    NO_MESSAGE,
    inRegistry(({ shares }) => void (shares['left-pad'] = '^1.0.0')),
  ],
  ['the page throws', RENDER_FAILED, () => {}, { make: throwing }],
];
export const FAULTS: readonly Fault[] = LINES.map(([name, allowedConsole, inject, more]) => ({
  ...{ name, allowedConsole, inject },
  ...more,
}));

/**
 * Puts a version with a fault live. `hasPrevious`: a sound version was live before. Returns the broken version and the
 * sound one.
 */
export async function injectFault(
  { make, inject }: Fault,
  remotePage: RemotePage,
  hasPrevious: boolean,
  { store, page: browserPage }: { store: FaultStore; page: Page },
): Promise<{ live: string; previous: string }> {
  const { remote, chunk } = remotePage;
  const previous = store.soundOf(remote);
  const change = (text: string) => make?.(remotePage) ?? `${text}\n// another release\n`;
  const live = await store.addVersion(remote, chunk, change);
  await store.goLive(remote, live, hasPrevious ? previous : undefined);
  await inject({ ...remotePage, store, browserPage, version: live });
  return { live, previous };
}
