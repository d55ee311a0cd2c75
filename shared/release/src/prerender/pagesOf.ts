import { join } from 'node:path';
import type { ComponentType } from 'react';
import type { RemoteRoute, RemoteSlot } from '@space/federation';
import { storeError, type PrerenderedPages } from '@space/store';
import { readDeclaration } from '../places.ts';
import { buildForNode } from './buildForNode.ts';
import { checkPrerendered } from './checkPrerendered.ts';
import { styleOfPage } from './styleOfPage.ts';

interface Entry {
  exposed: { routes: RemoteRoute[]; slots?: RemoteSlot[] };
  renderPage: (path: string, Page: ComponentType) => string;
}

/**
 * What a page's HTML can hold before any script runs: its title and, where anybody may see the page, all of it. Nothing of
 * a private page is run beyond loading it, nor of what is put into slots, which is among them by the slot's name.
 *
 * Takes the remote's name, its source folder and that of its build; returns its pages by path. Throws when a public page cannot be rendered in
 * Node or breaks a rule of `checkPrerendered`.
 */
export async function pagesOf(name: string, folder: string, dist: string): Promise<PrerenderedPages> {
  const { pages, fills = [] } = readDeclaration(folder);
  const imports = [
    ['* as exposed', join(folder, 'src', 'routes.tsx')],
    ['{ renderPage }', join(import.meta.dirname, 'renderPage.tsx')],
  ];
  const text = imports.map(([what, file]) => `export ${what} from ${JSON.stringify(file)};`).join('\n');
  const { module, sourceOf } = await buildForNode(name, folder, text);
  const { exposed, renderPage } = module as Entry;
  const { routes, slots = [] } = exposed;

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
  for (const { slot, lazy } of slots) {
    // It may need a browser to be loaded: nothing of it is rendered here.
    const Component = await lazy().then(
      (loaded) => loaded.Component,
      () => null,
    );
    const source = Component ? sourceOf(Component) : undefined;
    const { title = slot } = fills.find((fill) => fill.slot === slot) ?? {};
    found[slot] = { title, ...(source && { source }) };
  }
  return found;
}
