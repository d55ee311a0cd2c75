import { createRequire } from 'node:module';
import { existsSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { ComponentType } from 'react';
import type { Refusal } from '@space/federation';
import { errorMessage, type RemoteDeclaration } from '@space/store';
import { ROOT, readDeclaration } from '../places.ts';
import { buildForNode, placeOfError } from './buildForNode.ts';
import type { Visit } from './mountPage.tsx';

// Run by `checkSource` in a process of its own: loads every page of a remote in a document and shows it once with an empty
// and once with a full week. Sends the refusals to the process that started it.

/** The exports of the module that is built from the source for this process. */
interface Tried {
  exposed: { pages?: unknown };
  mountPage: (Page: ComponentType, visit: Visit) => Promise<unknown>;
}

const EXAMPLE = "export const pages = { '/notes': async () => (await import('./NotesPage.tsx')).NotesPage };";

/** jsdom has no types of its own: the part that is used here. */
interface Dom {
  JSDOM: new (html: string, options: { url: string; pretendToBeVisual: boolean }) => { window: object };
}

/** Names that Node has as well, and of which a document only takes its own: events, form data, storage. */
const OF_THE_DOCUMENT =
  /Event(Target)?$|^(Abort\w+|Blob|DOMException|File|FormData|Storage|\w+Storage|navigator)$/;

/** Makes the names of a browser's window global, with those that jsdom lacks because it has no layout. */
function makeDocument(): void {
  const { JSDOM } = createRequire(import.meta.url)('jsdom') as Dom;
  const { window } = new JSDOM('<!doctype html>', { url: 'http://127.0.0.1/', pretendToBeVisual: true });
  const listeners = ['addEventListener', 'removeEventListener', 'dispatchEvent'];
  for (const name of [...Object.getOwnPropertyNames(window), ...listeners]) {
    if (name in globalThis && !OF_THE_DOCUMENT.test(name)) continue;
    const value: unknown = Reflect.get(window, name);
    // A function of the window needs it; a class must keep its properties.
    const isBound = typeof value === 'function' && !/^[A-Z]/.test(name);
    Object.defineProperty(globalThis, name, {
      value: isBound ? (value as () => unknown).bind(window) : value,
      configurable: true,
      writable: true,
    });
  }
  Object.assign(globalThis, { window: globalThis, self: globalThis });
  const nothing = () => {};
  class Observer {
    observe = nothing;
    unobserve = nothing;
    disconnect = nothing;
  }
  const element = {
    animate: () => ({ cancel: nothing, finish: nothing, finished: Promise.resolve(), onfinish: null }),
    getAnimations: () => [],
    hidePopover: nothing,
    scrollIntoView: nothing,
    scrollTo: nothing,
    setPointerCapture: nothing,
    releasePointerCapture: nothing,
    hasPointerCapture: () => false,
    showPopover: nothing,
    togglePopover: nothing,
  };
  Object.assign(Element.prototype, element);
  Object.assign(HTMLDialogElement.prototype, { close: nothing, show: nothing, showModal: nothing });
  Object.assign(Range.prototype, { getClientRects: () => [], getBoundingClientRect: () => new DOMRect() });
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => null });
  const media = () => Object.assign(new EventTarget(), { matches: false, addListener: nothing });
  Object.assign(globalThis, {
    IS_REACT_ACT_ENVIRONMENT: true,
    IntersectionObserver: Observer,
    ResizeObserver: Observer,
    fetch: () => new Promise(nothing),
    matchMedia: media,
    requestIdleCallback: (callback: () => void) => setTimeout(callback),
    cancelIdleCallback: clearTimeout,
    scrollTo: nothing,
  });
}

/** What a value is, in words: 'the text "Hello"', 'undefined'. */
function kindOf(value: unknown): string {
  if (typeof value === 'string') return `the text '${value}'`;
  if (value === null || value === undefined) return String(value);
  return typeof value === 'object' ? 'an object without a default export' : `a ${typeof value}`;
}

const isComponent = (value: unknown): value is ComponentType =>
  typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);

/** The component that a page's loader returns, or a module's default export. */
function componentIn(found: unknown): unknown {
  return !isComponent(found) && typeof found === 'object' && found !== null && 'default' in found
    ? found.default
    : found;
}

/** How a page is shown: people whom it turns away do not see it. */
function visitsOf({ path, access }: RemoteDeclaration['pages'][number]): Visit[] {
  const address = path.replaceAll(/:\w+|\*/g, 'a');
  const isSignedIn = access !== 'signed-out';
  return [
    { path, address, isSignedIn: access === 'signed-in', isFull: false },
    { path, address, isSignedIn, isFull: true },
  ];
}

/** Finds what is wrong with the pages of a remote. Takes its name and its source folder. */
async function tryPages(name: string, folder: string): Promise<Refusal[]> {
  const { pages } = readDeclaration(folder);
  const routes = join(folder, 'src', 'routes.tsx');
  const mount = join(import.meta.dirname, `mountPage${extname(import.meta.filename).replace('ts', 'tsx')}`);
  const entry = `export * as exposed from ${JSON.stringify(routes)};\nexport { mountPage } from ${JSON.stringify(mount)};`;
  if (!existsSync(routes))
    return [{ rule: 'pages', message: `it has no ${relative(folder, routes)}. Write: ${EXAMPLE}` }];
  const { load } = await buildForNode(name, folder, entry, { isTest: true });
  makeDocument();

  const refusals: Refusal[] = [];
  const refuse = (message: string, error?: unknown) => {
    const file = relative(ROOT, routes);
    refusals.push({ rule: 'pages', message, where: placeOfError(error, folder) ?? file });
  };
  let tried: Tried;
  try {
    // Built from the text above.
    tried = (await load()) as Tried;
  } catch (error) {
    refuse(`its modules throw while they load: ${errorMessage(error)}`, error);
    return refusals;
  }
  const { exposed, mountPage } = tried;
  if (typeof exposed.pages !== 'object' || exposed.pages === null) {
    const others = Object.keys(exposed);
    const has = others.length === 0 ? 'nothing' : others.join(', ');
    refuse(`it exports ${has} and no object named 'pages'. Write: ${EXAMPLE}`);
    return refusals;
  }
  const loaders = new Map<string, unknown>(Object.entries(exposed.pages));
  for (const path of loaders.keys())
    if (!pages.some((page) => page.path === path))
      refuse(`'${path}' is in \`pages\` and not in remote.json: declare it there`);
  for (const page of pages) {
    const { path } = page;
    const loader = loaders.get(path);
    if (typeof loader !== 'function') {
      const what = loaders.has(path) ? `is ${kindOf(loader)}, not a function` : 'is missing in `pages`';
      refuse(`'${path}' of remote.json ${what}. Write: ${EXAMPLE.replace('/notes', path)}`);
      continue;
    }
    try {
      const Page = componentIn(await (loader as () => unknown)());
      if (!isComponent(Page)) {
        refuse(`the page ${path} is ${kindOf(Page)}, not a component: is it exported under this name?`);
        continue;
      }
      for (const visit of visitsOf(page)) {
        const thrown = await mountPage(Page, visit);
        if (thrown === null) continue;
        const when = `with ${visit.isFull ? 'a full' : 'an empty'} week`;
        refuse(`the page ${path} throws when it is shown ${when}: ${errorMessage(thrown)}`, thrown);
        break;
      }
    } catch (error) {
      refuse(`the page ${path} throws while its module loads: ${errorMessage(error)}`, error);
    }
  }
  return refusals;
}

/** The message of a bundler in one line, without its colours, its drawings and the stack of its own code. */
const plainText = (text: string) =>
  stripVTControlCharacters(text)
    .replace(/^Build failed.*\n/, '')
    .replace(/\n\s+at [^]*/, '')
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .trim();

// What a page prints is not a refusal.
console.error = console.warn = console.log = () => {};
process.on('unhandledRejection', () => {});
const [name = '', folder = ''] = process.argv.slice(2);
const refusals = await tryPages(name, folder).catch((error: unknown): Refusal[] => [
  { rule: 'pages', message: `its pages could not be tried: ${plainText(errorMessage(error))}` },
]);
process.send?.(refusals, () => process.exit());
