import type { Page } from '@playwright/test';
import { openState, settle, stateOf } from '../states/index.ts';
import type { Site } from '../support/site.ts';
import { expect, test } from '../support/test.ts';

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
async function makeSameEverywhere(page: Page, { isSkyShown = false }: Options = {}): Promise<void> {
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

// The pictures of reference are in e2e/visual. `npm run e2e -- visual --update-snapshots` takes them anew, on any Linux
// machine: the tests bring their fonts, and what chance draws is taken out of the page first (makeSameEverywhere).

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
  /** Compares the sky's colours too, where they weigh little. */
  isSkyShown?: boolean;
}

const LAPTOP = { width: 1280, height: 800 };
const LIGHT: View = { size: LAPTOP, colorScheme: 'light' };
const DARK: View = { size: LAPTOP, colorScheme: 'dark' };
const PHONE = { width: 320, height: 640 };

/** By state the views in which it is compared, on one page. */
const PICTURES: Readonly<Record<string, readonly View[]>> = {
  'landing/visitor': [{ size: PHONE, colorScheme: 'dark', isSkyShown: true }, DARK],
  'pricing/visitor': [DARK],
  'auth/sign-in': [DARK],
  'dashboard/normal': [{ size: PHONE, colorScheme: 'light' }, DARK, LIGHT],
  'settings/normal': [LIGHT],
  'retro-landing/visitor': [DARK],
  'retro-week/normal': [DARK],
  'not-found/visitor': [LIGHT],
};

async function see(page: Page, { size, colorScheme, isSkyShown = false }: View): Promise<void> {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme });
  // The stars come late; the colours behind them are there with them.
  if (isSkyShown) await expect(page.locator('canvas')).toBeAttached();
  await settle(page);
  await makeSameEverywhere(page, { isSkyShown });
}

const fileOf = (name: string, { size, colorScheme }: View) =>
  `${name.replace('/', '-')}-${size.width}-${colorScheme}.png`;

async function open(page: Page, site: Site, name: string, view: View): Promise<void> {
  await page.setViewportSize(view.size);
  await openState(page, site, stateOf(name));
  await see(page, view);
}

for (const [name, views] of Object.entries(PICTURES)) {
  test(`looks as it should: ${name}`, async ({ page, site }) => {
    for (const [place, view] of views.entries()) {
      await (place === 0 ? open(page, site, name, view) : see(page, view));
      await expect.soft(page, fileOf(name, view)).toHaveScreenshot(fileOf(name, view), TOLERANCE);
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });
}

/** What can go wrong with a look without any other test noticing; runs in the page, which does it or takes it back. */
const DAMAGE: Readonly<Record<string, (isDone: boolean) => void>> = {
  'a page without its style sheet': (isDone) => {
    const sheets = [...document.styleSheets].filter(({ href }) => href?.includes('/remotes/planner/'));
    if (sheets.length === 0) throw new Error('The planner has no style sheet');
    for (const sheet of sheets) sheet.disabled = isDone;
  },
  'text in the colour of its ground': (isDone) =>
    document.documentElement.style.setProperty('--color-text', isDone ? 'var(--color-surface)' : ''),
  'a card that has moved by a few pixels': (isDone) => {
    const cards = [...document.querySelectorAll('section')];
    const tuesday = cards.find((card) => card.querySelector('h3')?.textContent.startsWith('Tuesday'));
    tuesday?.style.setProperty('translate', isDone ? '0 8px' : '');
  },
};

test('damage is seen', async ({ page, site }) => {
  await open(page, site, 'dashboard/normal', LIGHT);
  for (const [what, damage] of Object.entries(DAMAGE)) {
    await test.step(what, async () => {
      await page.evaluate(damage, true);
      await expect.soft(page, what).not.toHaveScreenshot(fileOf('dashboard/normal', LIGHT), TOLERANCE);
      await page.evaluate(damage, false);
    });
  }
  // What went back is the page as it was.
  await expect(page).toHaveScreenshot(fileOf('dashboard/normal', LIGHT), TOLERANCE);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
