import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { ComponentType } from 'react';
import {
  isPattern,
  pageOf,
  type PageLoaders,
  type PrerenderedAddress,
  type RemoteRoute,
} from '@space/federation';
import { SHELL, storeError, type Frames, type PrerenderedPages, type RemoteDeclaration } from '@space/store';
import { styleOfPage } from '../pageFiles.ts';
import { readDeclaration } from '../places.ts';
import { buildForNode } from './buildForNode.ts';

/** The HTML that the shell renders around pages, from its `src/frames.tsx`. Takes the shell's source folder. */
export async function framesOf(folder: string): Promise<Frames> {
  const built = await buildForNode(SHELL, folder, [
    ['*', join(folder, 'src', 'frames.tsx')],
    ['*', join(folder, 'src', 'app', 'ownPages.ts')],
  ]);
  const { frames, ownPages } = (await built.load()) as {
    frames: () => Omit<Frames, 'sources'>;
    ownPages: readonly RemoteRoute[];
  };
  const found = await built.loadSources();
  const sources: Record<string, string> = {};
  for (const { path, lazy } of ownPages) {
    const source = found.get((await lazy()).Component);
    if (source !== undefined) sources[path] = source;
  }
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

/**
 * Groups the addresses that a remote lists in `src/prerender.ts` by the path of their page. Takes the remote's name, its pages
 * and the list. Throws StoreError for an address that is listed twice or does not belong to a public page with parameters.
 */
export function listedAddresses(
  name: string,
  pages: RemoteDeclaration['pages'],
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
 * Prerenders the pages of a remote: the title of every page, and the HTML of public pages. A public page with parameters is
 * rendered for each address in `src/prerender.ts`. Private pages are only loaded, not rendered. Throws when a public page
 * cannot be rendered in Node or breaks a rule of `checkPrerendered`.
 */
export async function pagesOf(name: string, folder: string, dist: string): Promise<PrerenderedPages> {
  const { pages } = readDeclaration(folder);
  const render = `renderPage${extname(import.meta.filename).replace('ts', 'tsx')}`;
  const list = join(folder, 'src', 'prerender.ts');
  const built = await buildForNode(name, folder, [
    ['* as exposed', join(folder, 'src', 'routes.tsx')],
    ['{ renderPage }', join(import.meta.dirname, render)],
    ...(existsSync(list) ? [['{ addresses }', list] as const] : []),
  ]);
  const { exposed, addresses = [], renderPage } = (await built.load()) as Exposed;
  const sources = await built.loadSources();
  const listed = listedAddresses(name, pages, addresses);

  const found: PrerenderedPages = {};
  for (const [path, load] of Object.entries(exposed.pages ?? {})) {
    const page = pages.find((one) => one.path === path);
    // Its component is reported as one that remote.json does not declare.
    if (!page) continue;
    const { title, description, isUnlisted, access } = page;
    const Component = await load().then(
      (loaded) => ('default' in loaded ? loaded.default : loaded),
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
    const atAddresses = (listed.get(path) ?? []).map(({ address, ...own }) => [
      address,
      { title, ...own, html: htmlAt(address) },
    ]);
    const hasHtml = access === 'public' && (!isPattern(path) || atAddresses.length > 0);
    const css = hasHtml ? styleOfPage(dist, source) : null;
    found[path] = {
      title,
      ...(description !== undefined && { description }),
      ...(isUnlisted === true && { isUnlisted }),
      ...(source !== undefined && { source }),
      ...(hasHtml &&
        (isPattern(path) ? { addresses: Object.fromEntries(atAddresses) } : { html: htmlAt(path) })),
      ...(css !== null && { css }),
    };
  }
  return found;
}
