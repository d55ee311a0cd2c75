import type { Page } from '@playwright/test';
import { openState, settle, stateOf } from '../states/index.ts';
import { expect, test } from '../support/test.ts';

// The pictures of reference are in e2e/visual. `npm run e2e -- visual --update-snapshots` takes them anew, on any Linux
// machine: the tests bring their fonts.

/**
 * What may differ. `threshold` is how far one pixel's colour may be off (0 to 1): edges of letters and of round corners
 * are smoothed a little differently by each release of Chromium. The ratio is how many pixels may be farther off: one in
 * a thousand, which is a thousand on a laptop's window. A button of the smallest size has twice as many, a line of text
 * in another colour more than that.
 */
const TOLERANCE = { threshold: 0.1, maxDiffPixelRatio: 0.001 } as const;

interface View {
  size: { width: number; height: number };
  colorScheme: 'light' | 'dark';
  /** Compares the sky's colours too; elsewhere one colour replaces it, or a picture has 350 kB of gradient. */
  isSkyShown?: boolean;
}

const LAPTOP = { width: 1280, height: 800 };
const LIGHT: View = { size: LAPTOP, colorScheme: 'light' };
const DARK: View = { size: LAPTOP, colorScheme: 'dark' };
const PHONE = { width: 320, height: 640 };

/** By state the views in which it is compared, on one page. */
const PICTURES: Readonly<Record<string, readonly [View, ...View[]]>> = {
  'landing/visitor': [{ size: PHONE, colorScheme: 'dark', isSkyShown: true }, DARK],
  'pricing/visitor': [DARK],
  'auth/sign-in': [DARK],
  'dashboard/normal': [{ size: PHONE, colorScheme: 'light' }, DARK, LIGHT],
  'settings/normal': [LIGHT],
  'retro-landing/visitor': [DARK],
  'retro-week/normal': [DARK],
  'not-found/visitor': [LIGHT],
};

/**
 * Shows the page in a view, without what belongs to chance: stars are hidden, for they stand where chance has put them.
 * Faces and emoji are those that the tests bring (support/fonts.ts).
 */
async function show(page: Page, { size, colorScheme, isSkyShown = false }: View): Promise<void> {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme });
  // The stars come late; the colours behind them are there with them.
  if (isSkyShown) await expect(page.locator('canvas')).toBeAttached();
  await settle(page);
  await page.evaluate((isFlat) => {
    const flat = [
      "[class*='SkyLayer'] { display: none !important }",
      ":root:not([data-sky='none'])::before { background: var(--sky-middle) !important }",
    ];
    const always = [
      'canvas { visibility: hidden !important }',
      // Letters stand where their outlines say, and are not moved to whole pixels.
      '* { text-rendering: geometricPrecision !important }',
    ];
    for (const rule of [...always, ...(isFlat ? flat : [])]) document.styleSheets[0]?.insertRule(rule);
  }, !isSkyShown);
}

const fileOf = (name: string, { size, colorScheme }: View) =>
  `${name.replace('/', '-')}-${size.width}-${colorScheme}.png`;

for (const [name, views] of Object.entries(PICTURES)) {
  test(`looks as it should: ${name}`, async ({ page, site }) => {
    await page.setViewportSize(views[0].size);
    await openState(page, site, stateOf(name));
    for (const view of views) {
      await show(page, view);
      await expect.soft(page, fileOf(name, view)).toHaveScreenshot(fileOf(name, view), TOLERANCE);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
}
