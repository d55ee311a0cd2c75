import type { Page } from '@playwright/test';

/**
 * Lets a page throw as soon as it is rendered: its chunk is replaced on the way. The hashes are taken out of the HTML, for
 * the browser would refuse the replacement; a release that is broken from the start has the right ones.
 *
 * Takes the page and the component ('PricingPage', in the chunk of that name); returns a function that mends both.
 */
export async function letPageThrow(page: Page, component: string): Promise<() => Promise<void>> {
  const chunk = new RegExp(`/${component}-[^/]+\\.js$`);
  const isDocument = (url: URL) => !/\.\w+$/.test(url.pathname) && !url.pathname.includes('/v1/');
  await page.route(isDocument, async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const html = await response.text();
    const body = html
      .replace(/<script type="importmap">[^]*?<\/script>/, '')
      .replaceAll(/ integrity="[^"]*"/g, '');
    return route.fulfill({ response, body });
  });
  await page.route(chunk, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `export function ${component}() { throw new Error('a fault in this page'); }`,
    }),
  );
  return async () => {
    await page.unroute(chunk);
    await page.unroute(isDocument);
  };
}
