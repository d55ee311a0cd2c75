import type { Browser } from '@playwright/test';
import { spreadOf } from './report.ts';

/**
 * What the limits in milliseconds are made for: a processor on which a frame of the reference page takes so many, slowed down
 * to a quarter (docs/decisions/051-calibrated-processor.md).
 */
const REFERENCE_FRAME = 5;
const SLOW_DOWN = 4;
const FRAMES = 9;

export interface Processor {
  /** How many times the processor is to be slowed down now, so that a page has as much of it as in any other hour. */
  rate(): Promise<number>;
  /** What was measured, in a line. */
  summary(): string;
}

/** Runs in the reference page: makes a list anew in some frames; returns the milliseconds that each took until it was painted. */
async function makeFrames(frames: number): Promise<number[]> {
  const style = 'display: flex; gap: 8px; padding: 4px; border: 1px solid #ccc';
  const rowOf = (place: number) => {
    const row = Object.assign(document.createElement('div'), { style });
    const button = Object.assign(document.createElement('button'), { textContent: `${place}` });
    const text = Object.assign(document.createElement('span'), { textContent: `A row, number ${place}` });
    row.append(button, text);
    return row;
  };
  const frame = () =>
    new Promise<number>((resolve) => {
      requestAnimationFrame(() => {
        const start = performance.now();
        document.body.replaceChildren(...Array.from({ length: 100 }, (_, place) => rowOf(place)));
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve(performance.now() - start));
        port1.start();
        port2.postMessage(null);
      });
    });
  const times: number[] = [];
  for (let made = 0; made < frames; made += 1) {
    // As in a page at rest: what a frame needs is no longer at hand.
    await new Promise((resolve) => setTimeout(resolve, 50));
    times.push(await frame());
  }
  return times;
}

/** Opens the reference page in a tab of its own, where it rests while something else is measured. */
export async function calibrate(browser: Browser): Promise<Processor> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const medians: number[] = [];
  const rateAt = (median: number) => Math.max(1, (SLOW_DOWN * REFERENCE_FRAME) / median);
  await page.evaluate(makeFrames, FRAMES); // what is compiled at first
  return {
    async rate() {
      const { median } = spreadOf(await page.evaluate(makeFrames, FRAMES));
      medians.push(median);
      return rateAt(median);
    },
    summary() {
      const { median, low, high } = spreadOf(medians);
      return (
        `a frame of the reference page took ${median.toFixed(1)} ms (${low.toFixed(1)}-${high.toFixed(1)}): ` +
        `the processor was slowed down ${rateAt(median).toFixed(1)} times (${rateAt(high).toFixed(1)}-${rateAt(low).toFixed(1)})`
      );
    },
  };
}
