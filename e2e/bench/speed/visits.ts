import type { Tab } from './tab.ts';

export interface Site {
  origin: string;
  /** The session of the account with a week of tasks. */
  session: unknown;
}

export interface MeasuredPage {
  path: string;
  /** The text of its main control: a link or a button. */
  control: string;
  /** Whether a signed-in user with a week of tasks opens it. */
  isSignedIn?: boolean;
  /** Whether it shows that week as rows of tasks. */
  hasWeek?: boolean;
}

/** Every page of the product except the administrator's. */
export const PAGES: readonly MeasuredPage[] = [
  { path: '/', control: 'Start for Free' },
  { path: '/auth', control: 'Sign In' },
  { path: '/dashboard', control: 'Add task', isSignedIn: true, hasWeek: true },
  { path: '/retro', control: '[ PRESS START ]' },
  { path: '/retro/dashboard', control: 'Next week', isSignedIn: true },
  { path: '/settings', control: 'Save Profile', isSignedIn: true },
  { path: '/about', control: 'Sign Up' },
  { path: '/jobs', control: 'Sign Up' },
  { path: '/terms', control: 'Sign Up' },
  { path: '/pricing', control: 'Sign Up' },
  { path: '/rocket', control: 'Launch' },
  { path: '/retro/auth', control: '[ PLAY ]' },
  { path: '/retro/pricing', control: 'START FREE' },
];

/** React, the router and one button (bundle.ts): what all times are compared with, beside the bundle's. */
export const FLOOR: MeasuredPage = { path: '/floor', control: 'Press' };

/** A first navigation to a page of another remote, from an idle page. */
export interface MeasuredNavigation {
  from: string;
  /** The control that has to be clicked before the link exists. */
  opener?: string;
  link: string;
  to: string;
  isSignedIn?: boolean;
}

export const NAVIGATIONS: readonly MeasuredNavigation[] = [
  { from: '/', link: 'Enter retro mode', to: '/retro' },
  { from: '/', link: 'Take Me to My Calendar', to: '/dashboard', isSignedIn: true },
  { from: '/dashboard', link: 'Home', to: '/', isSignedIn: true },
  { from: '/dashboard', opener: 'Account', link: 'Settings', to: '/settings', isSignedIn: true },
  { from: '/settings', link: 'Back to Dashboard', to: '/dashboard', isSignedIn: true },
  { from: '/settings', link: 'View Pricing Plans', to: '/pricing', isSignedIn: true },
  { from: '/retro/dashboard', link: 'NORMAL MODE', to: '/dashboard', isSignedIn: true },
];

/** What a visit measures, in milliseconds since its navigation started. */
interface Figures {
  /** The largest contentful paint. */
  LCP: number | null;
  /** When the main control could be hit and React had hydrated it: a click on it works. */
  works?: number;
  /** When tasks of the week were painted, whether from the saved week or from the server. */
  week?: number;
}

/** Milliseconds: longer than any pause while loading, which is a round trip, and a slow processor's work on the response. */
const PAUSE = 700;

/** Of the page. */
declare const bench: {
  seen: Figures;
  messages: string[];
  /** Resolves when the control works and the week, if the page has one, is there. */
  done: Promise<unknown>;
  /** The time of the first frame in which this holds; `isPainted`: when that frame was painted. */
  when(holds: () => boolean, isPainted?: boolean): Promise<number>;
  /** The visible link or button with this text. */
  look(text: string): HTMLElement | undefined;
};

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

  const seen: Figures = { LCP: null };
  new PerformanceObserver((list) => {
    seen.LCP = list.getEntries().at(-1)?.startTime ?? null;
  }).observe({ type: 'largest-contentful-paint', buffered: true });

  const nextFrame = () => new Promise(requestAnimationFrame);
  async function when(holds: () => boolean, isPainted = false): Promise<number> {
    do await nextFrame();
    while (!holds());
    if (isPainted) await nextFrame(); // the last one has been painted
    return performance.now();
  }
  const look = (text: string) =>
    [...document.querySelectorAll<HTMLElement>('a[href], button, [role="menuitem"]')].find(
      (element) =>
        (element.getAttribute('aria-label') ?? element.textContent).trim() === text &&
        element.getBoundingClientRect().width > 0,
    );
  async function watch(text: string): Promise<void> {
    seen.works = await when(() => {
      const element = look(text);
      if (!element) return false;
      const { left, top, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      // React stores an element's props on it as soon as it has hydrated it.
      return element.contains(hit) && Object.keys(element).some((key) => key.startsWith('__reactProps$'));
    });
  }
  async function watchWeek(): Promise<void> {
    seen.week = await when(() => document.querySelector('main [data-task]') !== null, true);
  }
  const done = Promise.all([control !== undefined && watch(control), hasWeek && watchWeek()]);
  Object.assign(globalThis, { bench: { seen, messages, done, when, look } satisfies typeof bench });
}

/** Opens a page as the visitor that it is for. */
const open = (
  tab: Tab,
  { origin, session }: Site,
  { path, isSignedIn = false, ...watched }: Partial<MeasuredPage>,
) => tab.open(origin + path, prepare, { session: isSignedIn ? session : null, ...watched });

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
  site: Site,
  page: MeasuredPage,
  { rate, isReturn }: { rate: number; isReturn: boolean },
): Promise<Figures & Partial<ReturnType<Tab['traffic']>>> {
  await tab.slowDown(rate);
  await open(tab, site, page);
  await tab.evaluate(() => bench.done);
  await tab.untilIdle(isReturn ? 250 : PAUSE);
  return { ...(await figuresOf(tab)), ...(!isReturn && tab.traffic()) };
}

/**
 * Opens a page in a new tab, waits until it is idle, points at a link, waits for the requests that this causes, and clicks it on a
 * slowed processor. Returns the milliseconds until the next page's heading was painted.
 */
export async function navigate(
  tab: Tab,
  site: Site,
  { from, opener, link, to, isSignedIn = false }: MeasuredNavigation,
  rate: number,
): Promise<number> {
  await open(tab, site, { path: from, isSignedIn });
  for (const text of opener === undefined ? [link] : [opener, link]) {
    await tab.evaluate((name) => bench.when(() => bench.look(name) !== undefined), text);
    await tab.untilIdle(PAUSE);
    if (text === opener) await tab.evaluate((name) => bench.look(name)?.click(), text);
  }
  await tab.slowDown(rate);
  await tab.evaluate((text) => {
    bench.look(text)?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
  }, link);
  await tab.untilIdle(PAUSE);
  const toHeading = async ({ text, path }: { text: string; path: string }) => {
    const before = document.querySelector('h1');
    const start = performance.now();
    bench.look(text)?.click();
    const isThere = () => {
      const heading = document.querySelector('main h1');
      const isNew = heading !== null && heading !== before && heading.getBoundingClientRect().height > 0;
      return isNew && location.pathname === path;
    };
    return (await bench.when(isThere, true)) - start;
  };
  const milliseconds = await tab.evaluate(toHeading, { text: link, path: to });
  await tab.untilIdle(PAUSE);
  await figuresOf(tab);
  return milliseconds;
}
