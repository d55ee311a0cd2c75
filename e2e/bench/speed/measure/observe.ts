/** What the page measured, in milliseconds since its navigation started. */
export interface Observations {
  largestPaint: number | null;
  /** The largest session window of layout shifts, as Core Web Vitals count it. */
  shift: number;
  /** When the main control could be hit and React had hydrated it: a click on it works. */
  answering: number | null;
  /** When tasks of the week were painted, whether from the saved week or from the server. */
  week: number | null;
  /** When the page that confirms the week was painted. */
  confirmed: number | null;
}

/** A navigation within the document: from the click to the new heading. */
interface Arrival {
  /** When the link was clicked, on the browser's own clock. */
  pressed: number;
  /** When the first frame with the new heading was painted. */
  painted: number;
}

interface Shift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

interface Observed {
  labObservations?: Observations;
  labArrival?: Partial<Arrival>;
}

/**
 * Runs in the page, before all its scripts: observes paints, layout shifts and, in each frame, the main control
 * and the week. Takes the text of the main control, and the text that confirms the week.
 */
export function observe({ control, confirmed }: { control: string; confirmed?: string | undefined }): void {
  const seen: Observations = { largestPaint: null, answering: null, week: null, confirmed: null, shift: 0 };
  (globalThis as Observed).labObservations = seen;

  const on = (type: string, handle: (entry: PerformanceEntry) => void) => {
    new PerformanceObserver((list) => list.getEntries().forEach(handle)).observe({ type, buffered: true });
  };
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

  const hasText = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent).trim() === control;
  const isReachable = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return width > 0 && hit !== null && element.contains(hit);
  };
  const check = () => {
    const controls = [...document.querySelectorAll('a[href], button')].filter(hasText);
    // React stores an element's props on it as soon as it has hydrated it.
    const isHydrated = (element: Element) =>
      Object.keys(element).some((key) => key.startsWith('__reactProps$'));
    if (controls.some((element) => isReachable(element) && isHydrated(element)))
      seen.answering = performance.now();
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);

  // The frame of a callback shows what the callback saw; the next frame starts after it was painted.
  const onPainted = (isThere: () => boolean, handle: (time: number) => void) => {
    const checkAgain = () => requestAnimationFrame(isThere() ? () => handle(performance.now()) : checkAgain);
    requestAnimationFrame(checkAgain);
  };
  if (confirmed === undefined) return;
  onPainted(
    () => document.querySelector('main [data-task]') !== null,
    (time) => (seen.week = time),
  );
  onPainted(
    () => [...document.querySelectorAll('main p')].some((line) => line.textContent === confirmed),
    (time) => (seen.confirmed = time),
  );
}

/** Runs in the page: scrolls a link or button with this text into view. Returns its centre; null while there is none. */
export function centreOf(text: string): { x: number; y: number } | null {
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
export function awaitHeading(path: string): void {
  const before = document.querySelector('h1');
  const arrival: Partial<Arrival> = {};
  (globalThis as Observed).labArrival = arrival;
  const check = () => {
    const heading = document.querySelector('main h1');
    const isNew = heading !== null && heading !== before && heading.getBoundingClientRect().height > 0;
    if (!isNew || location.pathname !== path) return requestAnimationFrame(check);
    // The frame of this callback shows the heading; the next frame starts after it was painted.
    return requestAnimationFrame(() => {
      arrival.painted = performance.now();
    });
  };
  addEventListener(
    'click',
    ({ timeStamp }) => {
      arrival.pressed = timeStamp;
      requestAnimationFrame(check);
    },
    { capture: true, once: true },
  );
}

/** Runs in the page: returns the observations when they are complete, else null. `hasWeek`: also waits for the week. */
export function readObservations(hasWeek: boolean): Observations | null {
  const { labObservations: seen } = globalThis as Observed;
  return seen?.answering == null || (hasWeek && seen.confirmed === null) ? null : seen;
}

export function readArrival(): Arrival | null {
  const { pressed, painted } = (globalThis as Observed).labArrival ?? {};
  return pressed === undefined || painted === undefined ? null : { pressed, painted };
}
