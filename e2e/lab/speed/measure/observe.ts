/** What the page itself saw, in milliseconds since its navigation began. */
export interface Observations {
  firstPaint: number | null;
  largestPaint: number | null;
  /** The longest burst of layout shifts, as Core Web Vitals count it. */
  shift: number;
  longTasks: { start: number; duration: number }[];
  reachable: number | null;
  /** When the main control was also in the hands of React: a press on it does what the page means. */
  answering: number | null;
  /** When tasks of the week were painted: from this browser's own copy, or from the server. */
  week: number | null;
  /** When the server's answer for the week was there, and when the page that says so was painted. */
  answered: number | null;
  confirmed: number | null;
}

/** Since when a heading of a page stands, for navigations inside the document. */
interface Arrival {
  /** The press on the link, on the browser's own clock. */
  pressed: number;
  /** The first frame with the new heading was done. */
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
 * Runs in the page, before all its scripts: observes paints, shifts, long tasks and, frame by frame, the main control,
 * which is known by its words, and its week. Takes
 * the words of both.
 */
export function observe({ control, confirmed }: { control: string; confirmed?: string | undefined }): void {
  const none = { firstPaint: null, largestPaint: null, reachable: null, answering: null };
  const noWeek = { week: null, answered: null, confirmed: null };
  const seen: Observations = { ...none, ...noWeek, shift: 0, longTasks: [] };
  (globalThis as Observed).labObservations = seen;

  const on = (type: string, take: (entry: PerformanceEntry) => void) => {
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  };
  on('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaint = startTime;
  });
  on('largest-contentful-paint', ({ startTime }) => {
    seen.largestPaint = startTime;
  });
  on('longtask', ({ startTime, duration }) => {
    seen.longTasks.push({ start: startTime, duration });
  });
  let burst = { start: 0, end: 0, sum: 0 };
  on('layout-shift', (entry) => {
    // TypeScript's DOM does not know the entry.
    const { startTime: end, value, hadRecentInput } = entry as Shift;
    if (hadRecentInput) return;
    const isSame = end - burst.end < 1_000 && end - burst.start < 5_000;
    burst = isSame ? { ...burst, end, sum: burst.sum + value } : { start: end, end, sum: value };
    seen.shift = Math.max(seen.shift, burst.sum);
  });

  const named = (element: Element) =>
    (element.getAttribute('aria-label') ?? element.textContent).trim() === control;
  const isReachable = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return width > 0 && hit !== null && element.contains(hit);
  };
  const look = () => {
    const reached = [...document.querySelectorAll('a[href], button')].filter(
      (element) => named(element) && isReachable(element),
    );
    if (reached.length > 0) seen.reachable ??= performance.now();
    // React keeps an element's props on it, from the moment on that it answers for it.
    if (reached.some((element) => Object.keys(element).some((key) => key.startsWith('__reactProps$'))))
      seen.answering = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);

  // The frame that a callback belongs to shows what it sees: the next one begins when it was drawn.
  const onPainted = (isThere: () => boolean, take: (time: number) => void) => {
    const lookAgain = () => requestAnimationFrame(isThere() ? () => take(performance.now()) : lookAgain);
    requestAnimationFrame(lookAgain);
  };
  if (confirmed === undefined) return;
  on('resource', ({ name, startTime, duration }) => {
    if (/\/rest\/v1\/tasks\?.*task_date=gte/.test(name)) seen.answered ??= startTime + duration;
  });
  onPainted(
    () => document.querySelector('main [data-task]') !== null,
    (time) => (seen.week = time),
  );
  onPainted(
    () => [...document.querySelectorAll('main p')].some((line) => line.textContent === confirmed),
    (time) => (seen.confirmed = time),
  );
}

/** Runs in the page: the middle of a link or button, known by its words, brought into sight; null while there is none. */
export function placeOf(words: string): { x: number; y: number } | null {
  const found = [...document.querySelectorAll('a[href], button, [role="menuitem"]')].find(
    (element) =>
      (element.getAttribute('aria-label') ?? element.textContent).trim() === words &&
      element.getBoundingClientRect().width > 0,
  );
  if (!found) return null;
  found.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  const { left, top, width, height } = found.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** Runs in the page: from the next press on, waits for another heading than the one that stands now, at a path. */
export function awaitHeading(path: string): void {
  const before = document.querySelector('h1');
  const arrival: Partial<Arrival> = {};
  (globalThis as Observed).labArrival = arrival;
  const look = () => {
    const heading = document.querySelector('main h1');
    const isNew = heading !== null && heading !== before && heading.getBoundingClientRect().height > 0;
    if (!isNew || location.pathname !== path) return requestAnimationFrame(look);
    // The frame that this callback belongs to shows it: the next one begins when it was drawn.
    return requestAnimationFrame(() => {
      arrival.painted = performance.now();
    });
  };
  addEventListener(
    'click',
    ({ timeStamp }) => {
      arrival.pressed = timeStamp;
      requestAnimationFrame(look);
    },
    { capture: true, once: true },
  );
}

/** Runs in the page: what was seen, once all is there that the visit waits for. Takes whether that is a week. */
export function readObservations(hasWeek: boolean): Observations | null {
  const { labObservations: seen } = globalThis as Observed;
  return seen?.answering == null || (hasWeek && seen.confirmed === null) ? null : seen;
}

export function readArrival(): Arrival | null {
  const { pressed, painted } = (globalThis as Observed).labArrival ?? {};
  return pressed === undefined || painted === undefined ? null : { pressed, painted };
}
