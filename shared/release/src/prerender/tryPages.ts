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

// Run in a process of its own, which it makes a browser's page: shows every page of a remote once, and prints the refusals as the
// last line of its output.

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

/** How a page is shown: people whom it turns away do not see it. */
function visitsOf({ path, access }: RemoteDeclaration['pages'][number]): Visit[] {
  const address = path.replaceAll(/:\w+|\*/g, 'a');
  return [
    { path, address, isSignedIn: access === 'signed-in', isFull: false },
    { path, address, isSignedIn: access !== 'signed-out', isFull: true },
  ];
}

/**
 * Loads every page of a remote in a document, and shows it once with an empty and once with a full week. Takes the remote's
 * name and source folder; returns a refusal for each fault. Throws when the source cannot be built.
 */
async function tryPages(name: string, folder: string): Promise<Refusal[]> {
  const routes = join(folder, 'src', 'routes.tsx');
  if (!existsSync(routes)) return [{ rule: 'pages', message: `it has no src/routes.tsx. Write: ${EXAMPLE}` }];
  const refusals: Refusal[] = [];
  const refuse = (message: string, error?: unknown) =>
    refusals.push({ rule: 'pages', message, where: placeOfError(error, folder) ?? placeOf(routes) });
  const exports = [['* as exposed', routes] as const, ['{ mountPage }', ownModule('mountPage')] as const];
  const { load } = await buildForNode(name, folder, exports, true);
  makeDocument();
  let tried: Tried;
  try {
    tried = (await load()) as Tried;
  } catch (error) {
    refuse(`its modules throw while they load: ${errorMessage(error)}`, error);
    return refusals;
  }
  const { exposed, mountPage } = tried;
  if (typeof exposed.pages !== 'object' || exposed.pages === null) {
    const others = Object.keys(exposed).join(', ') || 'nothing';
    refuse(`it exports ${others} and no object named 'pages'. Write: ${EXAMPLE}`);
    return refusals;
  }
  const { pages } = readDeclaration(folder);
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
