import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ComponentType } from 'react';
import { isPattern, pageOf, routesOf, type PageLoaders, type PrerenderedAddress } from '@space/federation';
import { SHELL, errorMessage, isStoreError, storeError, type PrerenderedPages } from '@space/store';
import { styleOfPage } from '../pageFiles.ts';
import { readDeclaration } from '../places.ts';
import { buildForNode, ownModule, placeOfError } from './buildForNode.ts';

// Run in a process of its own, because React reads NODE_ENV only once and because a page may loop: renders what an app shows
// before any script runs into its build.

interface FramesModule {
  frames: () => object;
  ownPages: ReturnType<typeof routesOf>;
}

/** The HTML that the shell renders around pages, from its `src/frames.tsx`. Takes the shell's source folder. */
async function framesOf(folder: string) {
  const built = await buildForNode(SHELL, folder, [
    ['*', join(folder, 'src', 'frames.tsx')],
    ['*', join(folder, 'src', 'app', 'ownPages.ts')],
  ]);
  const { frames, ownPages } = (await built.load()) as FramesModule;
  const found = await built.loadSources();
  const sources: Record<string, string | undefined> = {};
  for (const { path, lazy } of ownPages) sources[path] = found.get((await lazy()).Component);
  return { ...frames(), sources };
}

/** The patterns that prerendered HTML must not contain, and what to do instead (docs/decisions/021). */
const FORBIDDEN: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [
    /(?:id|for|aria-[a-z]+|href|fill)="[^"]*_[rR]_\w*_/,
    'it uses useId, whose ids depend on the shell around the page: choose a fixed id',
  ],
  [
    /<[^>]*\sstyle="/,
    'it has a style attribute, which the site’s Content-Security-Policy refuses: use a class',
  ],
  [/<script\b/i, 'it has a script element, which the site’s Content-Security-Policy refuses'],
  [
    /\b(?:src|srcset|href)="(?:\.{0,2}\/)?assets\//,
    'it names a built file by an address that is valid only during the build: put the picture into a style sheet',
  ],
  [
    /<[^>]*\s(?:src|srcset|poster|href)="(?:file:|\/[^"]*\.\w+[\s"])/,
    'it names a file of public/, whose address depends on the release: put the picture into a style sheet, or show it after hydration',
  ],
];

/** Checks the HTML of a page; returns a sentence for each reason why it cannot be prerendered, none if it can. */
export function checkPrerendered(html: string): string[] {
  return FORBIDDEN.filter(([pattern]) => pattern.test(html)).map(([, reason]) => reason);
}

/** Letters, digits, hyphens and underscores: valid folder names on every host. */
const ADDRESS = /^(\/[\w-]+)+$/;

/** Groups the addresses of `src/prerender.ts` by the path of their page. Throws StoreError for one that cannot be rendered. */
export function listedAddresses(
  name: string,
  pages: ReturnType<typeof readDeclaration>['pages'],
  addresses: readonly PrerenderedAddress[],
): Map<string, PrerenderedAddress[]> {
  const byPath = new Map<string, PrerenderedAddress[]>();
  for (const [index, one] of addresses.entries()) {
    const { address } = one;
    const page = pageOf(pages, address);
    const fail = (reason: string) => storeError(`${name}: src/prerender.ts lists '${address}', ${reason}.`);
    if (!ADDRESS.test(address))
      throw fail('and an address has letters, digits, hyphens and underscores between slashes');
    if (addresses.findIndex((other) => other.address === address) !== index) throw fail('twice');
    if (!page || !isPattern(page.path))
      throw fail('which is not the address of a page with parameters in remote.json');
    if (page.access !== 'public') throw fail(`and ${page.path} is not public`);
    byPath.set(page.path, [...(byPath.get(page.path) ?? []), one]);
  }
  return byPath;
}

/** What the module exports that is built from a remote's source. */
interface Exposed {
  /** `tryPages`, which runs in parallel with the build, reports a malformed module. */
  exposed: { pages?: PageLoaders };
  addresses?: readonly PrerenderedAddress[];
  renderPage: (path: string, Page: ComponentType, address?: string) => string;
}

/**
 * Prerenders a remote: the titles of all pages, the HTML of public ones, at each address that `src/prerender.ts` lists. Throws
 * when a public page cannot be rendered in Node or breaks a rule of `checkPrerendered`.
 */
async function pagesOf(name: string, folder: string, dist: string): Promise<PrerenderedPages> {
  const declaration = readDeclaration(folder);
  const list = join(folder, 'src', 'prerender.ts');
  const built = await buildForNode(name, folder, [
    ['* as exposed', join(folder, 'src', 'routes.tsx')],
    ['{ renderPage }', ownModule('renderPage')],
    ...(existsSync(list) ? [['{ addresses }', list] as const] : []),
  ]);
  const { exposed, addresses = [], renderPage } = (await built.load()) as Exposed;
  const sources = await built.loadSources();
  const listed = listedAddresses(name, declaration.pages, addresses);

  const found: PrerenderedPages = {};
  for (const { path, lazy } of routesOf(declaration, exposed.pages ?? {})) {
    const page = declaration.pages.find((one) => one.path === path);
    // Its component is reported as one that remote.json does not declare.
    if (!page) continue;
    const { title, description, isUnlisted, access } = page;
    const Component = await lazy().then(
      (loaded) => loaded.Component,
      (error: unknown) => {
        if (access === 'public') throw error;
        return null; // the module may need a browser, and is not rendered here
      },
    );
    const source = sources.get(Component);
    const htmlAt = (address: string) => {
      const html = renderPage(path, Component ?? (() => null), address);
      const reasons = checkPrerendered(html);
      if (reasons.length === 0) return html;
      throw storeError(`${name}: the page at ${address} cannot be prerendered: ${reasons.join('; ')}.`);
    };
    found[path] = { title, description, isUnlisted, source };
    const own = isPattern(path) ? listed.get(path) : [];
    if (access !== 'public' || own === undefined) continue;
    const css = styleOfPage(dist, source) ?? undefined;
    const rendered = own.map(({ address, ...rest }) => [address, { title, ...rest, html: htmlAt(address) }]);
    const content = isPattern(path) ? { addresses: Object.fromEntries(rendered) } : { html: htmlAt(path) };
    Object.assign(found[path], content, { css });
  }
  return found;
}

/** Why pages could not be rendered, with the line of the app if the stack names one. */
function reasonOf(error: unknown, folder: string): string {
  if (isStoreError(error)) return error.message;
  const place = placeOfError(error, folder);
  const where = place === undefined ? '' : ` (${place})`;
  return (
    `Its public pages cannot be rendered without a browser, as a release does: ${errorMessage(error)}${where}. ` +
    'Use what only a browser has in an effect, not while a module loads or a page renders.'
  );
}

if (import.meta.main) {
  const [name = '', folder = '', dist = ''] = process.argv.slice(2);
  try {
    const content = name === SHELL ? await framesOf(folder) : await pagesOf(name, folder, dist);
    const file = join(dist, name === SHELL ? 'frames.json' : 'pages.json');
    await writeFile(file, `${JSON.stringify(content, null, 1)}\n`);
  } catch (error) {
    console.error(reasonOf(error, folder));
    process.exitCode = 1;
  }
  process.exit();
}
