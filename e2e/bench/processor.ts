import { spreadOf } from './report.ts';

/**
 * The limits in milliseconds apply to a CPU on which a frame of the reference page takes this many milliseconds, slowed
 * down to a quarter (docs/decisions/023-how-things-are-measured.md).
 */
const REFERENCE_FRAME = 5;
const SLOW_DOWN = 4;
/** The size of all measured pages, and of the reference page. */
export const VIEWPORT = { width: 1280, height: 900 };

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

/** Takes a blank page of `VIEWPORT`, which becomes the reference page: it is idle while something else is measured. */
export async function calibrate(page: { evaluate(run: typeof timeFrames): Promise<number[]> }) {
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
      const { median, range } = spreadOf(medians, 1);
      const frame = `${median.toFixed(1)} ms (${range})`;
      const rate = rateAt(median).toFixed(1);
      return `the reference page took ${frame} for a frame: the processor was slowed down ${rate} times`;
    },
  };
}
