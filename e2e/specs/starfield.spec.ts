import type { Page } from '@playwright/test';
import { restoreSession } from '../support/accounts.ts';
import { LONG } from '../support/longForm.ts';
import { letFramesPass, setVisibility } from '../support/motion.ts';
import { expect, test } from '../support/test.ts';

// A small window: the processor draws the sky here, and its pictures.
test.use({ contextOptions: { reducedMotion: 'no-preference' }, viewport: { width: 640, height: 480 } });

const pause = (page: Page) => page.getByRole('button', { name: 'Pause animation' });

/** The canvas is decoration: it has no role and no name to find it by. */
const canvas = (page: Page) => page.locator('canvas');

const workers = (page: Page) => page.workers().filter((worker) => worker.url().includes('starfield'));

type Count = () => Promise<number>;

interface Counting {
  starfieldFrames?: number;
}

/** Runs in the page or in its worker: every frame begins by clearing the canvas. */
function countClears(): void {
  const counting = globalThis as Counting;
  if (counting.starfieldFrames !== undefined) return;
  counting.starfieldFrames = 0;
  const { prototype } =
    'document' in globalThis ? CanvasRenderingContext2D : OffscreenCanvasRenderingContext2D;
  const { clearRect } = prototype;
  prototype.clearRect = function count(this: CanvasRenderingContext2D, ...area) {
    counting.starfieldFrames = (counting.starfieldFrames ?? 0) + 1;
    clearRect.apply(this, area);
  };
}

/** From now on counts the frames that are drawn in a page or a worker itself. */
async function countFrames(drawer: Pick<Page, 'evaluate'>): Promise<Count> {
  await drawer.evaluate(countClears);
  return () => drawer.evaluate(() => (globalThis as Counting).starfieldFrames ?? 0);
}

async function countWorkerFrames(page: Page): Promise<Count> {
  await expect.poll(() => workers(page).length).toBe(1);
  const [worker] = workers(page);
  if (!worker) throw new Error('the worker has just gone');
  return countFrames(worker);
}

async function expectDrawing(frames: Count): Promise<void> {
  const before = await frames();
  await expect.poll(frames, { message: 'frames drawn' }).toBeGreaterThan(before + 3);
}

/** Nothing is drawn while as many frames go by as a starfield draws several in. */
async function expectNotDrawing(page: Page, frames: Count): Promise<void> {
  const drawn = async () => {
    const before = await frames();
    await letFramesPass(page, 30);
    return (await frames()) - before;
  };
  // The worker hears of it a moment after the page, and draws the frame that stays.
  await expect.poll(drawn).toBe(0);
  expect(await drawn()).toBe(0);
}

async function expectStill(page: Page, frames: Count): Promise<void> {
  await expectNotDrawing(page, frames);
  const picture = await page.screenshot();
  await letFramesPass(page, 60);
  expect((await page.screenshot()).equals(picture), 'the same picture').toBe(true);
  expect(await starsDrawn(page), 'the still frame stays').toBeGreaterThan(99);
}

async function expectMoving(page: Page, frames: Count): Promise<void> {
  await expectDrawing(frames);
  const picture = await page.screenshot();
  const isSame = async () => (await page.screenshot()).equals(picture);
  await expect.poll(isSame, { message: 'a still picture' }).toBe(false);
}

/** How many pixels of the canvas show something. */
function starsDrawn(page: Page): Promise<number> {
  return canvas(page).evaluate((drawn) => {
    if (!(drawn instanceof HTMLCanvasElement) || drawn.width === 0) return 0;
    const context = new OffscreenCanvas(drawn.width, drawn.height).getContext('2d');
    context?.drawImage(drawn, 0, 0);
    const pixels = context?.getImageData(0, 0, drawn.width, drawn.height).data ?? [];
    return pixels.filter((value, index) => index % 4 === 3 && value > 0).length;
  });
}

test('a starfield lies behind every page outside retro mode and fits its window', async ({
  page,
  context,
  account,
}) => {
  for (const path of ['/', '/auth', '/no-such-page', '/dashboard', '/settings']) {
    await test.step(path, async () => {
      if (path === '/dashboard') await restoreSession(context, account.session);
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const [inWorker, onPage] = [await countWorkerFrames(page), await countFrames(page)];
      await expectDrawing(inWorker);
      expect(await onPage(), 'the page itself draws nothing').toBe(0);
      await expect(canvas(page)).toHaveCount(1);
    });
  }
  await page.getByRole('link', { name: 'Enter retro mode' }).press('Enter');
  await expect(page).toHaveURL('/retro');
  await expect.poll(() => workers(page).length).toBe(0);
  await expect(canvas(page)).toHaveCount(0);
  await expect(page.getByRole('complementary', { name: 'Animation and retro mode' })).toHaveCount(0);
  await page.goBack();
  const frames = await countWorkerFrames(page);
  await page.getByRole('link', { name: 'View Pricing Plans' }).click();
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
    await expect.poll(() => starsDrawn(page)).toBeGreaterThan(99);
  }
});

test('the animation can be paused by keyboard, and rests with reduced motion and behind another tab', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  const frames = await countWorkerFrames(page);
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
  await page.keyboard.press('Enter');
  await expect(pause(page)).toHaveAttribute('aria-pressed', 'false');
  await expectDrawing(frames);

  await setVisibility(page, 'hidden');
  await expectNotDrawing(page, frames);
  await setVisibility(page, 'visible');
  await expectDrawing(frames);
});

test('the starfield costs a slow page at most a millisecond a frame', LONG, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  const frames = await countWorkerFrames(page);
  const session = await page.context().newCDPSession(page);
  // The processor time of all tasks of the page's own thread, not the time that goes by: a busy machine does not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const taskTime = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN) * 1000;
  };
  // What loading has left to do.
  await letFramesPass(page, 60);
  const before = { frames: await frames(), time: await taskTime(), at: Date.now() };
  await expect.poll(() => Date.now() - before.at).toBeGreaterThan(1_500);
  const [time, seconds] = [(await taskTime()) - before.time, (Date.now() - before.at) / 1000];
  expect((await frames()) - before.frames).toBeGreaterThan(3);
  // Of the sixty frames that a screen shows in a second, however many of them a busy machine lets the worker draw.
  expect(time / seconds / 60).toBeLessThanOrEqual(1);
});

test('where a worker cannot be fetched, or the browser cannot draw in one, the page draws', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/404/);
  const expectPageToDraw = async () => {
    await page.goto('/');
    await expect(canvas(page)).toHaveCount(1);
    await expectMoving(page, await countFrames(page));
    await expect(canvas(page)).toHaveCount(1);
    expect(workers(page)).toEqual([]);
  };
  await page.route(/starfieldWorker/, (route) => route.fulfill({ status: 404, body: 'gone' }));
  await expectPageToDraw();
  await page.unrouteAll();
  await page.addInitScript(() =>
    Reflect.deleteProperty(HTMLCanvasElement.prototype, 'transferControlToOffscreen'),
  );
  await expectPageToDraw();
});
