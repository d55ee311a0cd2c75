import { expect, type Page } from '@playwright/test';

export const failureNotice = (page: Page, sentence: string) =>
  page.getByRole('alert').getByText(sentence, { exact: true });

export const successNotice = (page: Page, sentence: string) =>
  page.getByRole('status').getByText(sentence, { exact: true });

/**
 * Closes every notice, also those that wait behind another. Not with the mouse: a click elsewhere would commit an open field,
 * and a notice may disappear by itself in between.
 */
export async function closeNotices(page: Page): Promise<void> {
  const buttons = page.getByRole('button', { name: 'Close notice', includeHidden: true });
  const press = (elements: HTMLElement[]) => elements.map((element) => element.click()).length;
  await expect.poll(() => buttons.evaluateAll(press)).toBe(0);
}

/** Keeps the notices of a page, or of a browser's pages, until they are closed: each ends with the animation of its bar. */
export const keepNotices = (pages: Pick<Page, 'addInitScript'>) =>
  pages.addInitScript(() => {
    const styles = new CSSStyleSheet();
    styles.replaceSync('.Toastify__progress-bar { animation-play-state: paused !important; }');
    document.adoptedStyleSheets.push(styles);
  });
