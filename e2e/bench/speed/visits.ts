import type { MeasuredNavigation, MeasuredPage } from './pages.ts';
import { newVisitor, type MeasuredBrowser, type Site, type Tab } from './tab.ts';
import type { Counted } from './traffic.ts';

/** What the page measured, in milliseconds since its navigation started. */
interface Observations {
  largestPaint: number | null;
  /** The largest session window of layout shifts, as Core Web Vitals count it. */
  shift: number;
  /** When the main control could be hit and React had hydrated it: a click on it works. */
  answering: number | null;
  /** When tasks of the week were painted, whether from the saved week or from the server. */
  week: number | null;
}

export interface Visit extends Observations {
  /** All requests until the network is idle; none of a return. */
  requests: Counted[];
}

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

interface Observed {
  benchObservations?: Observations;
  /** The milliseconds from the next click until the heading of the next page was painted. */
  benchArrival?: Promise<number>;
}

/** Runs in the page, before all its scripts: observes paints, layout shifts and, in each frame, the main control and the week. */
function observe({ control, hasWeek = false }: MeasuredPage): void {
  const seen: Observations = { largestPaint: null, shift: 0, answering: null, week: null };
  (globalThis as Observed).benchObservations = seen;

  const on = (type: string, handle: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(handle)).observe({ type, buffered: true });
  on('largest-contentful-paint', ({ startTime }) => {
    seen.largestPaint = startTime;
  });
  let session = { start: 0, end: 0, sum: 0 };
  on('layout-shift', (entry) => {
    // TypeScript has no type for this entry.
    const { startTime: end, value, hadRecentInput } = entry as Shift;
    if (hadRecentInput) return;
    const isSameSession = end - session.end < 1_000 && end - session.start < 5_000;
    session = isSameSession ? { ...session, end, sum: session.sum + value } : { start: end, end, sum: value };
    seen.shift = Math.max(seen.shift, session.sum);
  });

  const works = (element: Element) => {
    if ((element.getAttribute('aria-label') ?? element.textContent).trim() !== control) return false;
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    // React stores an element's props on it as soon as it has hydrated it.
    const isHydrated = Object.keys(element).some((key) => key.startsWith('__reactProps$'));
    return width > 0 && hit !== null && element.contains(hit) && isHydrated;
  };
  let isWeekThere = false;
  const check = (): void => {
    // The last frame showed what its callback saw, and has been painted.
    if (isWeekThere) seen.week ??= performance.now();
    isWeekThere = document.querySelector('main [data-task]') !== null;
    if (seen.answering === null && [...document.querySelectorAll('a[href], button')].some(works))
      seen.answering = performance.now();
    if (seen.answering === null || (hasWeek && seen.week === null)) requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}

/** Runs in the page: returns the observations once they are complete, else null. */
function readObservations(hasWeek: boolean | undefined): Observations | null {
  const { benchObservations: seen } = globalThis as Observed;
  return seen?.answering == null || (hasWeek === true && seen.week === null) ? null : seen;
}

/** Runs in the page: scrolls a link or button with this text into view. Returns its centre; null while there is none. */
function centreOf(text: string): { x: number; y: number } | null {
  const found = [...document.querySelectorAll('a[href], button, [role="menuitem"]')].find(
    (element) =>
      (element.getAttribute('aria-label') ?? element.textContent).trim() === text &&
      element.getBoundingClientRect().width > 0,
  );
  if (!found) return null;
  found.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const { left, top, width, height } = found.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Runs in the page: after the next click, waits for a new heading at a path. */
function awaitHeading(path: string): void {
  const before = document.querySelector('h1');
  (globalThis as Observed).benchArrival = new Promise((resolve) => {
    const handle = ({ timeStamp }: Event) => {
      const check = (): void => {
        const heading = document.querySelector('main h1');
        const isNew = heading !== null && heading !== before && heading.getBoundingClientRect().height > 0;
        // The frame of this callback shows the heading; the next frame starts after it was painted.
        if (isNew && location.pathname === path)
          requestAnimationFrame(() => resolve(performance.now() - timeStamp));
        else requestAnimationFrame(check);
      };
      requestAnimationFrame(check);
    };
    addEventListener('click', handle, { capture: true, once: true });
  });
}

/** Waits until a page is idle, and until the network has been idle for as long as idle work needs to start its requests. */
async function untilPainted({ evaluate, traffic }: Tab): Promise<void> {
  await evaluate(
    () => new Promise<void>((resolve) => requestIdleCallback(() => requestIdleCallback(() => resolve()))),
  );
  await traffic.idle(250);
}

/** Waits until no request is pending and idle work starts no further one. */
async function untilIdle(tab: Tab): Promise<void> {
  let before = -1;
  while (tab.traffic.size() !== before) {
    // Longer than any pause while loading: a round trip, and a slow processor's work on the response.
    await tab.traffic.idle(700);
    before = tab.traffic.size();
    await untilPainted(tab);
  }
}

/**
 * Opens a page in a new tab, and waits until its main control works; then for an idle network, or, on a return, only until the
 * page is idle and painted. `rate`: of the slowed processor; absent: all at full speed.
 */
export async function visit(
  tab: Tab,
  { origin }: Site,
  page: MeasuredPage,
  { rate, isReturn = false }: { rate?: number; isReturn?: boolean } = {},
): Promise<Visit> {
  if (rate !== undefined) await tab.slowDown(rate);
  await tab.open(`${origin}${page.path}`, observe, page);
  await tab.poll(readObservations, page.hasWeek);
  await (isReturn ? untilPainted(tab) : untilIdle(tab));
  const seen = await tab.poll(readObservations, page.hasWeek);
  await tab.expectSilentConsole();
  return { ...seen, requests: isReturn ? [] : await tab.traffic.count() };
}

/** A first visit at full speed: what is counted does not depend on the machine. */
export async function count(browser: MeasuredBrowser, site: Site, page: MeasuredPage): Promise<Visit> {
  const visitor = await newVisitor(browser, site, page.isSignedIn);
  const found = await visitor.inTab((tab) => visit(tab, site, page));
  await visitor.leave();
  return found;
}

/** Moves the mouse to a link or button with this text as soon as it exists. Returns a function that clicks it. */
async function hover({ mouse, poll }: Tab, text: string): Promise<() => Promise<void>> {
  const point = await poll(centreOf, text);
  await mouse('mouseMoved', point);
  return async () => {
    await mouse('mousePressed', point);
    await mouse('mouseReleased', point);
  };
}

/**
 * Opens a page in a new tab, waits until it is idle, hovers a link, waits for the requests that this causes, and clicks it on a
 * slowed processor. Returns the milliseconds until the next page's heading was painted, and the requests from the hovering on.
 */
export async function navigate(
  tab: Tab,
  { origin }: Site,
  { from, opener, link, to }: MeasuredNavigation,
  rate: number,
): Promise<{ painted: number; requests: Counted[] }> {
  await tab.open(`${origin}${from}`, () => {}, undefined);
  if (opener !== undefined) {
    const click = await hover(tab, opener);
    await untilIdle(tab);
    await click();
  }
  await tab.poll(centreOf, link);
  await untilIdle(tab);
  await tab.slowDown(rate);
  const before = tab.traffic.size();
  const click = await hover(tab, link);
  await untilIdle(tab);
  await tab.evaluate(awaitHeading, to);
  await click();
  const painted = await tab.evaluate(() => (globalThis as Observed).benchArrival);
  await untilIdle(tab);
  await tab.expectSilentConsole();
  return { painted: painted ?? NaN, requests: (await tab.traffic.count()).slice(before) };
}
