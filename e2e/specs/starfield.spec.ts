import type { Page } from '@playwright/test';
import { openPlainTab } from '../support/plainTab.ts';
import {
  canvas,
  countFrames,
  countWorkerFrames,
  expectDrawing,
  expectWorkers,
  letFramesPass,
  measureCost,
  pixelsDrawn,
} from '../support/starfield.ts';
import { expect, test } from '../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const pause = (page: Page) => page.getByRole('button', { name: 'Pause animation' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Nothing is drawn and nothing on the screen changes while frames go by. */
async function expectStill(page: Page, frames: () => Promise<number>): Promise<void> {
  // The worker hears of it a moment after the page, and draws the frame that stays.
  await expect
    .poll(async () => {
      const before = await frames();
      await letFramesPass(page);
      return (await frames()) - before;
    })
    .toBe(0);
  const [count, picture] = [await frames(), await page.screenshot()];
  for (let round = 0; round < 3; round += 1) {
    await letFramesPass(page);
    expect(await frames()).toBe(count);
    expect((await page.screenshot()).equals(picture), 'the same picture').toBe(true);
  }
}

async function expectMoving(page: Page, frames: () => Promise<number>): Promise<void> {
  await expectDrawing(frames);
  const picture = await page.screenshot();
  const isSame = async () => (await page.screenshot()).equals(picture);
  await expect.poll(isSame, { message: 'a still picture' }).toBe(false);
}

/** What makes a starfield of the worker impossible. */
const LAME: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'a browser that cannot draw in a worker': (page) =>
    page.addInitScript(() => Reflect.deleteProperty(globalThis, 'OffscreenCanvas')),
  'a worker that cannot be fetched': (page) =>
    page.route(/starfieldWorker/, (route) => route.fulfill({ status: 404, body: 'gone' })),
};

test('a starfield lies behind every page of this world and fits its window', async ({ page }) => {
  for (const path of ['/', '/auth', '/no-such-page', '/about']) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(heading(page)).toBeVisible();
      const [inWorker, onPage] = [await countWorkerFrames(page), await countFrames(page)];
      await expectDrawing(inWorker);
      expect(await onPage(), 'the page itself draws nothing').toBe(0);
      await expect(canvas(page)).toHaveCount(1);
      expect(await pixelsDrawn(page)).toBeGreaterThan(99);
    });
  }
  const frames = await countWorkerFrames(page);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveURL('/pricing');
  await expectDrawing(frames);
  await expect(canvas(page)).toHaveCount(1);
  for (const [width, height] of [
    [320, 640],
    [1600, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(canvas(page)).toHaveJSProperty('width', width);
    await expect(canvas(page)).toHaveJSProperty('height', height);
    await expect.poll(() => pixelsDrawn(page)).toBeGreaterThan(99);
  }
});

test('the week and the settings have one, retro pages none', async ({ member: page }) => {
  for (const path of ['/dashboard', '/settings']) {
    await page.goto(path);
    await expectDrawing(await countWorkerFrames(page));
    await expect(canvas(page)).toHaveCount(1);
    await page.getByRole('link', { name: 'Enter retro mode' }).click();
    await expect(page).toHaveURL('/retro');
    await expectWorkers(page, 0);
    await expect(canvas(page)).toHaveCount(0);
    await expect(page.getByRole('complementary', { name: 'Animation and retro mode' })).toHaveCount(0);
    await page.goBack();
    await expectDrawing(await countWorkerFrames(page));
  }
});

test('the animation can be paused by keyboard, and rests with reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const frames = await countWorkerFrames(page);
  await expect.poll(() => pixelsDrawn(page)).toBeGreaterThan(99);
  await expect(pause(page)).toBeHidden();
  await expectStill(page, frames);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect(pause(page)).toHaveAttribute('aria-pressed', 'false');
  await expect(pause(page)).toHaveAttribute('title', 'Pause animation');
  await expectMoving(page, frames);
  await page.getByRole('link', { name: 'Enter retro mode' }).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(pause(page)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(pause(page)).toHaveAttribute('aria-pressed', 'true');
  await expectStill(page, frames);
  expect(await pixelsDrawn(page), 'the still frame stays').toBeGreaterThan(99);

  await page.keyboard.press('Enter');
  await expect(pause(page)).toHaveAttribute('aria-pressed', 'false');
  await expectDrawing(frames);
});

// `npm run lab -- starfield` prints the figures, and the page's own drawing beside the worker's.
test('the starfield costs a slow page at most a millisecond a frame', async ({ browser, site }) => {
  const { frames, perSecond } = await measureCost(browser, site.origin, 'worker', 3_000);
  expect(frames).toBeGreaterThan(3);
  // Of the sixty frames that a screen shows in a second, however many of them a busy machine lets the worker draw.
  expect(perSecond / 60).toBeLessThanOrEqual(1);
});

test('nothing is drawn while another tab is in front', { tag: '@covered' }, async ({ browser, site }) => {
  const tab = await openPlainTab(browser, site.origin);
  const [inWorker, onPage] = [await countFrames(await tab.worker('starfield')), await countFrames(tab)];
  await expectDrawing(inWorker);
  const other = await openPlainTab(browser, 'about:blank');
  await expect.poll(() => tab.evaluate(() => document.visibilityState)).toBe('hidden');
  const count = await inWorker();
  await letFramesPass(other);
  expect(await inWorker()).toBe(count);
  expect(await onPage()).toBe(0);
  await tab.activate();
  await expectDrawing(inWorker);
  await Promise.all([tab.close(), other.close()]);
});

for (const [what, lame] of Object.entries(LAME)) {
  test(`${what} leaves the drawing to the page`, async ({ page, allowConsole }) => {
    allowConsole(/404/);
    await lame(page);
    await page.goto('/');
    await expect(canvas(page)).toHaveCount(1);
    await expectMoving(page, await countFrames(page));
    await expect(canvas(page)).toHaveCount(1);
    await expectWorkers(page, 0);
  });
}

// The tab that `npm run lab -- speed` measures in (support/plainTab.ts). It runs in either browser.

for (const [browserName, tag] of [
  ['the headless shell', []],
  ['the whole browser', ['@covered']],
] as const) {
  test(
    `a question to a plain tab that closes is rejected, in ${browserName}`,
    { tag: [...tag] },
    async ({ browser }) => {
      const tab = await openPlainTab(browser, 'about:blank');
      expect(await tab.evaluate(() => document.URL)).toBe('about:blank');
      const never = tab.evaluate(() => new Promise(() => {}));
      await Promise.all([expect(never).rejects.toThrow('the tab is closed'), tab.close()]);
      await expect(tab.send('Page.enable')).rejects.toThrow('the tab is closed');
    },
  );
}
