import type { BrowserContext } from '@playwright/test';
import type { MeasuredPage } from '../pages.ts';
import { observe, readSights } from './observe.ts';
import type { Sights } from './observe.ts';
import { expectSilence, openTab, untilAtRest } from './tab.ts';
import type { Request } from './traffic.ts';

/** What one visit to a page came to. */
export interface Visit extends Sights {
  /** The time of long tasks beyond 50 ms each, from the first paint until the page is at rest. */
  blocking: number;
  requests: Request[];
}

function blockingTime({ longTasks, firstPaint }: Sights): number {
  const start = firstPaint ?? 0;
  return longTasks
    .map((task) => task.start + task.duration - Math.max(task.start, start))
    .reduce((sum, duration) => sum + Math.max(0, duration - 50), 0);
}

/**
 * Opens a page in a new tab and waits until its main control answers and the network is at rest. Takes the visitor, the
 * page and whether processor and network are slowed down. Throws when the page says anything in its console.
 */
export async function visit(
  context: BrowserContext,
  { path, control }: MeasuredPage,
  isSlow: boolean,
): Promise<Visit> {
  const tab = await openTab(context, isSlow);
  const { page } = tab;
  await page.addInitScript(observe, control);
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(
    () => (globalThis as { benchSights?: { answering: number | null } }).benchSights?.answering,
    undefined,
    { polling: 100 },
  );
  await untilAtRest(tab);
  const sights = await page.evaluate(readSights);
  if (!sights) throw new Error(`${path} was not observed`);
  expectSilence(tab);
  const requests = tab.traffic.requests();
  await page.close();
  return { ...sights, blocking: blockingTime(sights), requests };
}
