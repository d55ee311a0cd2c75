import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { ComponentType } from 'react';
import { adaptModule, isPattern, type PrerenderedAddress, type RemoteRoute } from '@space/federation';
import { storeError, type PrerenderedPages } from '@space/store';
import { readDeclaration } from '../places.ts';
import { buildForNode } from './buildForNode.ts';
import { checkPrerendered } from './checkPrerendered.ts';
import { listedAddresses } from './listedAddresses.ts';
import { styleOfPage } from './styleOfPage.ts';

interface Entry {
  exposed: object;
  addresses?: readonly PrerenderedAddress[];
  renderPage: (path: string, Page: ComponentType, address?: string) => string;
}

/**
 * Prerenders the pages of a remote: the title of every page, and the HTML of public pages. A public page with parameters is
 * rendered for each address in `src/prerender.ts`. Private pages are only loaded, not rendered.
 *
 * Takes the remote's name, its source folder and its build's folder; returns the pages by path. Throws when a public page cannot be rendered in Node or breaks a rule of `checkPrerendered`.
 */
export async function pagesOf(name: string, folder: string, dist: string): Promise<PrerenderedPages> {
  const declaration = readDeclaration(folder);
  const { pages } = declaration;
  const imports = [
    ['* as exposed', join(folder, 'src', 'routes.tsx')],
    [
      '{ renderPage }',
      join(import.meta.dirname, `renderPage${extname(import.meta.filename).replace('ts', 'tsx')}`),
    ],
  ];
  const list = join(folder, 'src', 'prerender.ts');
  if (existsSync(list)) imports.push(['{ addresses }', list]);
  const text = imports.map(([what, file]) => `export ${what} from ${JSON.stringify(file)};`).join('\n');
  const { module, sourceOf } = await buildForNode(name, folder, text);
  const { exposed, addresses = [], renderPage } = module as Entry;
  // The cast is unchecked: the contract test, which runs in parallel with the build, reports a malformed module.
  const { routes } = adaptModule(exposed, declaration) as { routes: RemoteRoute[] };
  const listed = listedAddresses(name, pages, addresses);

  const found: PrerenderedPages = {};
  for (const { path, handle, lazy } of routes) {
    const isPublic = pages.some((page) => page.path === path && page.access === 'public');
    const Component = await lazy().then(
      (loaded) => loaded.Component,
      (error: unknown) => {
        if (isPublic) throw error;
        return null; // the module may need a browser, and is not rendered here
      },
    );
    const { title, description, isUnlisted } = handle;
    const source = Component ? sourceOf(Component) : undefined;
    found[path] = {
      title,
      ...(description !== undefined && { description }),
      ...(isUnlisted === true && { isUnlisted }),
      ...(source && { source }),
    };
    const listedForPath = listed.get(path) ?? [];
    if (!isPublic || !Component || (isPattern(path) && listedForPath.length === 0)) continue;
    const htmlAt = (address: string) => {
      const html = renderPage(path, Component, address);
      const reasons = checkPrerendered(html);
      if (reasons.length === 0) return html;
      throw storeError(`${name}: the page at ${address} cannot be prerendered: ${reasons.join('; ')}.`);
    };
    const css = source === undefined ? null : styleOfPage(dist, source);
    const rendered = isPattern(path)
      ? {
          addresses: Object.fromEntries(
            listedForPath.map(({ address, ...own }) => [address, { title, ...own, html: htmlAt(address) }]),
          ),
        }
      : { html: htmlAt(path) };
    Object.assign(found[path], { ...rendered, ...(css !== null && { css }) });
  }
  return found;
}
