import type { MeasuredPage } from '../pages.ts';
import { observe, readSights } from './observe.ts';
import type { Sights } from './observe.ts';
import { ask, expectSilence, untilAtRest, untilPainted } from './tab.ts';
import type { Site, Tab } from './tab.ts';
import type { Request } from './traffic.ts';

/** What one visit to a page came to. */
export interface Visit extends Sights {
  /** The time of long tasks beyond 50 ms each, from the first paint until the end. */
  blocking: number;
  requests: Request[];
}

function blockingTime({ longTasks, firstPaint }: Sights): number {
  const start = firstPaint ?? 0;
  return longTasks
    .map((task) => task.start + task.duration - Math.max(task.start, start))
    .reduce((sum, duration) => sum + Math.max(0, duration - 50), 0);
}

/** What a visit waits for besides its main control: that all has come, or only that what is on its way has been painted. */
export type End = 'at rest' | 'painted';

/**
 * Opens a page, in a new tab that it takes, and waits until its main control answers, and for its end. Throws when the page
 * says anything in its console.
 */
export async function visit(tab: Tab, site: Site, { path, control }: MeasuredPage, end: End): Promise<Visit> {
  await tab.open(`${site.origin}${path}`, observe, control);
  await ask(tab, readSights);
  await (end === 'at rest' ? untilAtRest(tab) : untilPainted(tab));
  const sights = await ask(tab, readSights);
  await expectSilence(tab);
  return { ...sights, blocking: blockingTime(sights), requests: tab.traffic.requests() };
}
