import { existsSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { ComponentType } from 'react';
import { adaptModule, isPattern, slotIn, type PrerenderedAddress, type RemoteRoute } from '@space/federation';
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
 * What a page's HTML can hold before any script runs: its title and, where anybody may see the page, all of it; of one with
 * parameters, all of each address that `src/prerender.ts` lists. Nothing of a private page is run beyond loading it, nor of what is
 * put into slots, which is among them by the slot's name.
 *
 * Takes the remote's name, its source folder and that of its build; returns its pages by path. Throws when a public page cannot be rendered in
 * Node or breaks a rule of `checkPrerendered`.
 */
export async function pagesOf(name: string, folder: string, dist: string): Promise<PrerenderedPages> {
  const declaration = readDeclaration(folder);
  const { pages, fills = [] } = declaration;
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
  // The contract test, which runs beside the build, tells what is wrong with its shape.
  const { routes } = adaptModule(exposed, declaration) as { routes: RemoteRoute[] };
  const listed = listedAddresses(name, pages, addresses);

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
    const ofPath = listed.get(path) ?? [];
    if (!isPublic || !Component || (isPattern(path) && ofPath.length === 0)) continue;
    const htmlAt = (address: string) => {
      const html = renderPage(path, Component, address);
      const reasons = checkPrerendered(html);
      if (reasons.length === 0) return html;
      throw storeError(`${name}: the page at ${address} cannot be prerendered: ${reasons.join('; ')}.`);
    };
    const css = source === undefined ? null : styleOfPage(dist, source);
    const whole = isPattern(path)
      ? {
          addresses: Object.fromEntries(
            ofPath.map(({ address, ...words }) => [address, { title, ...words, html: htmlAt(address) }]),
          ),
        }
      : { html: htmlAt(path) };
    Object.assign(found[path], { ...whole, ...(css !== null && { css }) });
  }
  const slots = Object.keys((exposed as { slots?: object }).slots ?? {});
  for (const slot of slots) {
    // It may need a browser to be loaded: nothing of it is rendered here.
    const Component = await slotIn(exposed, slot)
      ?.lazy()
      .then(
        (loaded) => loaded.Component,
        () => null,
      );
    const source = Component ? sourceOf(Component) : undefined;
    const { title = slot } = fills.find((fill) => fill.slot === slot) ?? {};
    found[slot] = { title, ...(source && { source }) };
  }
  return found;
}
