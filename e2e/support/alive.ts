import type { Page } from '@playwright/test';

/** Waits until a page that is prerendered is alive: it has taken off the mark that its HTML came with. */
export async function untilAlive(page: Page): Promise<void> {
  await page.locator('html:not([data-prerendered])').waitFor({ state: 'attached' });
}

/**
 * Lets `goto` and `reload` of a page wait until it is alive, as a person does who sees it before acting; links of a page
 * that is not open a document. Who looks at the moments before says `waitUntil: 'commit'`.
 */
export function meetAlive(page: Page): void {
  const { goto, reload } = page;
  page.goto = async (url, options) => {
    const answer = await goto.call(page, url, options);
    if (options?.waitUntil !== 'commit') await untilAlive(page);
    return answer;
  };
  page.reload = async (options) => {
    const answer = await reload.call(page, options);
    if (options?.waitUntil !== 'commit') await untilAlive(page);
    return answer;
  };
}
