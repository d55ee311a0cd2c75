import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { GlobalRegistrator } from '@happy-dom/global-registrator';
import type { ComponentType } from 'react';
import type { Refusal } from '@space/federation';
import { errorMessage, type RemoteDeclaration } from '@space/store';
import { placeOf, readDeclaration } from '../places.ts';
import { buildForNode, ownModule, placeOfError } from './buildForNode.ts';
import type { Visit } from './mountPage.tsx';

// Run in a process of its own, which it makes a browser's page: shows every page of a remote once, and prints the refusals.

interface Tried {
  exposed: { pages?: unknown };
  mountPage: (Page: ComponentType, visit: Visit) => Promise<unknown>;
}

const EXAMPLE = "export const pages = { '/notes': async () => (await import('./NotesPage.tsx')).NotesPage };";

/** Makes this process a browser's page, with what the document lacks because it has no layout, and without a network. */
function makeDocument(): void {
  GlobalRegistrator.register({ url: 'http://127.0.0.1/' });
  const nothing = () => {};
  Object.assign(Element.prototype, { hidePopover: nothing, showPopover: nothing, togglePopover: nothing });
  Object.assign(globalThis, {
    IS_REACT_ACT_ENVIRONMENT: true,
    fetch: () => new Promise(nothing),
    requestIdleCallback: (callback: () => void) => setTimeout(callback),
    cancelIdleCallback: clearTimeout,
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
const componentIn = (found: unknown): unknown =>
  !isComponent(found) && typeof found === 'object' && found !== null && 'default' in found
    ? found.default
    : found;

/** Shows a page with an empty and with a full week. Returns what is wrong with it, and what it threw; null if nothing is. */
async function faultOf(
  { path, access }: RemoteDeclaration['pages'][number],
  loaders: ReadonlyMap<string, unknown>,
  mountPage: Tried['mountPage'],
): Promise<readonly [message: string, thrown?: unknown] | null> {
  const loader = loaders.get(path);
  if (typeof loader !== 'function') {
    const what = loaders.has(path) ? `is ${kindOf(loader)}, not a function` : 'is missing in `pages`';
    return [`'${path}' of remote.json ${what}. Write: ${EXAMPLE.replace('/notes', path)}`];
  }
  try {
    const Page = componentIn(await (loader as () => unknown)());
    if (!isComponent(Page))
      return [`the page ${path} is ${kindOf(Page)}, not a component: is it exported under this name?`];
    const address = path.replaceAll(/:\w+|\*/g, 'a');
    for (const isFull of [false, true]) {
      // People whom it turns away do not see it.
      const isSignedIn = isFull ? access !== 'signed-out' : access === 'signed-in';
      const thrown = await mountPage(Page, { path, address, isSignedIn, isFull });
      const when = `with ${isFull ? 'a full' : 'an empty'} week`;
      if (thrown !== null)
        return [`the page ${path} throws when it is shown ${when}: ${errorMessage(thrown)}`, thrown];
    }
    return null;
  } catch (error) {
    return [`the page ${path} throws while its module loads: ${errorMessage(error)}`, error];
  }
}

/** Loads and shows every page of a remote in a document; returns a refusal for each fault. Throws if it cannot be built. */
async function tryPages(name: string, folder: string): Promise<Refusal[]> {
  const routes = join(folder, 'src', 'routes.tsx');
  if (!existsSync(routes)) return [{ rule: 'pages', message: `it has no src/routes.tsx. Write: ${EXAMPLE}` }];
  const refuse = (message: string, error?: unknown) => {
    const where = placeOfError(error, folder) ?? placeOf(routes);
    return { rule: 'pages', message, where };
  };
  const exports = [['* as exposed', routes] as const, ['{ mountPage }', ownModule('mountPage')] as const];
  const { load } = await buildForNode(name, folder, exports, true);
  makeDocument();
  let tried: Tried;
  try {
    tried = (await load()) as Tried;
  } catch (error) {
    return [refuse(`its modules throw while they load: ${errorMessage(error)}`, error)];
  }
  const { exposed, mountPage } = tried;
  if (typeof exposed.pages !== 'object' || exposed.pages === null) {
    const others = Object.keys(exposed).join(', ') || 'nothing';
    return [refuse(`it exports ${others} and no object named 'pages'. Write: ${EXAMPLE}`)];
  }
  const { pages } = readDeclaration(folder);
  const loaders = new Map<string, unknown>(Object.entries(exposed.pages));
  const refusals = [...loaders.keys()]
    .filter((path) => !pages.some((page) => page.path === path))
    .map((path) => refuse(`'${path}' is in \`pages\` and not in remote.json: declare it there`));
  for (const page of pages) {
    const fault = await faultOf(page, loaders, mountPage);
    if (fault) refusals.push(refuse(...fault));
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

if (import.meta.main) {
  // What a page prints is not a refusal.
  console.error = console.warn = console.log = () => {};
  process.on('unhandledRejection', () => {});
  const [name = '', folder = ''] = process.argv.slice(2);
  const refusals = await tryPages(name, folder).catch((error: unknown): Refusal[] => [
    { rule: 'pages', message: `its pages could not be tried: ${plainText(errorMessage(error))}` },
  ]);
  process.stdout.write(`\n${JSON.stringify(refusals)}`, () => process.exit());
}
