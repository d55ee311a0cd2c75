import { chromium } from '@playwright/test';
import { ensureChromium, launchOptions } from '../support/chromium.ts';
import { startSite } from '../support/site.ts';
import { measureCost } from '../support/skyCost.ts';
import type { Cost, Mode } from '../support/skyCost.ts';
import { spreadOf } from './report/statistics.ts';
import { table } from './report/table.ts';

// `npm run lab -- starfield`: what the starfield costs the page's own thread at a quarter of the processor's speed, drawn
// by its worker and by the page, and at rest. With `9 5000`: nine rounds of five seconds.

const [rounds = 5, milliseconds = 4_000] = process.argv.slice(2).map(Number);
const MODES: readonly Mode[] = ['worker', 'page', 'paused', 'reduced motion', 'hidden'];

function spread(values: readonly number[], digits: number): string {
  if (values.length === 0) return '–';
  const { median, low, high } = spreadOf(values);
  return `${median.toFixed(digits)} [${low.toFixed(digits)}–${high.toFixed(digits)}]`;
}

const row = ([mode, costs]: [Mode, readonly Cost[]]): string[] => [
  mode,
  spread(
    costs.map(({ frames }) => (frames / milliseconds) * 1000),
    0,
  ),
  spread(
    costs.flatMap(({ perFrame }) => perFrame ?? []),
    2,
  ),
  spread(
    costs.map(({ perSecond }) => perSecond),
    1,
  ),
];

const site = await startSite();
const browser = await chromium.launch(launchOptions(ensureChromium()));
try {
  const costs = new Map<Mode, Cost[]>(MODES.map((mode) => [mode, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const mode of MODES) {
      costs.get(mode)?.push(await measureCost(browser, site.origin, mode, milliseconds));
    }
  }
  console.log(
    `Chromium ${browser.version()}, 1440 × 900, processor 4 × slower; ${rounds} rounds of ${milliseconds} ms, median [lowest–highest]`,
  );
  const headings = ['mode', 'frames a second', 'main thread, ms a frame', 'main thread, ms a second'];
  console.log(table(headings, [...costs].map(row)));
} finally {
  await browser.close();
  await site.discard();
}
