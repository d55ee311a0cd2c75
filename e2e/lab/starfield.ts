import { chromium } from '@playwright/test';
import { ensureChromium, launchOptions } from '../support/chromium.ts';
import { startSite } from '../support/site.ts';
import { measureCost } from '../support/starfield.ts';
import type { Cost } from '../support/starfield.ts';
import { table } from './report/report.ts';
import { spreadOf } from './report/statistics.ts';

// `npm run lab -- starfield`: what the starfield costs the page's own thread at a quarter of the processor's speed, drawn
// by its worker and by the page. With `9 5000`: nine rounds of five seconds.

const [rounds = 5, milliseconds = 4_000] = process.argv.slice(2).map(Number);
const DRAWERS = ['worker', 'page'] as const;

function spread(values: readonly number[], digits: number): string {
  const { median, low, high } = spreadOf(values);
  return `${median.toFixed(digits)} [${low.toFixed(digits)}–${high.toFixed(digits)}]`;
}

const site = await startSite();
const browser = await chromium.launch(launchOptions(ensureChromium()));
const costs: Record<(typeof DRAWERS)[number], Cost[]> = { worker: [], page: [] };
try {
  for (let round = 0; round < rounds; round += 1) {
    for (const drawer of DRAWERS)
      costs[drawer].push(await measureCost(browser, site.origin, drawer, milliseconds));
  }
  console.log(
    `Chromium ${browser.version()}, 1440 × 900, processor 4 × slower; ${rounds} rounds of ${milliseconds} ms, median [lowest–highest]`,
  );
  const headings = ['drawn by', 'frames a second', 'main thread, ms a frame', 'main thread, ms a second'];
  const rows = DRAWERS.map((drawer) => {
    const valuesOf = (read: (cost: Cost) => number, digits: number) =>
      spread(costs[drawer].map(read), digits);
    return [
      drawer,
      valuesOf(({ frames }) => (frames / milliseconds) * 1000, 0),
      valuesOf(({ perFrame }) => perFrame, 2),
      valuesOf(({ perSecond }) => perSecond, 1),
    ];
  });
  console.log(table(headings, rows));
} finally {
  await browser.close();
  await site.discard();
}
