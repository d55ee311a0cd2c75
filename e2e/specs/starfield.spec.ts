import type { Page } from '@playwright/test';
import { PHONE } from '../support/accessible.ts';
import { restoreSession } from '../support/accounts.ts';
import { letFramesPass, setVisibility } from '../support/motion.ts';
import { expect, test } from '../support/test.ts';

// A small window: the CPU draws the sky and the screenshots here.
test.use({ contextOptions: { reducedMotion: 'no-preference' }, viewport: { width: 640, height: 480 } });

const pause = (page: Page) => page.getByRole('button', { name: 'Pause animation' });

/** The canvas is decoration, so it has no role and no accessible name. */
const canvas = (page: Page) => page.locator('canvas');

const workers = (page: Page) => page.workers().filter((worker) => worker.url().includes('starfield'));

/** Counts the frames that the worker draws from now on: each one begins by clearing the canvas. Returns their number. */
async function countFrames(page: Page) {
  await expect.poll(() => workers(page).length).toBe(1);
  const [worker] = workers(page);
  if (!worker) throw new Error('the worker has just gone');
  await worker.evaluate(() => {
    const { prototype } = OffscreenCanvasRenderingContext2D;
    const { clearRect } = prototype;
    const counter = Object.assign(globalThis, { framesDrawn: 0 });
    prototype.clearRect = function count(this: OffscreenCanvasRenderingContext2D, ...area) {
      counter.framesDrawn += 1;
      clearRect.apply(this, area);
    };
  });
  return () => worker.evaluate(() => (globalThis as unknown as { framesDrawn: number }).framesDrawn);
}

async function expectDrawing(frames: () => Promise<number>): Promise<void> {
  const before = await frames();
  await expect.poll(frames, { message: 'frames drawn' }).toBeGreaterThan(before + 3);
}

/** Checks that nothing is drawn for a number of frames in which a moving starfield would draw several times. */
async function expectNotDrawing(page: Page, frames: () => Promise<number>): Promise<void> {
  const countDrawnFrames = async () => {
    const before = await frames();
    await letFramesPass(page, 30);
    return (await frames()) - before;
  };
  // The worker gets the message a moment after the page, and draws one last frame.
  await expect.poll(countDrawnFrames).toBe(0);
  expect(await countDrawnFrames()).toBe(0);
}

async function expectStillFrame(page: Page, frames: () => Promise<number>): Promise<void> {
  await expectNotDrawing(page, frames);
  expect(await starsDrawn(page), 'the still frame stays').toBeGreaterThan(99);
}

/** Returns how many pixels of the canvas are not transparent. */
function starsDrawn(page: Page): Promise<number> {
  return canvas(page).evaluate((element) => {
    if (!(element instanceof HTMLCanvasElement) || element.width === 0) return 0;
    const context = new OffscreenCanvas(element.width, element.height).getContext('2d');
    context?.drawImage(element, 0, 0);
    const pixels = context?.getImageData(0, 0, element.width, element.height).data ?? [];
    return pixels.filter((value, index) => index % 4 === 3 && value > 0).length;
  });
}

test('sky-and-motion: a starfield can be paused with the keyboard, stops with reduced motion and in a hidden tab, lies behind every page outside retro mode and fits its window; where it cannot be loaded, the page has its sky without stars', async ({
  page,
  context,
  account,
  allowConsole,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  let frames = await countFrames(page);
  await expect(pause(page)).toBeHidden();
  await expectStillFrame(page, frames);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect(pause(page)).toHaveAttribute('aria-pressed', 'false');
  await expect(pause(page)).toHaveAttribute('title', 'Pause animation');
  await expectDrawing(frames);
  await page.getByRole('link', { name: 'Enter retro mode' }).focus();
  await page.keyboard.press('Shift+Tab');
  await expect(pause(page)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(pause(page)).toHaveAttribute('aria-pressed', 'true');
  await expectStillFrame(page, frames);
  await page.keyboard.press('Enter');
  await expect(pause(page)).toHaveAttribute('aria-pressed', 'false');
  await expectDrawing(frames);

  await setVisibility(page, 'hidden');
  await expectNotDrawing(page, frames);
  await setVisibility(page, 'visible');
  await expectDrawing(frames);

  await restoreSession(context, account.session);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectDrawing(await countFrames(page));
  await expect(canvas(page)).toHaveCount(1);
  await page.getByRole('link', { name: 'Enter retro mode' }).press('Enter');
  await expect(page).toHaveURL('/retro');
  await expect.poll(() => workers(page).length).toBe(0);
  await expect(canvas(page)).toHaveCount(0);
  await expect(page.getByRole('complementary', { name: 'Animation and retro mode' })).toHaveCount(0);
  await page.goBack();
  frames = await countFrames(page);
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page).toHaveURL('/');
  await expectDrawing(frames);
  await expect(canvas(page)).toHaveCount(1);
  for (const size of [PHONE, { width: 1600, height: 700 }]) {
    await page.setViewportSize(size);
    await expect(canvas(page)).toHaveJSProperty('width', size.width);
    await expect(canvas(page)).toHaveJSProperty('height', size.height);
    await expect.poll(() => starsDrawn(page)).toBeGreaterThan(99);
  }

  await test.step('its script is missing', async () => {
    allowConsole(/status of 404/);
    const workerRequested = page.waitForRequest(/starfieldWorker/);
    await page.route(/starfieldWorker/, (route) => route.fulfill({ status: 404, body: 'gone' }));
    await page.goto('/');
    await workerRequested;
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => starsDrawn(page)).toBe(0);
  });
});
