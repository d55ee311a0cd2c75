import type { Page } from '@playwright/test';
import { openState, statesOfPages } from '../states/index.ts';
import { misfits } from '../support/fit.ts';
import { expect, test } from '../support/test.ts';

/** What opens over a page or changes its shape; the other states say the same in the same places. */
const MORE = [
  'auth/sign-up',
  'dashboard/heavy',
  'dashboard/composer-refused',
  'dashboard/emoji-picker',
  'dashboard/account-menu',
  'dashboard/move-menu',
  'dashboard/renaming',
  'dashboard/goals',
  'dashboard/notices',
  'settings/deletion-refused',
  'retro-week/heavy',
  'remote-failed/visitor',
  'crash/visitor',
];
const pages = statesOfPages(MORE);

/** How somebody enlarges a page: the whole of it by the browser's zoom, or its letters alone. */
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

for (const state of pages) {
  test(`nothing is cut off, pushed out or laid over another when enlarged: ${state.name}`, async ({
    page,
    site,
    allowConsole,
  }) => {
    if (state.says) allowConsole(state.says);
    await openState(page, site, state);
    for (const [view, enlarge] of Object.entries(VIEWS)) {
      await enlarge(page);
      expect.soft(await misfits(page), view).toEqual([]);
    }
    await state.stands?.(page);
  });
}
