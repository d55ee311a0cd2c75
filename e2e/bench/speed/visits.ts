import { MEMBER_PATHS } from '../../support/documents.ts';
import type { Tab } from './tab.ts';

type Site = { origin: string; session: unknown };

/** Every page of the product except the administrator's → the text of its main control: a link or a button. */
export const PAGES: Readonly<Record<string, string>> = {
  '/': 'Start for Free',
  '/auth': 'Sign In',
  '/dashboard': 'Add task',
  '/retro': '[ PRESS START ]',
  '/retro/dashboard': 'Next week',
  '/settings': 'Save Profile',
  '/about': 'Sign Up',
  '/jobs': 'Sign Up',
  '/terms': 'Sign Up',
  '/pricing': 'Sign Up',
  '/rocket': 'Launch',
  '/retro/auth': '[ PLAY ]',
  '/retro/pricing': 'START FREE',
};
/** React, the router and one button (bundle.ts): what all times are compared with, beside the bundle's. */
export const FLOOR = '/floor';

/** `opener`: what is clicked before the link exists. */
type Navigation = { from: string; opener?: string; link: string; to: string };
/** First navigations to a page of another remote, from an idle page. */
export const NAVIGATIONS: readonly Navigation[] = [
  { from: '/', link: 'Enter retro mode', to: '/retro' },
  { from: '/', link: 'Take Me to My Calendar', to: '/dashboard' },
  { from: '/dashboard', link: 'Home', to: '/' },
  { from: '/dashboard', opener: 'Account', link: 'Settings', to: '/settings' },
  { from: '/settings', link: 'Back to Dashboard', to: '/dashboard' },
  { from: '/settings', link: 'View Pricing Plans', to: '/pricing' },
  { from: '/retro/dashboard', link: 'NORMAL MODE', to: '/dashboard' },
];

/** Milliseconds: longer than any pause while loading, which is a round trip, and a slow processor's work on the response. */
const PAUSE = 700;

/** In the page: what `prepare` returns. */
declare const bench: ReturnType<typeof prepare>;

/** Runs in the page, before all its scripts: signs in if there is a session, and observes. */
function prepare({ session, control }: { session: unknown; control?: string | undefined }) {
  const messages: string[] = [];
  for (const kind of ['debug', 'error', 'info', 'log', 'warn'] as const)
    console[kind] = (...words: unknown[]) => void messages.push(`${kind}: ${words.map(String).join(' ')}`);
  addEventListener('error', ({ message }) => messages.push(`uncaught: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => messages.push(`uncaught: ${String(reason)}`));
  const name = 'better-space-session';
  if (session !== null && localStorage.getItem(name) === null)
    localStorage.setItem(name, JSON.stringify(session));

  /** Milliseconds since the navigation started. */
  const seen: { LCP: number | null; works?: number; week?: number } = { LCP: null };
  new PerformanceObserver((list) => {
    seen.LCP = list.getEntries().at(-1)?.startTime ?? null;
  }).observe({ type: 'largest-contentful-paint', buffered: true });

  const nextFrame = () => new Promise(requestAnimationFrame);
  /** The time of the first frame in which this holds; `isPainted`: when that frame was painted. */
  async function when(holds: () => boolean, isPainted = false): Promise<number> {
    do await nextFrame();
    while (!holds());
    if (isPainted) await nextFrame(); // the last one has been painted
    return performance.now();
  }
  /** The visible link or button with this text. */
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
      // A click works once React has hydrated the element: then it stores the element's props on it.
      return element.contains(hit) && Object.keys(element).some((key) => key.startsWith('__reactProps$'));
    });
  }
  async function watchWeek(): Promise<void> {
    seen.week = await when(() => document.querySelector('main [data-task]') !== null, true);
  }
  const hasWeek = location.pathname === '/dashboard';
  const done = Promise.all([control !== undefined && watch(control), hasWeek && watchWeek()]);
  return { seen, messages, done, when, look };
}

/** The session of a visitor of these pages: null if no one needs it. */
const sessionFor = ({ session }: Site, ...paths: readonly string[]) =>
  paths.some((path) => MEMBER_PATHS.includes(path)) ? session : null;

/** Ends a visit: its console was silent. Returns its figures. */
async function figuresOf({ evaluate }: Tab) {
  const { messages, seen } = await evaluate(() => ({ messages: bench.messages, seen: bench.seen }));
  if (messages.length > 0) throw new Error(`a measured page said: ${messages.join('; ')}`);
  return seen;
}

/**
 * Opens a page in a new tab on a slowed processor (`rate`), and waits until its main control works; then for an idle network, or,
 * on a return, only until the page is idle and painted.
 */
export async function visit(tab: Tab, site: Site, path: string, rate: number, isReturn: boolean) {
  await tab.slowDown(rate);
  const control = path === FLOOR ? 'Press' : PAGES[path];
  await tab.open(site.origin + path, prepare, { session: sessionFor(site, path), control });
  await tab.evaluate(() => bench.done);
  await tab.untilIdle(isReturn ? 250 : PAUSE);
  return { ...(await figuresOf(tab)), ...(!isReturn && tab.traffic()) };
}

/**
 * Opens a page in a new tab, waits until it is idle, points at a link, waits for the requests that this causes, and clicks it on a
 * slowed processor. Returns the milliseconds until the next page's heading was painted.
 */
export async function navigate(tab: Tab, site: Site, navigation: Navigation, rate: number): Promise<number> {
  const { from, opener, link, to } = navigation;
  await tab.open(site.origin + from, prepare, { session: sessionFor(site, from, to) });
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
