import type { Page, Route } from '@playwright/test';
import { changeHtml } from '../../support/documents.ts';
import { neverAnswered } from '../../support/network.ts';
import type { FaultStore } from './faultStore.ts';

/** The page that represents a remote in the tests: with the component that its own chunk exports. */
const page = (remote: string, path: string, component: string, heading: RegExp) => ({
  ...{ remote, path, component, heading },
  chunk: new RegExp(`${component}-[^/]+\\.js$`),
  isPrivate: remote === 'planner' || remote === 'settings',
});
export type RemotePage = ReturnType<typeof page>;

export const PAGES = {
  marketing: page('marketing', '/about', 'AboutPage', /About Us/),
  planner: page('planner', '/dashboard', 'DashboardPage', /your week space looks great!/),
  settings: page('settings', '/settings', 'SettingsPage', /^Settings$/),
  retro: page('retro', '/retro', 'RetroLandingPage', /Your week is the game/),
};

/** Adds a version of a page's remote that behaves like the built one. Returns the version. */
export const equalVersion = (store: FaultStore, { remote, chunk }: RemotePage, mark: string) =>
  store.addVersion(remote, chunk, (text) => `${text}\n// ${mark}\n`);

export const THROWN = 'a fault in this page';

/** The same for a version whose page throws as soon as it is rendered. */
export const throwingVersion = (store: FaultStore, { remote, chunk, component }: RemotePage) =>
  store.addVersion(remote, chunk, () => `export function ${component}() { throw new Error('${THROWN}'); }`);

/** Breaks the live version of a page's remote, on disk or for one page of a browser. */
type Inject = (live: RemotePage & { store: FaultStore; browserPage: Page; version: string }) => unknown;

/** A file of a release; null: the chunk of the page. */
type File = RegExp | null;
const ENTRY = /remoteEntry\.js$/;
const CHUNK = null;

/** Changes a file on disk; null: deletes it. */
const onDisk =
  (file: File, edit: ((text: string) => string) | null): Inject =>
  ({ store, remote, version, chunk }) =>
    store.breakFile(remote, version, file ?? chunk, edit);

const onNetwork =
  (file: File, answer: (route: Route) => unknown): Inject =>
  ({ browserPage, remote, version, chunk }) => {
    const isOf = ({ pathname }: URL) =>
      pathname.startsWith(`/remotes/${remote}/${version}/`) && (file ?? chunk).test(pathname);
    return browserPage.route(isOf, answer);
  };

/** Changes what the registry in the page's HTML says about the live version. */
const inRegistry =
  (changes: object): Inject =>
  ({ browserPage, remote }) =>
    changeHtml(browserPage, (html) =>
      html.replace(/(?<=id="registry">)[^]*?(?=<\/script>)/, (text) => {
        // The store's own tests check the format.
        const registry = JSON.parse(text) as { remotes: Record<string, { live: object }> };
        Object.assign(registry.remotes[remote]?.live ?? {}, changes);
        return JSON.stringify(registry).replaceAll('<', '\\u003c');
      }),
    );

export const FAULTS: Readonly<Record<string, Inject>> = {
  'entry: 404': onDisk(ENTRY, null),
  'entry: 500': onNetwork(ENTRY, (route) => route.fulfill({ status: 500 })),
  'entry: HTML': onNetwork(ENTRY, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Hello' })),
  'entry: broken code': onDisk(ENTRY, () => 'export const init = ((('),
  'entry: no answer': onNetwork(ENTRY, neverAnswered),
  // The last byte: changing the final newline changes nothing but the hash.
  'a byte of a chunk changed': onDisk(CHUNK, (text) => `${text.slice(0, -1)} `),
  'chunk of the page missing': onDisk(CHUNK, null),
  'chunk of the page: no answer': onNetwork(CHUNK, neverAnswered),
  'style sheet missing': onDisk(/\.css$/, null),
  'made for another contract': inRegistry({ contract: 99 }),
  'needs a share that the shell does not share': inRegistry({ shares: { 'left-pad': '^1.0.0' } }),
  'the page throws': () => {}, // that version was made to throw
};
