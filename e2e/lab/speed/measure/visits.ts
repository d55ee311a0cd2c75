import type { MeasuredNavigation, MeasuredPage } from '../pages.ts';
import {
  awaitHeading,
  observe,
  placeOf,
  readArrival,
  readObservations,
  type Observations,
} from './observe.ts';
import {
  ask,
  expectSilentConsole,
  newVisitor,
  untilAtRest,
  untilPainted,
  type MeasuredBrowser,
  type Site,
  type Tab,
} from './tab.ts';
import type { Request } from './traffic.ts';
import { weighAll, type Counted } from './weigh.ts';

export interface Visit extends Observations {
  /** The time of long tasks beyond 50 ms each, from the first paint until the end. */
  blocking: number;
  requests: Request[];
}

function blockingTime({ longTasks, firstPaint }: Observations): number {
  const start = firstPaint ?? 0;
  return longTasks
    .map((task) => task.start + task.duration - Math.max(task.start, start))
    .reduce((sum, duration) => sum + Math.max(0, duration - 50), 0);
}

/** What a visit waits for besides its main control: that all has come, or only that what is on its way has been painted. */
export type End = 'at rest' | 'painted';

/** Opens a page in a new tab and waits until its main control answers, and for its end. */
export async function visit(tab: Tab, site: Site, page: MeasuredPage, end: End): Promise<Visit> {
  const { path, control, confirmed } = page;
  const hasWeek = confirmed !== undefined;
  await tab.open(`${site.origin}${path}`, observe, { control, confirmed });
  await ask(tab, readObservations, hasWeek);
  await (end === 'at rest' ? untilAtRest(tab) : untilPainted(tab));
  const seen = await ask(tab, readObservations, hasWeek);
  await expectSilentConsole(tab);
  return { ...seen, blocking: blockingTime(seen), requests: tab.traffic.requests() };
}

/** Moves the mouse to a link or button, by its words, once it is there; returns what presses it. */
async function pointAt(tab: Tab, words: string): Promise<() => Promise<void>> {
  const place = await ask(tab, placeOf, words);
  const mouse = (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', button: 'left' | 'none') =>
    tab.send('Input.dispatchMouseEvent', { type, button, clickCount: button === 'left' ? 1 : 0, ...place });
  await mouse('mouseMoved', 'none');
  return async () => {
    await mouse('mousePressed', 'left');
    await mouse('mouseReleased', 'left');
  };
}

/**
 * Opens a page in a new tab, lets it come to rest, points at a link, lets what that asks for arrive, and presses it.
 * `onRest`: what is done once the first page rests.
 */
export async function navigate(
  tab: Tab,
  site: Site,
  { from, opener, link, to }: MeasuredNavigation,
  onRest: (tab: Tab) => Promise<void> = async () => {},
): Promise<{ painted: number; before: number }> {
  await tab.open(`${site.origin}${from}`, () => {}, undefined);
  if (opener !== undefined) {
    const press = await pointAt(tab, opener);
    await untilAtRest(tab);
    await press();
  }
  await ask(tab, placeOf, link);
  await untilAtRest(tab);
  await onRest(tab);
  const before = tab.traffic.requests().length;
  const press = await pointAt(tab, link);
  await untilAtRest(tab);
  await tab.evaluate(awaitHeading, to);
  await press();
  const { pressed, painted } = await ask(tab, readArrival);
  await expectSilentConsole(tab);
  return { painted: painted - pressed, before };
}

/** Does something in a tab of a new visitor that is not slowed down: what is counted does not depend on the machine. */
async function countIn<T>(
  browser: MeasuredBrowser,
  site: Site,
  isSignedIn: boolean,
  work: (tab: Tab) => Promise<T>,
): Promise<T> {
  const visitor = await newVisitor(browser, site, isSignedIn, true);
  const tab = await visitor.openTab();
  try {
    return await work(tab);
  } finally {
    await tab.close();
    await visitor.leave();
  }
}

export interface CountedVisit {
  visit: Visit;
  requests: Counted[];
}

export const count = (browser: MeasuredBrowser, site: Site, page: MeasuredPage): Promise<CountedVisit> =>
  countIn(browser, site, page.isSignedIn, async (tab) => {
    const found = await visit(tab, site, page, 'at rest');
    return { visit: found, requests: await weighAll(found.requests) };
  });

/** Counts and weighs what a first navigation asks for, from pointing at the link on, until the network is at rest again. */
export const countNavigation = (
  browser: MeasuredBrowser,
  site: Site,
  navigation: MeasuredNavigation,
): Promise<Counted[]> =>
  countIn(browser, site, navigation.isSignedIn, async (tab) => {
    const { before } = await navigate(tab, site, navigation);
    await untilAtRest(tab);
    await expectSilentConsole(tab);
    return (await weighAll(tab.traffic.requests())).slice(before);
  });
