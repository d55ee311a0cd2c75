import type { MeasuredPage } from '../pages.ts';
import { observe, readSights } from './observe.ts';
import type { Sights } from './observe.ts';
import { ask, expectSilence, untilAtRest } from './tab.ts';
import type { Site, Tab } from './tab.ts';
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
 * Opens a page, in a new tab that it takes, and waits until its main control answers and the network is at rest. Throws when
 * the page says anything in its console.
 */
export async function visit(tab: Tab, site: Site, { path, control }: MeasuredPage): Promise<Visit> {
  await tab.open(`${site.origin}${path}`, observe, control);
  await ask(tab, readSights);
  await untilAtRest(tab);
  const sights = await ask(tab, readSights);
  await expectSilence(tab);
  return { ...sights, blocking: blockingTime(sights), requests: tab.traffic.requests() };
}
