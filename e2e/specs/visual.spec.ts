import type { Page } from '@playwright/test';
import { openState, settle, stateOf } from '../states/index.ts';
import { expect, test } from '../support/test.ts';

// The reference screenshots are in e2e/visual. `npm run e2e -- visual --update-snapshots` updates them, on any Linux
// machine: the tests have their own fonts.

/**
 * The allowed difference. `threshold` is how far one pixel's colour may differ (0 to 1): each release of Chromium smooths
 * the edges of letters and round corners a little differently. The ratio is how many pixels may differ more: one in a
 * thousand, which is a thousand pixels in a laptop's window. The smallest button has twice as many pixels, a line of text
 * in another colour even more.
 */
const TOLERANCE = { threshold: 0.1, maxDiffPixelRatio: 0.001 } as const;

interface View {
  size: { width: number; height: number };
  colorScheme: 'light' | 'dark';
  /** Also compares the sky's colours. By default one colour replaces the sky: its gradient adds 350 kB to a screenshot. */
  isSkyShown?: boolean;
}

const LAPTOP = { width: 1280, height: 800 };
const LIGHT: View = { size: LAPTOP, colorScheme: 'light' };
const DARK: View = { size: LAPTOP, colorScheme: 'dark' };
const PHONE = { width: 320, height: 640 };

/** For each state the views in which it is compared, one after the other on one page. */
const PICTURES: Readonly<Record<string, readonly [View, ...View[]]>> = {
  'landing/visitor': [{ size: PHONE, colorScheme: 'dark', isSkyShown: true }, DARK],
  'pricing/visitor': [DARK],
  'auth/sign-in': [DARK],
  'dashboard/normal': [DARK, LIGHT, { size: PHONE, colorScheme: 'light' }],
  'settings/normal': [LIGHT],
  'retro-landing/visitor': [DARK],
  'retro-week/normal': [DARK],
  'not-found/visitor': [LIGHT],
};

/**
 * Shows the page in a view, without random parts: the stars are hidden, for their positions are random. Fonts and emoji
 * are those of the tests (support/fonts.ts).
 */
async function show(page: Page, { size, colorScheme, isSkyShown = false }: View): Promise<void> {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme });
  // The stars appear late; once they are there, the colours behind them are too.
  if (isSkyShown) await expect(page.locator('canvas')).toBeAttached();
  await settle(page);
  await page.evaluate((isFlat) => {
    const flat = [
      "[class*='SkyLayer'] { display: none !important }",
      ":root:not([data-sky='none'])::before { background: var(--sky-middle) !important }",
    ];
    const always = [
      'canvas { visibility: hidden !important }',
      // Letters keep their exact positions and are not moved to whole pixels.
      '* { text-rendering: geometricPrecision !important }',
    ];
    for (const rule of [...always, ...(isFlat ? flat : [])]) document.styleSheets[0]?.insertRule(rule);
  }, !isSkyShown);
}

const fileOf = (name: string, { size, colorScheme }: View) =>
  `${name.replace('/', '-')}-${size.width}-${colorScheme}.png`;

const isForMembers = (name: string) => name.endsWith('/normal');

for (const group of ['visitors', 'members'])
  test(`pages of ${group} look as they should`, async ({ site, newVisitor }) => {
    for (const [name, views] of Object.entries(PICTURES)) {
      if (isForMembers(name) !== (group === 'members')) continue;
      await test.step(name, async () => {
        const page = await newVisitor();
        await page.setViewportSize(views[0].size);
        await openState(page, site, stateOf(name));
        for (const view of views) {
          await show(page, view);
          await expect.soft(page, fileOf(name, view)).toHaveScreenshot(fileOf(name, view), TOLERANCE);
        }
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        await page.context().close();
      });
    }
  });
