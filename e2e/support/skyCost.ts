import type { Browser } from '@playwright/test';
import { openPlainTab } from './plainTab.ts';
import type { PlainTab, Realm } from './plainTab.ts';
import { countFrames } from './starfield.ts';

/** What draws the starfield, or why nothing does. */
export type Mode = 'worker' | 'page' | 'paused' | 'reduced motion' | 'hidden';

export interface Cost {
  /** Frames of the starfield, by the page or its worker. */
  frames: number;
  /** Processor time of all tasks of the page's own thread, in milliseconds a second. */
  perSecond: number;
  /** The same for each frame; null where there is none. */
  perFrame: number | null;
}

const SLOW_DOWN = 4;
const WINDOW = { width: 1440, height: 900, deviceScaleFactor: 1, mobile: false };

async function taskTime(tab: Realm): Promise<number> {
  const { metrics } = await tab.send('Performance.getMetrics');
  // As the protocol describes it.
  const found = (metrics as { name: string; value: number }[]).find(({ name }) => name === 'TaskDuration');
  if (!found) throw new Error('The browser does not tell TaskDuration');
  return found.value * 1000;
}

/** Lets time pass on a page's own clock, hidden or not. */
const pass = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits for something that a page will say. */
async function until(isTrue: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 30_000;
  while (!(await isTrue())) {
    if (Date.now() > end) throw new Error('The starfield did not come');
    await pass(50);
  }
}

const hasCanvas = () => document.querySelector('canvas') !== null;
const withoutOffscreenCanvas = 'delete globalThis.OffscreenCanvas';

async function prepare(tab: PlainTab, origin: string, mode: Mode): Promise<void> {
  await tab.send('Page.enable');
  await tab.send('Emulation.setDeviceMetricsOverride', WINDOW);
  const value = mode === 'reduced motion' ? 'reduce' : 'no-preference';
  await tab.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] });
  if (mode === 'page')
    await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: withoutOffscreenCanvas });
  await tab.send('Page.navigate', { url: origin });
  await until(() => tab.evaluate(hasCanvas));
  if (mode === 'paused') {
    await tab.evaluate(() => {
      document.querySelector<HTMLButtonElement>('button[aria-label="Pause animation"]')?.click();
    });
  }
}

/**
 * Measures what the starfield of the landing page costs the page's own thread, which runs four times slower: the
 * processor time of all its tasks, not the time that goes by, so that a busy machine does not count. Everything else on
 * the page is at rest and counted in.
 *
 * Takes the browser, the site, the mode and how long to measure; returns the cost.
 */
export async function measureCost(
  browser: Browser,
  origin: string,
  mode: Mode,
  milliseconds: number,
): Promise<Cost> {
  const tab = await openPlainTab(browser, 'about:blank');
  await prepare(tab, origin, mode);
  const drawer = mode === 'page' ? tab : await tab.worker('starfield');
  const frames = await countFrames(drawer);
  const other = mode === 'hidden' ? await openPlainTab(browser, 'about:blank') : null;
  if (other) await until(() => tab.evaluate(() => document.visibilityState === 'hidden'));
  await tab.send('Performance.enable', { timeDomain: 'threadTicks' });
  await tab.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
  await pass(1_000); // what loading has left to do

  const before = { frames: await frames(), time: await taskTime(tab), at: performance.now() };
  await pass(milliseconds);
  const after = { frames: await frames(), time: await taskTime(tab), at: performance.now() };

  // Plain tabs share a profile, which remembers the choice to pause.
  if (mode === 'paused') await tab.evaluate(() => localStorage.removeItem('better-space-motion'));
  await Promise.all([tab.close(), other?.close()]);
  const drawn = after.frames - before.frames;
  const time = after.time - before.time;
  return {
    frames: drawn,
    perSecond: (time / (after.at - before.at)) * 1000,
    perFrame: drawn === 0 ? null : time / drawn,
  };
}
