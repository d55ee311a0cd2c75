import type { Page } from '@playwright/test';
import { fetchResponse } from './network.ts';

const PUBLIC_PATHS = ['/', '/about', '/jobs', '/terms', '/pricing', '/rocket', '/retro', '/retro/pricing'];
export const VISITOR_PATHS = [...PUBLIC_PATHS, '/auth', '/retro/auth', '/no-such-page', '/admin'];
export const MEMBER_PATHS = ['/dashboard', '/settings', '/retro/dashboard'];

/** Changes the HTML of every page that is opened from now on, until what it returns is disposed of. */
export const changeHtml = (page: Page, change: (html: string) => string) =>
  page.route('**', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await fetchResponse(route);
    return route.fulfill({ response, body: change(await response.text()) });
  });

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

/** The style sheets of a remote that apply to a page. Others have been fetched for later, or belong to a page before. */
export const appliedSheets = (page: Page, remote: string) =>
  page.locator(`link[rel="stylesheet"][href*="/remotes/${remote}/"]:not([media="not all"])`);
