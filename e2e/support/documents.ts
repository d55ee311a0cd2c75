import type { Page } from '@playwright/test';
import { fetchResponse } from './network.ts';

export const VISITOR_PATHS =
  '/ /about /jobs /terms /pricing /rocket /retro /retro/pricing /auth /retro/auth /no-such-page /admin'.split(
    ' ',
  );
export const MEMBER_PATHS = ['/dashboard', '/settings', '/retro/dashboard'];

/** What the registry in a page's HTML says about one version of a remote: the fields that tests change. */
export interface Release {
  contract: number;
  shares: Record<string, string>;
}

/** Changes the HTML of every page that is opened from now on. Returns a function that stops it. */
export async function changeHtml(page: Page, change: (html: string) => string) {
  const isPage = (url: URL) => !/\.\w+$|^\/(auth|rest)\/v1\/|^\/_/.test(url.pathname);
  await page.route(isPage, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await fetchResponse(route);
    return route.fulfill({ response, body: change(await response.text()) });
  });
  return () => page.unroute(isPage);
}

/** The same for what its registry says about the live version of a remote, which `change` modifies in place. */
export const changeRegistry = (page: Page, remote: string, change: (live: Release) => void) =>
  changeHtml(page, (html) =>
    html.replace(/(?<=<script type="application\/json" id="registry">)[^]*?(?=<\/script>)/, (text) => {
      // The store's own tests check the format.
      const registry = JSON.parse(text) as { remotes: Record<string, { live: Release }> };
      const state = registry.remotes[remote];
      if (state) change(state.live);
      return JSON.stringify(registry).replaceAll('<', '\\u003c');
    }),
  );

/**
 * Makes a page throw as soon as it renders, by replacing its chunk on the network. Removes the hashes from the HTML: with
 * them the browser would refuse the replacement. (A release that is itself broken has matching hashes.)
 */
export async function letPageThrow(page: Page, component: string): Promise<void> {
  await changeHtml(page, (html) =>
    html.replace(/<script type="importmap">[^]*?<\/script>/, '').replaceAll(/ integrity="[^"]*"/g, ''),
  );
  const body = `export function ${component}() { throw new Error('a fault in this page'); }`;
  const chunk = new RegExp(`/${component}-[^/]+\\.js$`);
  await page.route(chunk, (route) => route.fulfill({ contentType: 'text/javascript', body }));
}

/** Navigates to another path within the same document, as going forward in the history does. */
export const goInside = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

/** The style sheets of a remote in a page: their version, and whether they apply. */
export const sheetsOf = (page: Page, remote: string) =>
  page.evaluate(
    (name) =>
      [...document.styleSheets]
        .filter(({ href }) => href?.includes(`/remotes/${name}/`))
        .map(({ href, media }) => ({
          version: href?.split('/')[5],
          isApplied: media.mediaText !== 'not all',
        })),
    remote,
  );
