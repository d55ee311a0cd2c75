import type { Browser } from '@playwright/test';
import { spreadOf } from './report.ts';

/**
 * The limits in milliseconds apply to a CPU on which a frame of the reference page takes this many milliseconds, slowed
 * down to a quarter (docs/decisions/023-how-things-are-measured.md).
 */
const REFERENCE_FRAME = 5;
const SLOW_DOWN = 4;

/** Runs in the reference page: renders a list in each of nine frames. Returns the milliseconds until each frame was painted. */
async function timeFrames(): Promise<number[]> {
  const style = 'display: flex; gap: 8px; padding: 4px; border: 1px solid #ccc';
  const rowOf = (index: number) => {
    const row = Object.assign(document.createElement('div'), { style });
    const button = Object.assign(document.createElement('button'), { textContent: `${index}` });
    const text = Object.assign(document.createElement('span'), { textContent: `A row, number ${index}` });
    row.append(button, text);
    return row;
  };
  const frame = () =>
    new Promise<number>((resolve) => {
      requestAnimationFrame(() => {
        const start = performance.now();
        document.body.replaceChildren(...Array.from({ length: 100 }, (_, index) => rowOf(index)));
        void scheduler.postTask(() => resolve(performance.now() - start), { priority: 'user-blocking' });
      });
    });
  const times: number[] = [];
  while (times.length < 9) {
    // As in an idle page: the CPU caches have gone cold.
    await new Promise((resolve) => setTimeout(resolve, 50));
    times.push(await frame());
  }
  return times;
}

/** Opens the reference page in a tab of its own, which is idle while something else is measured. */
export async function calibrate(browser: Browser) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const medians: number[] = [];
  const rateAt = (median: number) => Math.max(1, (SLOW_DOWN * REFERENCE_FRAME) / median);
  await page.evaluate(timeFrames); // warm-up: compiles the code
  return {
    /** The CPU throttling rate for now: it compensates for the machine's other load, which varies by the hour. */
    async rate(): Promise<number> {
      const { median } = spreadOf(await page.evaluate(timeFrames));
      medians.push(median);
      return rateAt(median);
    },
    /** The measurements in one line. */
    summary(): string {
      const { median, low, high } = spreadOf(medians);
      return (
        `a frame of the reference page took ${median.toFixed(1)} ms (${low.toFixed(1)}-${high.toFixed(1)}): ` +
        `the processor was slowed down ${rateAt(median).toFixed(1)} times`
      );
    },
  };
}
