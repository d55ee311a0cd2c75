import { expect } from '@playwright/test';
import type { Page, Browser } from '@playwright/test';
import { openPlainTab } from './plainTab.ts';
import type { Realm } from './plainTab.ts';

/** The canvas is decoration: it has no role and no name to find it by. */
export const canvas = (page: Page) => page.locator('canvas');

const starfieldWorkers = (page: Page) =>
  page.workers().filter((worker) => worker.url().includes('starfield'));

/** Waits until the page has this many workers that draw a starfield. */
export async function expectWorkers(page: Page, count: number): Promise<void> {
  await expect
    .poll(() => starfieldWorkers(page).length, { message: 'workers that draw a starfield' })
    .toBe(count);
}

interface Evaluating {
  evaluate<T>(run: () => T | Promise<T>): Promise<T>;
}

/** Runs in the page or in its worker: every frame begins by clearing the canvas. */
function countClears(): void {
  const frames = globalThis as { starfieldFrames?: number };
  if (frames.starfieldFrames !== undefined) return;
  frames.starfieldFrames = 0;
  const { prototype } =
    'document' in globalThis ? CanvasRenderingContext2D : OffscreenCanvasRenderingContext2D;
  const { clearRect } = prototype;
  prototype.clearRect = function count(this: CanvasRenderingContext2D, ...area) {
    frames.starfieldFrames = (frames.starfieldFrames ?? 0) + 1;
    clearRect.apply(this, area);
  };
}

const readCount = () => (globalThis as { starfieldFrames?: number }).starfieldFrames ?? 0;

/** From now on counts the frames that are drawn in a page or a worker itself; returns what reads the count. */
export async function countFrames(realm: Evaluating): Promise<() => Promise<number>> {
  await realm.evaluate(countClears);
  return () => realm.evaluate(readCount);
}

/** From now on counts the frames that the worker of a page draws. Waits for the worker; returns what reads the count. */
export async function countWorkerFrames(page: Page): Promise<() => Promise<number>> {
  await expectWorkers(page, 1);
  const [worker] = starfieldWorkers(page);
  if (!worker) throw new Error('the worker has just gone');
  return countFrames(worker);
}

/** Waits until a count rises. */
export async function expectDrawing(frames: () => Promise<number>): Promise<void> {
  const before = await frames();
  await expect.poll(frames, { message: 'frames drawn' }).toBeGreaterThan(before + 3);
}

/** The page's own frames go by, as many as a starfield would have drawn several in. */
export async function letFramesPass(page: Evaluating): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        let passed = 0;
        const next = () => {
          passed += 1;
          if (passed === 30) resolve();
          else requestAnimationFrame(next);
        };
        next();
      }),
  );
}

/** How many pixels of the canvas show something. */
export function pixelsDrawn(page: Page): Promise<number> {
  return canvas(page).evaluate((drawn) => {
    if (!(drawn instanceof HTMLCanvasElement)) return 0;
    const copy = document.createElement('canvas');
    copy.width = drawn.width;
    copy.height = drawn.height;
    const context = copy.getContext('2d');
    if (!context || copy.width === 0) return 0;
    context.drawImage(drawn, 0, 0);
    const { data } = context.getImageData(0, 0, copy.width, copy.height);
    let count = 0;
    for (let index = 3; index < data.length; index += 4) if ((data[index] ?? 0) > 0) count += 1;
    return count;
  });
}

interface Motion {
  /** Of the keyframes; empty for a transition and for what a script began. */
  name: string;
  isEndless: boolean;
}

/** All that moves on the page at this moment, but for what is drawn on a canvas. */
export const motionsOf = (page: Page): Promise<Motion[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map((animation) => ({
        name: animation instanceof CSSAnimation ? animation.animationName : '',
        isEndless: animation.effect?.getTiming().iterations === Infinity,
      })),
  );

/** What draws the starfield. */
export type Drawer = 'worker' | 'page';

export interface Cost {
  frames: number;
  /** Processor time of all tasks of the page's own thread, in milliseconds a second. */
  perSecond: number;
  /** The same for each frame. */
  perFrame: number;
}

const SLOW_DOWN = 4;
const WINDOW = { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false };

export async function taskTime(tab: Pick<Realm, 'send'>): Promise<number> {
  const { metrics } = await tab.send('Performance.getMetrics');
  // As the protocol describes it.
  const found = (metrics as { name: string; value: number }[]).find(({ name }) => name === 'TaskDuration');
  if (!found) throw new Error('The browser does not tell TaskDuration');
  return found.value * 1000;
}

const pass = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Measures what the starfield of the landing page costs the page's own thread, which runs four times slower: the
 * processor time of all its tasks, not the time that goes by, so that a busy machine does not count. Everything else on
 * the page is at rest and counted in.
 */
export async function measureCost(
  browser: Browser,
  origin: string,
  drawer: Drawer,
  milliseconds: number,
): Promise<Cost> {
  const tab = await openPlainTab(browser, 'about:blank');
  await tab.send('Page.enable');
  await tab.send('Emulation.setDeviceMetricsOverride', WINDOW);
  const features = [{ name: 'prefers-reduced-motion', value: 'no-preference' }];
  await tab.send('Emulation.setEmulatedMedia', { features });
  const source = drawer === 'page' ? 'delete globalThis.OffscreenCanvas' : '';
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source });
  await tab.send('Page.navigate', { url: origin });
  const isThere = () => tab.evaluate(() => document.querySelector('canvas') !== null);
  await expect.poll(isThere, { message: 'a starfield', timeout: 30_000 }).toBe(true);
  const frames = await countFrames(drawer === 'page' ? tab : await tab.worker('starfield'));
  await tab.send('Performance.enable', { timeDomain: 'threadTicks' });
  await tab.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  await pass(1_000); // what loading has left to do

  const before = { frames: await frames(), time: await taskTime(tab), at: performance.now() };
  await pass(milliseconds);
  const after = { frames: await frames(), time: await taskTime(tab), at: performance.now() };
  await tab.close();
  const drawn = after.frames - before.frames;
  const time = after.time - before.time;
  return { frames: drawn, perSecond: (time / (after.at - before.at)) * 1000, perFrame: time / drawn };
}
