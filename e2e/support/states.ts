import type { BrowserContext, Locator, Page } from '@playwright/test';
import { takePictures } from '../bench/pictures/take.ts';
import { LAPTOP, expectAccessible, expectEdges, expectRings, showIn } from './accessible.ts';
import { expectFocusOrder } from './focus.ts';
import { closeNotices, keepNotices } from './notices.ts';
import { expect, test } from './test.ts';

type Act = (page: Page) => unknown;

/** One state of a page: as it opens, with something open, or after a failure. */
export interface State {
  /** The page, a slash, the state: 'dashboard/composer'. Also the name of its pictures. */
  name: string;
  /** The page is opened here; absent: the state follows on the page of the state before. */
  path?: string;
  /** Called before the page is opened. */
  before?: Act;
  /** What the visitor does, after the popovers and notices of the state before were closed. */
  act?: Act;
  /** What is visible as long as the page is in the state: a text, or an element. */
  shows?: string | ((page: Page) => Locator);
  /** The page is still loading, and has no `h1`. */
  isOutline?: true;
  looks?: readonly [View, ...View[]];
}

/** A state with which a page is opened. */
export const opened = (name: string, path: string, more: Omit<State, 'name' | 'path'> = {}): State => {
  return { name, path, ...more };
};
/** A state of the page that is open. */
export const next = (name: string, act: Act, shows: NonNullable<State['shows']>): State => {
  return { name, act, shows };
};

/** A view in which a state is compared with its picture in e2e/visual. */
interface View {
  size: { width: number; height: number };
  colorScheme: 'light' | 'dark';
  /** Also compares the sky's colours. By default one colour replaces the sky: its gradient adds 350 kB to a screenshot. */
  isSkyShown?: boolean;
}

const DESK = { width: 1280, height: 800 };
export const LIGHT: View = { size: DESK, colorScheme: 'light' };
export const DARK: View = { size: DESK, colorScheme: 'dark' };

/** Today in every state: a Wednesday, so that the week has past and future days. */
export const TODAY = '2026-11-18';
/** Ten in the morning in Singapore, the time zone of the tests' browsers. */
const NOW = `${TODAY}T10:00:00+08:00`;

/** `npm run bench -- pictures` takes pictures of the states whose names contain one of these texts, instead of testing them. */
export const PICTURES = process.env['PICTURES'];

/** Each page that is opened is a first visit, and no time limit of the site ends a state. Runs in the page. */
function prepare(): void {
  sessionStorage.clear();
  for (const key of Object.keys(localStorage))
    if (key.startsWith('better-space-kept:')) localStorage.removeItem(key);
  const { setTimeout } = window;
  // The cast drops what Node's types add to `setTimeout`.
  window.setTimeout = ((handler: () => void, milliseconds = 0, ...rest: []) =>
    milliseconds >= 3_000 ? 0 : setTimeout(handler, milliseconds, ...rest)) as typeof window.setTimeout;
  AbortSignal.timeout = () => new AbortController().signal;
}

/** Goes through the states in a browser, and expects each to be accessible, and to look as it should. */
export async function expectStates(
  context: BrowserContext,
  origin: string,
  states: readonly State[],
): Promise<void> {
  test.setTimeout(PICTURES === undefined ? 60_000 + 30_000 * states.length : 0);
  await context.clock.setFixedTime(NOW);
  await keepNotices(context);
  // One tab for all: its process parses and compiles the same scripts only once.
  const page = await context.newPage();
  await page.addInitScript(prepare);
  const paths = new Set<string>();
  let isAsOpened = true;
  for (const [turn, { name, path, before, act, shows, isOutline, looks = [] }] of states.entries())
    await test.step(name, async () => {
      if (path === undefined) {
        await showIn(page, LAPTOP);
        await page.keyboard.press('Escape');
        await closeNotices(page);
      } else {
        await context.setOffline(false);
        // Requests that the state before holds end with its page, and are not let through. A blank page has another process.
        if (!isAsOpened) await page.goto(`${origin}/robots.txt`);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
        // A phone's sample week scrolls to today when it opens.
        await showIn(page, looks[0]?.size ?? LAPTOP);
        await before?.(page);
        await page.goto(origin + path);
      }
      await act?.(page);
      isAsOpened = path !== undefined && !before && !act;
      const shown = typeof shows === 'string' ? page.getByText(shows).first() : shows?.(page);
      await expect(shown ?? page.getByRole('heading', { level: 1 })).toBeVisible();
      await settle(page);
      if (PICTURES !== undefined) return takePictures(page, name, PICTURES);
      for (const view of looks) await expectLook(page, name, view);
      if (looks.length > 0) await showIn(page, LAPTOP);
      if (!isOutline) {
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await expect(page).toHaveTitle(/^Better Space — \S/);
      }
      if (path !== undefined && !/[?#]/.test(path) && !paths.has(path)) {
        paths.add(path);
        await expectRetroLink(page, path);
        // The focus inside menus and dialogs: component tests of the planner and the settings.
        await expectFocusOrder(page);
      }
      await expectEdges(page, name);
      await expectAccessible(page, name, turn, isOutline ? ['page-has-heading-one'] : []);
      if (shown) await expect(shown).toBeVisible();
      await expectRings(page, name);
    });
}

/** Outside /retro each page has the link that leads there; the retro pages have their own navigation. */
async function expectRetroLink(page: Page, path: string): Promise<void> {
  const link = page.getByRole('link', { name: 'Enter retro mode', exact: true });
  if (path.startsWith('/retro')) return expect(link).toHaveCount(0);
  await expect(link).toBeVisible();
  await expect(link).toHaveAccessibleDescription('Enter retro pixel mode');
}

/** Waits until the page's fonts are loaded, and ends all finite animations. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    for (const animation of document.getAnimations())
      if (animation.playState === 'running' && animation.effect?.getComputedTiming().endTime !== Infinity)
        animation.finish();
  });

/**
 * The allowed difference. `threshold` is how far one pixel's colour may differ (0 to 1): each release of Chromium smooths
 * the edges of letters and round corners a little differently. The ratio is how many pixels may differ more: one in a
 * thousand, which is a thousand pixels in a laptop's window. The smallest button has twice as many pixels, a line of text
 * in another colour even more.
 */
const TOLERANCE = { threshold: 0.1, maxDiffPixelRatio: 0.001 } as const;

/**
 * Compares the page with its picture in e2e/visual, without the stars, whose positions are random.
 * `npm run e2e -- allStates --update-snapshots` updates the pictures, on any Linux machine: the tests have their own fonts.
 */
async function expectLook(page: Page, name: string, { size, colorScheme, isSkyShown }: View): Promise<void> {
  await showIn(page, size, colorScheme);
  // The stars appear late; once they are there, the colours behind them are too.
  if (isSkyShown) await expect(page.locator('canvas')).toBeAttached();
  await settle(page);
  const styles = await page.evaluateHandle((isFlat) => {
    const sheet = new CSSStyleSheet();
    // Letters keep their exact positions and are not moved to whole pixels.
    sheet.replaceSync(`canvas { visibility: hidden !important } * { text-rendering: geometricPrecision !important }
      ${isFlat ? ":root:not([data-sky='none'])::before { background: var(--sky-middle) !important } [class*='SkyLayer'] { display: none !important }" : ''}`);
    document.adoptedStyleSheets.push(sheet);
    return sheet;
  }, !isSkyShown);
  const file = `${name.replace('/', '-')}-${size.width}-${colorScheme}.png`;
  await expect.soft(page, file).toHaveScreenshot(file, TOLERANCE);
  await styles.evaluate((sheet) => sheet.replaceSync(''));
}
