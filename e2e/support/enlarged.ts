import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { misfits } from './fit.ts';

/** How a person enlarges a page: the whole of it by the browser's zoom, or its letters alone. */
const VIEWS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'a window of 1280 px at 200 %': (page) => page.setViewportSize({ width: 640, height: 450 }),
  'a window of 1280 px at 400 %': (page) => page.setViewportSize({ width: 320, height: 256 }),
  'a small phone': (page) => page.setViewportSize({ width: 320, height: 640 }),
  'letters of twice the size on a desktop': async (page) => {
    await enlargeLetters(page);
    await page.setViewportSize({ width: 1280, height: 900 });
  },
  'letters of twice the size on a small phone': async (page) => {
    await enlargeLetters(page);
    await page.setViewportSize({ width: 320, height: 640 });
  },
};

/** Before the window gets its size, so that what is open is placed for both. */
const enlargeLetters = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });

/** However the page is enlarged, nothing is cut off, pushed out or laid over another. Leaves it as it was, on a desktop. */
export async function expectToFit(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  for (const [view, enlarge] of Object.entries(VIEWS)) {
    await enlarge(page);
    expect
      .soft(await misfits(page), `nothing is cut off, pushed out or laid over another: ${view}`)
      .toEqual([]);
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.setViewportSize({ width: 1280, height: 900 });
}
