import type { MeasuredNavigation, MeasuredPage } from '../pages.ts';
import {
  awaitHeading,
  observe,
  centreOf,
  readArrival,
  readObservations,
  type Observations,
} from './observe.ts';
import {
  poll,
  expectSilentConsole,
  newVisitor,
  untilIdle,
  untilPainted,
  type MeasuredBrowser,
  type Site,
  type Tab,
} from './tab.ts';
import type { Request } from './traffic.ts';
import { weighAll, type Counted } from './weigh.ts';

export interface Visit extends Observations {
  requests: Request[];
}

/** What a visit waits for after its main control works: an idle network, or only that the page is idle and painted. */
export type End = 'at rest' | 'painted';

/** Opens a page in a new tab, and waits until its main control works and for `end`. */
export async function visit(tab: Tab, site: Site, page: MeasuredPage, end: End): Promise<Visit> {
  const { path, control, confirmed } = page;
  const hasWeek = confirmed !== undefined;
  await tab.open(`${site.origin}${path}`, observe, { control, confirmed });
  await poll(tab, readObservations, hasWeek);
  await (end === 'at rest' ? untilIdle(tab) : untilPainted(tab));
  const seen = await poll(tab, readObservations, hasWeek);
  await expectSilentConsole(tab);
  return { ...seen, requests: tab.traffic.requests() };
}

/** Moves the mouse to a link or button with this text as soon as it exists. Returns a function that clicks it. */
async function hover(tab: Tab, text: string): Promise<() => Promise<void>> {
  const point = await poll(tab, centreOf, text);
  const mouse = (type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', button: 'left' | 'none') =>
    tab.send('Input.dispatchMouseEvent', { type, button, clickCount: button === 'left' ? 1 : 0, ...point });
  await mouse('mouseMoved', 'none');
  return async () => {
    await mouse('mousePressed', 'left');
    await mouse('mouseReleased', 'left');
  };
}

/**
 * Opens a page in a new tab, waits until it is idle, hovers a link, waits for the requests that this causes, and clicks it.
 * `onIdle`: called when the first page is idle.
 */
export async function navigate(
  tab: Tab,
  site: Site,
  { from, opener, link, to }: MeasuredNavigation,
  onIdle: (tab: Tab) => Promise<void> = async () => {},
): Promise<{ painted: number; before: number }> {
  await tab.open(`${site.origin}${from}`, () => {}, undefined);
  if (opener !== undefined) {
    const click = await hover(tab, opener);
    await untilIdle(tab);
    await click();
  }
  await poll(tab, centreOf, link);
  await untilIdle(tab);
  await onIdle(tab);
  const before = tab.traffic.requests().length;
  const click = await hover(tab, link);
  await untilIdle(tab);
  await tab.evaluate(awaitHeading, to);
  await click();
  const { pressed, painted } = await poll(tab, readArrival);
  await expectSilentConsole(tab);
  return { painted: painted - pressed, before };
}

/** Runs `work` in a new visitor's tab without throttling: counts do not depend on the machine. */
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

/** Counts and weighs the requests of a first navigation, from hovering the link until the network is idle again. */
export const countNavigation = (
  browser: MeasuredBrowser,
  site: Site,
  navigation: MeasuredNavigation,
): Promise<Counted[]> =>
  countIn(browser, site, navigation.isSignedIn, async (tab) => {
    const { before } = await navigate(tab, site, navigation);
    await untilIdle(tab);
    await expectSilentConsole(tab);
    return (await weighAll(tab.traffic.requests())).slice(before);
  });
