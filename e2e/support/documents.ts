import type { Page } from '@playwright/test';
import { answerTo } from './network.ts';

/** What a page's HTML says of one version of a remote, as far as tests change it. */
export interface Release {
  contract: number;
  shares: Record<string, string>;
}

interface Registry {
  remotes: Record<string, { live: Release }>;
}

const REGISTRY = /(<script type="application\/json" id="registry">)([^]*?)(<\/script>)/;

/** Lets every page that is opened from now on come with other HTML. Returns a function that stops it. */
async function changeHtml(page: Page, change: (html: string) => string): Promise<() => Promise<void>> {
  const isPage = (url: URL) => !/\.\w+$|^\/(auth|rest)\/v1\/|^\/_/.test(url.pathname);
  await page.route(isPage, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await answerTo(route);
    return route.fulfill({ response, body: change(await response.text()) });
  });
  return () => page.unroute(isPage);
}

/** Lets every page that is opened from now on carry another registry than the server sent. Returns what stops it. */
export const changeRegistryText = (page: Page, change: (text: string) => string) =>
  changeHtml(page, (html) =>
    html.replace(REGISTRY, (_, start, text, end) => `${start}${change(text)}${end}`),
  );

/** The same for the registry as a value, which `change` alters in place. */
export function changeRegistry(page: Page, change: (registry: Registry) => void) {
  return changeRegistryText(page, (text) => {
    // Written by the store, checked by its own tests.
    const registry = JSON.parse(text) as Registry;
    change(registry);
    return JSON.stringify(registry).replaceAll('<', '\\u003c');
  });
}

/**
 * Lets a page throw as soon as it is rendered: its chunk is replaced on the way. The hashes are taken out of the HTML, for
 * the browser would refuse the replacement; a release that is broken from the start has the right ones.
 */
export async function letPageThrow(page: Page, component: string): Promise<() => Promise<void>> {
  const chunk = new RegExp(`/${component}-[^/]+\\.js$`);
  const mendHtml = await changeHtml(page, (html) =>
    html.replace(/<script type="importmap">[^]*?<\/script>/, '').replaceAll(/ integrity="[^"]*"/g, ''),
  );
  const body = `export function ${component}() { throw new Error('a fault in this page'); }`;
  await page.route(chunk, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  return async () => {
    await page.unroute(chunk);
    await mendHtml();
  };
}

/** Leads a page to another path inside its document, as going forward in the history does. */
export const goInside = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** The style sheets of a remote that a page holds: of which version, whether they apply, and whether their hash was asked for. */
export const sheetsOf = (page: Page, remote: string) =>
  page.evaluate(
    (name) =>
      [...document.styleSheets]
        .filter(({ href }) => href?.includes(`/remotes/${name}/`))
        .map(({ href, media, ownerNode }) => ({
          version: href?.split('/')[5],
          isWorn: media.mediaText !== 'not all',
          isChecked: ownerNode instanceof HTMLLinkElement && ownerNode.integrity !== '',
        })),
    remote,
  );
