import { extname, join } from 'node:path';
import type { ComponentType } from 'react';
import type { RemoteRoute } from '@space/federation';
import { storeError, type PrerenderedPages } from '@space/store';
import { readDeclaration } from '../places.ts';
import { buildForNode } from './buildForNode.ts';
import { checkPrerendered } from './checkPrerendered.ts';
import { styleOfPage } from './styleOfPage.ts';

interface Entry {
  routes: RemoteRoute[];
  renderPage: (path: string, Page: ComponentType) => string;
}

/**
 * What a page's HTML can hold before any script runs: its title and, where anybody may see the page, all of it. Nothing of
 * a private page is run beyond loading it.
 *
 * Takes the remote's name, its source folder and that of its build; returns its pages by path. Throws when a public page cannot be rendered in
 * Node or breaks a rule of `checkPrerendered`.
 */
export async function pagesOf(name: string, folder: string, dist: string): Promise<PrerenderedPages> {
  const { pages } = readDeclaration(folder);
  const imports = [
    ['routes', join(folder, 'src', 'routes.tsx')],
    [
      'renderPage',
      join(import.meta.dirname, `renderPage${extname(import.meta.filename).replace('ts', 'tsx')}`),
    ],
  ];
  const text = imports.map(([what, file]) => `export { ${what} } from ${JSON.stringify(file)};`).join('\n');
  const { module, sourceOf } = await buildForNode(name, folder, text);
  const { routes, renderPage } = module as Entry;

  const found: PrerenderedPages = {};
  for (const { path, handle, lazy } of routes) {
    const isPublic = pages.some((page) => page.path === path && page.access === 'public');
    const Component = await lazy().then(
      (loaded) => loaded.Component,
      (error: unknown) => {
        if (isPublic) throw error;
        return null; // it may need a browser to be loaded: it is not rendered here
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
    if (!isPublic || !Component) continue;
    const html = renderPage(path, Component);
    const reasons = checkPrerendered(html);
    if (reasons.length > 0) {
      throw storeError(`${name}: the page at ${path} cannot be prerendered: ${reasons.join('; ')}.`);
    }
    const css = source === undefined ? null : styleOfPage(dist, source);
    Object.assign(found[path], { html, ...(css !== null && { css }) });
  }
  return found;
}
