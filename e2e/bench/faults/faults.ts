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

/** What a fault can do to the live version of a remote. */
interface Live {
  chunk: RegExp;
  /** Changes a file on disk; null: deletes it. */
  onDisk: (file: RegExp, change: ((text: string) => string) | null) => void;
  /** Answers requests for a file. */
  onNetwork: (file: RegExp, answer: (route: Route) => unknown) => Promise<unknown>;
  inRegistry: (change: (live: Release) => void) => Promise<unknown>;
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

const fault = (
  name: string,
  allowedConsole: RegExp,
  inject: Fault['inject'],
  more: Pick<Fault, 'make' | 'hangs'> = {},
): Fault => ({ name, allowedConsole, inject, ...more });

const ENTRY = /remoteEntry\.js$/;
const FETCH_FAILED =
  /Failed to load resource|uncaught: .*dynamically imported module|Failed to load module script/;
const HASH_MISMATCH = new RegExp(`Failed to find a valid digest|${FETCH_FAILED.source}`);
const NOT_APPLIED = new RegExp(`Refused to apply style|${FETCH_FAILED.source}`);
const NO_MESSAGE = /^never$/;
/** 422: React says that it renders the page anew because it threw while it was hydrated. */
const RENDER_FAILED = new RegExp(`${THROWN}|React error #422`);

const answer =
  (status: number, contentType: string, body: string): Fault['inject'] =>
  (live) =>
    live.onNetwork(ENTRY, (route) => route.fulfill({ status, contentType, body }));

export const FAULTS: readonly Fault[] = [
  fault('entry: 404', FETCH_FAILED, ({ onDisk }) => onDisk(ENTRY, null)),
  fault('entry: 500', FETCH_FAILED, answer(500, 'text/plain', 'Server error')),
  fault('entry: HTML', HASH_MISMATCH, answer(200, 'text/html', '<!doctype html><p>Hello</p>')),
  fault('entry: broken code', HASH_MISMATCH, ({ onDisk }) => onDisk(ENTRY, () => 'export const init = (((')),
  fault('entry: no answer', NO_MESSAGE, ({ onNetwork }) => onNetwork(ENTRY, neverAnswered), { hangs: true }),
  // The last byte: changing the final newline changes nothing but the hash.
  fault('a byte of a chunk changed', HASH_MISMATCH, ({ chunk, onDisk }) =>
    onDisk(chunk, (text) => `${text.slice(0, -1)} `),
  ),
  fault('chunk of the page missing', FETCH_FAILED, ({ chunk, onDisk }) => onDisk(chunk, null)),
  fault(
    'chunk of the page: no answer',
    NO_MESSAGE,
    ({ chunk, onNetwork }) => onNetwork(chunk, neverAnswered),
    { hangs: true },
  ),
  fault('style sheet missing', NOT_APPLIED, ({ onDisk }) => onDisk(/\.css$/, null)),
  fault('made for another contract', NO_MESSAGE, ({ inRegistry }) =>
    inRegistry((live) => {
      live.contract = 99;
    }),
  ),
  fault('needs a share that the shell does not share', NO_MESSAGE, ({ inRegistry }) =>
    inRegistry(({ shares }) => {
      shares['left-pad'] = '^1.0.0';
    }),
  ),
  fault('the page throws', RENDER_FAILED, () => {}, { make: throwing }),
];

/**
 * Puts a version with a fault live. `hasPrevious`: a sound version was live before. Returns the broken version and the
 * sound one.
 */
export async function injectFault(
  { make, inject }: Fault,
  remotePage: RemotePage,
  hasPrevious: boolean,
  { store, page }: { store: FaultStore; page: Page },
): Promise<{ live: string; previous: string }> {
  const { remote, chunk } = remotePage;
  const previous = store.soundOf(remote);
  const change = (text: string) => make?.(remotePage) ?? `${text}\n// another release\n`;
  const live = await store.addVersion(remote, chunk, change);
  await store.goLive(remote, live, hasPrevious ? previous : undefined);
  const isOf = (file: RegExp) => (url: URL) =>
    url.pathname.startsWith(`/remotes/${remote}/${live}/`) && file.test(url.pathname);
  await inject({
    chunk,
    onDisk: (file, content) => store.breakFile(remote, live, file, content),
    onNetwork: (file, respond) => page.route(isOf(file), respond),
    inRegistry: (changeLive) =>
      changeRegistry(page, ({ remotes }) => {
        const state = remotes[remote];
        if (state) changeLive(state.live);
      }),
  });
  return { live, previous };
}
