import { chromium } from '@playwright/test';
import { ensureChromium, launchOptions } from '../support/chromium.ts';
import { startSite } from '../support/site.ts';
import { measureCost } from '../support/skyCost.ts';
import type { Cost, Mode } from '../support/skyCost.ts';

// `npm run lab -- starfield`: what the starfield costs the page's own thread at a quarter of the processor's speed, drawn
// by its worker and by the page, and at rest. With `9 5000`: nine rounds of five seconds.

const [rounds = 5, milliseconds = 4_000] = process.argv.slice(2).map(Number);
const MODES: readonly Mode[] = ['worker', 'page', 'paused', 'reduced motion', 'hidden'];

function spread(values: readonly number[], digits: number): string {
  const sorted = [...values].sort((one, other) => one - other);
  const [low, middle, high] = [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  return `${middle?.toFixed(digits)} [${low?.toFixed(digits)}–${high?.toFixed(digits)}]`;
}

function row(mode: Mode, costs: readonly Cost[]): Record<string, string> {
  const perFrame = costs.flatMap(({ perFrame: each }) => (each === null ? [] : [each]));
  return {
    mode,
    'frames a second': spread(
      costs.map(({ frames }) => (frames / milliseconds) * 1000),
      0,
    ),
    'main thread, ms a frame': perFrame.length === 0 ? '–' : spread(perFrame, 2),
    'main thread, ms a second': spread(
      costs.map(({ perSecond }) => perSecond),
      1,
    ),
  };
}

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
  console.table([...costs].map(([mode, measured]) => row(mode, measured)));
} finally {
  await browser.close();
  await site.discard();
}
