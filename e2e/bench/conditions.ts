import { spreadOf } from './report.ts';

/** Milliseconds of a frame of the reference page: 5, slowed down to a quarter (docs/decisions/023-how-things-are-measured.md). */
const SLOW_FRAME = 4 * 5;

// What all measured pages have: their size, and an average network of 1.6 Mbit/s with a round trip of 150 ms.
export const VIEWPORT = { width: 1280, height: 900 };
export const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_000_000) / 8,
  uploadThroughput: (0.75 * 1_000_000) / 8,
};

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
  const rates: number[] = [];
  await page.evaluate(timeFrames); // warm-up: compiles the code
  return {
    /** The CPU throttling rate for now: it compensates for the machine's other load, which varies by the hour. */
    async rate(): Promise<number> {
      const { median } = spreadOf(await page.evaluate(timeFrames));
      const rate = Math.max(1, SLOW_FRAME / median);
      rates.push(rate);
      return rate;
    },
    summary(): string {
      const { median, range } = spreadOf(rates, 1);
      return `the processor was slowed down ${median.toFixed(1)} times (${range})`;
    },
  };
}
