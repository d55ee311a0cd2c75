import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';

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
