import type { Page } from '@playwright/test';

/**
 * Where the sky is compared as well, its colours are; elsewhere one colour replaces it, or a picture has 350 kB of
 * gradient.
 */
interface Options {
  isSkyShown?: boolean;
}

/**
 * Takes out of the page what belongs to chance and not to the site, so that its picture is the same every time: the stars,
 * which stand where chance has put them, are not shown. Faces and emoji are those that the tests bring (support/fonts.ts).
 */
export async function makeSameEverywhere(page: Page, { isSkyShown = false }: Options = {}): Promise<void> {
  await page.evaluate(async (isFlat) => {
    const flat = [
      "[class*='SkyLayer'] { display: none !important }",
      ":root:not([data-sky='none'])::before { background: var(--sky-middle) !important }",
    ];
    const always = [
      'canvas { visibility: hidden !important }',
      // Letters stand where their outlines say, and are not moved to whole pixels.
      '* { text-rendering: geometricPrecision !important }',
    ];
    for (const rule of [...always, ...(isFlat ? flat : [])]) {
      document.styleSheets[0]?.insertRule(rule);
    }
    await document.fonts.ready;
  }, !isSkyShown);
}
