import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Browser, Request } from '@playwright/test';
import type { MeasuredNavigation, MeasuredPage } from './pages.ts';
import type { Tab } from './tab.ts';

export interface Site {
  origin: string;
  /** The session of the account with a week of tasks. */
  session: unknown;
}

/** What a visit measures, in milliseconds since its navigation started. */
interface Figures {
  /** The largest contentful paint. */
  LCP: number | null;
  /** When the main control could be hit and React had hydrated it: a click on it works. */
  works: number | null;
  /** When tasks of the week were painted, whether from the saved week or from the server. */
  week: number | null;
}

/** Milliseconds: longer than any pause while loading, which is a round trip, and a slow processor's work on the response. */
const PAUSE = 700;

interface Bench {
  seen: Figures;
  /** Resolves when the control works and the week, if the page has one, is there. */
  done: Promise<void>;
  messages: string[];
  /** The link or button with this text, as soon as it exists. */
  find(text: string): Promise<HTMLElement>;
}

/** Of the page. */
declare const bench: Bench;

/** Runs in the page, before all its scripts: signs in if there is a session, and observes. */
function prepare({ session, control, hasWeek }: Partial<MeasuredPage> & { session: unknown }): void {
  const messages: string[] = [];
  for (const kind of ['debug', 'error', 'info', 'log', 'warn'] as const)
    console[kind] = (...words: unknown[]) => void messages.push(`${kind}: ${words.map(String).join(' ')}`);
  addEventListener('error', ({ message }) => messages.push(`uncaught: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => messages.push(`uncaught: ${String(reason)}`));
  const name = 'better-space-session';
  if (session !== null && localStorage.getItem(name) === null)
    localStorage.setItem(name, JSON.stringify(session));

  const seen: Figures = { LCP: null, works: null, week: null };
  new PerformanceObserver((list) => {
    seen.LCP = list.getEntries().at(-1)?.startTime ?? null;
  }).observe({ type: 'largest-contentful-paint', buffered: true });

  const nextFrame = () => new Promise(requestAnimationFrame);
  const look = (text: string | undefined) =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, [role="menuitem"]')].find(
      (element) =>
        (element.getAttribute('aria-label') ?? element.textContent).trim() === text &&
        element.getBoundingClientRect().width > 0,
    );
  const works = () => {
    const element = look(control);
    if (!element) return false;
    const { left, top, width, height } = element.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    // React stores an element's props on it as soon as it has hydrated it.
    return element.contains(hit) && Object.keys(element).some((key) => key.startsWith('__reactProps$'));
  };
  const isDone = () => seen.works !== null && (!hasWeek || seen.week !== null);
  async function watch(): Promise<void> {
    for (let isWeekThere = false; !isDone();) {
      await nextFrame();
      // The last frame showed what its callback saw, and has been painted.
      if (isWeekThere) seen.week ??= performance.now();
      isWeekThere = document.querySelector('main [data-task]') !== null;
      if (works()) seen.works ??= performance.now();
    }
  }
  async function find(text: string): Promise<HTMLElement> {
    for (;;) {
      const found = look(text);
      if (found) return found;
      await nextFrame();
    }
  }
  const done = control === undefined ? Promise.resolve() : watch();
  Object.assign(globalThis, { bench: { seen, done, messages, find } satisfies Bench });
}

/** Ends a visit: its console was silent. Returns its figures. */
async function figuresOf({ evaluate }: Tab): Promise<Figures> {
  const { messages, seen } = await evaluate(() => bench);
  if (messages.length > 0) throw new Error(`a measured page said: ${messages.join('; ')}`);
  return seen;
}

/**
 * Opens a page in a new tab on a slowed processor (`rate`), and waits until its main control works; then for an idle network, or,
 * on a return, only until the page is idle and painted.
 */
export async function visit(
  tab: Tab,
  { origin, session }: Site,
  { path, control, isSignedIn = false, hasWeek = false }: MeasuredPage,
  { rate, isReturn }: { rate: number; isReturn: boolean },
): Promise<Figures> {
  await tab.slowDown(rate);
  await tab.open(origin + path, prepare, { session: isSignedIn ? session : null, control, hasWeek });
  await tab.evaluate(() => bench.done);
  await tab.untilIdle(isReturn ? 250 : PAUSE);
  return figuresOf(tab);
}

/**
 * Opens a page in a new tab, waits until it is idle, points at a link, waits for the requests that this causes, and clicks it on a
 * slowed processor. Returns the milliseconds until the next page's heading was painted.
 */
export async function navigate(
  tab: Tab,
  { origin, session }: Site,
  { from, opener, link, to, isSignedIn = false }: MeasuredNavigation,
  rate: number,
): Promise<number> {
  await tab.open(origin + from, prepare, { session: isSignedIn ? session : null });
  const untilIdleWith = async (text: string) => {
    await tab.evaluate(async (name) => void (await bench.find(name)), text);
    await tab.untilIdle(PAUSE);
  };
  if (opener !== undefined) {
    await untilIdleWith(opener);
    await tab.evaluate(async (name) => (await bench.find(name)).click(), opener);
  }
  await untilIdleWith(link);
  await tab.slowDown(rate);
  await tab.evaluate(async (text) => {
    (await bench.find(text)).dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  }, link);
  await tab.untilIdle(PAUSE);
  const painted = await tab.evaluate(
    async ({ text, path }) => {
      const element = await bench.find(text);
      const before = document.querySelector('h1');
      const start = performance.now();
      element.click();
      for (let isThere = false; ;) {
        await new Promise(requestAnimationFrame);
        // The last frame showed the heading, and has been painted.
        if (isThere) return performance.now() - start;
        const heading = document.querySelector('main h1');
        const isNew = heading !== null && heading !== before && heading.getBoundingClientRect().height > 0;
        isThere = isNew && location.pathname === path;
      }
    },
    { text: link, path: to },
  );
  await tab.untilIdle(PAUSE);
  await figuresOf(tab);
  return painted;
}

/** A request of a first visit. */
interface Counted {
  path: string;
  type: string;
  gzip: number;
  start: number;
  /**
   * 1 for the document, and one more than that of the first file that names it for all others; the browser does not say which
   * script imported another. What no file names: one more than all files before it.
   */
  depth: number;
}

/** Counts a first visit at full speed, by Playwright's own events: what does not depend on the machine. */
export async function count(browser: Browser, { origin, session }: Site, page: MeasuredPage) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'no-preference',
    serviceWorkers: 'allow',
  });
  const tab = await context.newPage();
  await tab.addInitScript(prepare, { ...page, session: page.isSignedIn ? session : null });
  const sent: Request[] = [];
  tab.on('request', (request) => void (/^(data|blob):/.test(request.url()) || sent.push(request)));
  await tab.goto(origin + page.path);
  await tab.evaluate(() => bench.done);
  for (let before = -1; before !== sent.length;) {
    before = sent.length;
    await tab.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    await wait(PAUSE);
    await Promise.all(sent.map(async (request) => (await request.response())?.finished()));
  }
  const { messages, works } = await tab.evaluate(() => ({
    messages: bench.messages,
    works: performance.timeOrigin + (bench.seen.works ?? NaN),
  }));
  if (messages.length > 0) throw new Error(`a counted page said: ${messages.join('; ')}`);

  const requests: Counted[] = [];
  /** What may name other files. */
  const readable: { text: string; depth: number }[] = [];
  for (const request of sent) {
    const [url, type] = [request.url(), request.resourceType()];
    const body = await (await request.response())?.body().catch(() => null);
    // Fonts are already compressed: no server compresses them again.
    const gzip = !body ? 0 : type === 'font' ? body.length : gzipSync(body, { level: 9 }).byteLength;
    const name = basename(new URL(url).pathname);
    const naming = readable.filter(({ text }) => name.includes('.') && text.includes(name));
    const depths = (naming.length > 0 ? naming : readable).map((one) => one.depth);
    const depth = 1 + (naming.length > 0 ? Math.min(...depths) : Math.max(0, ...depths));
    if (/document|script|stylesheet/.test(type)) readable.push({ text: String(body), depth });
    requests.push({ path: url.slice(origin.length), type, gzip, depth, start: request.timing().startTime });
  }
  await context.close();
  const sum = (counted: readonly Counted[]) => counted.reduce((total, { gzip }) => total + gzip, 0);
  const isWaitedFor = ({ start, type }: Counted) => start < works && type !== 'ping';
  return {
    requests,
    gzip: sum(requests),
    scripts: sum(requests.filter(({ type }) => type === 'script')),
    chain: Math.max(...requests.filter(isWaitedFor).map(({ depth }) => depth)),
  };
}
