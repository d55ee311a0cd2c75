import type { Page } from '@playwright/test';
import { restoreSession } from '../support/accounts.ts';
import { motionsOf } from '../support/motion.ts';
import { openPlainTab } from '../support/plainTab.ts';
import {
  canvas,
  countFrames,
  countWorkerFrames,
  expectDrawing,
  expectWorkers,
  letFramesPass,
  pixelsDrawn,
} from '../support/starfield.ts';
import { expect, test } from '../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const pause = (page: Page) => page.getByRole('button', { name: 'Pause animation' });
/** Retro has a control of its own for what moves there. */
const corner = (page: Page) => page.getByRole('complementary', { name: 'Animation and retro mode' });
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
  await expect
    .poll(async () => (await page.screenshot()).equals(picture), { message: 'a still picture' })
    .toBe(false);
}

test('a starfield lies behind every page of this world', async ({ page }) => {
  for (const path of ['/', '/about', '/pricing', '/auth', '/no-such-page']) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(heading(page)).toBeVisible();
      await expectDrawing(await countWorkerFrames(page));
      await expect(canvas(page)).toHaveCount(1);
      expect(await pixelsDrawn(page)).toBeGreaterThan(99);
    });
  }
});

test('a starfield lies behind the week and the settings, in light and in dark', async ({
  signedInPage: page,
}) => {
  for (const path of ['/dashboard', '/settings']) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(path);
      await expect(heading(page)).toBeVisible();
      await expectDrawing(await countWorkerFrames(page));
      await expect(canvas(page)).toHaveCount(1);
    }
  }
});

test("retro pages have no starfield and none of the shell's controls, and coming back brings one", async ({
  page,
  context,
  account,
}) => {
  await restoreSession(context, account.session);
  await page.goto('/');
  await expectWorkers(page, 1);
  for (let round = 0; round < 2; round += 1) {
    await page.getByRole('link', { name: 'Enter retro mode' }).click();
    await expect(page).toHaveURL('/retro');
    await expectWorkers(page, 0);
    await expect(canvas(page)).toHaveCount(0);
    await expect(corner(page)).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL('/');
    await expectDrawing(await countWorkerFrames(page));
    await expect(canvas(page)).toHaveCount(1);
  }
  for (const path of ['/retro', '/retro/auth', '/retro/pricing', '/retro/dashboard']) {
    await page.goto(path);
    await expect(heading(page)).toBeVisible();
    await expect(canvas(page)).toHaveCount(0);
    await expect(corner(page)).toHaveCount(0);
  }
});

test('the same starfield stays while pages change', async ({ page }) => {
  await page.goto('/');
  const frames = await countWorkerFrames(page);
  await expectDrawing(frames);
  await page.getByRole('contentinfo').getByRole('link', { name: 'About Us' }).click();
  await expect(page).toHaveURL('/about');
  const before = await frames();
  await expect.poll(frames).toBeGreaterThan(before);
  await expect(canvas(page)).toHaveCount(1);
});

test('the page itself draws nothing while the worker does', async ({ page }) => {
  await page.goto('/');
  const [inWorker, onPage] = [await countWorkerFrames(page), await countFrames(page)];
  await expectDrawing(inWorker);
  expect(await onPage()).toBe(0);
});

test('the animation can be paused and set going again, by keyboard alone', async ({ page }) => {
  await page.goto('/');
  const frames = await countWorkerFrames(page);
  await expectMoving(page, frames);
  await expect(pause(page)).toHaveAttribute('aria-pressed', 'false');
  await expect(pause(page)).toHaveAttribute('title', 'Pause animation');

  await page.getByRole('link', { name: 'Enter retro mode' }).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(pause(page)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(pause(page)).toHaveAttribute('aria-pressed', 'true');
  await expectStill(page, frames);
  expect(await pixelsDrawn(page), 'the still frame stays').toBeGreaterThan(99);

  await page.keyboard.press('Enter');
  await expect(pause(page)).toHaveAttribute('aria-pressed', 'false');
  await expectMoving(page, frames);
});

test('the choice to pause is remembered, and followed in other tabs', async ({ page, context }) => {
  await page.goto('/');
  await pause(page).click();
  await page.reload();
  await expect(pause(page)).toHaveAttribute('aria-pressed', 'true');
  const frames = await countWorkerFrames(page);
  expect(await motionsOf(page), 'the sky is there at once').toEqual([]);
  await expect.poll(() => pixelsDrawn(page)).toBeGreaterThan(99);
  await expectStill(page, frames);

  const other = await context.newPage();
  await other.goto('/auth');
  await expect(pause(other)).toHaveAttribute('aria-pressed', 'true');
  await pause(other).click();
  await expect(pause(page)).toHaveAttribute('aria-pressed', 'false');
  await expectDrawing(frames);
});

test('with reduced motion there is one still frame and nothing to pause; a changed wish is followed', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const frames = await countWorkerFrames(page);
  await expect.poll(() => pixelsDrawn(page)).toBeGreaterThan(99);
  await expect(pause(page)).toBeHidden();
  await expectStill(page, frames);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect(pause(page)).toHaveAttribute('aria-pressed', 'false');
  await expectMoving(page, frames);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(pause(page)).toBeHidden();
  await expectStill(page, frames);
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

test('a browser that cannot draw in a worker draws on the page', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, 'OffscreenCanvas');
  });
  await page.goto('/');
  await expect(canvas(page)).toHaveCount(1);
  await expectMoving(page, await countFrames(page));
  await expectWorkers(page, 0);
});

test('a worker that cannot be fetched is replaced by the page', async ({ page, allowConsole }) => {
  allowConsole(/404/);
  await page.route(/starfieldWorker/, (route) => route.fulfill({ status: 404, body: 'gone' }));
  await page.goto('/');
  await expect(canvas(page)).toHaveCount(1);
  await expectMoving(page, await countFrames(page));
  await expect(canvas(page)).toHaveCount(1);
  await expectWorkers(page, 0);
});

test('the starfield fits the window it is in', async ({ page }) => {
  await page.goto('/');
  await expectDrawing(await countWorkerFrames(page));
  for (const [width, height] of [
    [320, 640],
    [1600, 700],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect
      .poll(() =>
        canvas(page).evaluate((drawn) =>
          drawn instanceof HTMLCanvasElement ? [drawn.width, drawn.height] : [],
        ),
      )
      .toEqual([width, height]);
    await expect.poll(() => pixelsDrawn(page)).toBeGreaterThan(99);
  }
});
