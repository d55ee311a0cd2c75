import type { Page } from '@playwright/test';
import { makeSameEverywhere } from '../support/sameEverywhere.ts';
import type { Site } from '../support/site.ts';
import { expect, test } from '../support/test.ts';
import { STATES, openState, settle } from '../states/index.ts';

// The pictures of reference are in e2e/visual. `npm run e2e -- visual --update-snapshots` takes them anew, on any Linux
// machine: the tests bring their fonts, and what chance draws is taken out of the page first (makeSameEverywhere).

/**
 * What may differ. `threshold` is how far one pixel's colour may be off (0 to 1): edges of letters and of round corners
 * are smoothed a little differently by each release of Chromium. The ratio is how many pixels may be farther off: one in
 * a thousand, which is a thousand on a laptop's window. A button of the smallest size has twice as many, a line of text
 * in another colour more than that.
 */
const TOLERANCE = { threshold: 0.1, maxDiffPixelRatio: 0.001 } as const;

const LAPTOP = { width: 1280, height: 800 };
const PHONE = { width: 320, height: 640 };

interface Picture {
  state: string;
  size: { width: number; height: number };
  scheme: 'light' | 'dark';
  /** Compares the sky's colours too, where they weigh little. */
  isSkyShown?: boolean;
}

const PICTURES: readonly Picture[] = [
  { state: 'landing/visitor', size: LAPTOP, scheme: 'dark' },
  { state: 'landing/visitor', size: PHONE, scheme: 'dark', isSkyShown: true },
  { state: 'pricing/visitor', size: LAPTOP, scheme: 'dark' },
  { state: 'auth/sign-in', size: LAPTOP, scheme: 'dark' },
  { state: 'dashboard/normal', size: LAPTOP, scheme: 'light' },
  { state: 'dashboard/normal', size: LAPTOP, scheme: 'dark' },
  { state: 'dashboard/normal', size: PHONE, scheme: 'light' },
  { state: 'settings/normal', size: LAPTOP, scheme: 'light' },
  { state: 'retro-landing/visitor', size: LAPTOP, scheme: 'dark' },
  { state: 'retro-week/normal', size: LAPTOP, scheme: 'dark' },
  { state: 'not-found/visitor', size: LAPTOP, scheme: 'light' },
];

const fileOf = ({ state, size, scheme }: Picture) => `${state.replace('/', '-')}-${size.width}-${scheme}.png`;

async function open(page: Page, site: Site, picture: Picture): Promise<void> {
  const { state: name, size, scheme, isSkyShown = false } = picture;
  const state = STATES.find((one) => one.name === name);
  if (!state) throw new Error(`There is no state ${name}`);
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: scheme });
  await openState(page, site, state);
  // The stars come late; the colours behind them are there with them.
  if (isSkyShown) await expect(page.locator('canvas')).toBeAttached();
  await makeSameEverywhere(page, { isSkyShown });
}

for (const picture of PICTURES) {
  test(`looks as it should: ${fileOf(picture)}`, async ({ page, site }) => {
    await open(page, site, picture);
    await expect(page).toHaveScreenshot(fileOf(picture), TOLERANCE);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
}

/** What can go wrong with a look without any other test noticing. */
const DAMAGE: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'a page without its style sheet': (page) =>
    page.evaluate(() => {
      const sheets = [...document.styleSheets].filter(({ href }) => href?.includes('/remotes/planner/'));
      if (sheets.length === 0) throw new Error('The planner has no style sheet');
      for (const sheet of sheets) sheet.disabled = true;
    }),
  'another accent': (page) =>
    page.evaluate(() => document.documentElement.style.setProperty('--color-accent', '#0d9488')),
  'text in the colour of its ground': (page) =>
    page.evaluate(() => document.documentElement.style.setProperty('--color-text', 'var(--color-surface)')),
  'a card that has moved by a few pixels': (page) =>
    page
      .getByRole('region', { name: /^Tuesday/ })
      .evaluate((card) => card.style.setProperty('translate', '0 8px')),
  'headings in another face': (page) =>
    page.evaluate(() => {
      for (const heading of document.querySelectorAll<HTMLElement>('h1, h2, h3')) {
        heading.style.setProperty('font-family', 'serif', 'important');
      }
    }),
};

test('damage is seen', async ({ page, site }) => {
  const picture: Picture = { state: 'dashboard/normal', size: LAPTOP, scheme: 'light' };
  await open(page, site, picture);
  for (const [what, damage] of Object.entries(DAMAGE)) {
    await test.step(what, async () => {
      await damage(page);
      await expect.soft(page, what).not.toHaveScreenshot(fileOf(picture), TOLERANCE);
      await page.reload();
      await expect(page.getByRole('checkbox', { name: 'Look back at the week' })).toBeVisible();
      await settle(page);
      await makeSameEverywhere(page);
    });
  }
  // What went back is the page as it was.
  await expect(page).toHaveScreenshot(fileOf(picture), TOLERANCE);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
