import { expect, type Locator, type Page } from '@playwright/test';
import { createAccount, neverExpiring, restoreSession } from '../support/accounts.ts';
import { fetchResponse } from '../support/network.ts';
import { closeNotices, keepNotices } from '../support/notices.ts';
import { dayAfter } from '../support/calendar.ts';
import { insertTasks, sampleWeekFrom, type Planted } from '../support/planner.ts';
import type { Site } from '../support/site.ts';

/** One state of a page: as it opens, with something open, or after a failure. */
export interface State {
  /** The page, a slash, the state: 'dashboard/composer'. Also the name of its pictures. */
  name: string;
  /** What the visitor does on the page of the state before, after its popovers and notices were closed. */
  act?: (page: Page, site: Site) => Promise<unknown>;
  /** What is visible as long as the page is in the state. */
  shows?: (page: Page) => Locator;
}

/** A page that is opened, and its states one after the other. */
export interface Story {
  path: string;
  /** The page's `h1`; null if the page is still loading and has none. */
  heading: string | RegExp | null;
  before?: (page: Page) => Promise<unknown>;
  states: readonly State[];
}

/** The stories of one visitor in one browser. */
export interface Group {
  /** Without an account, with an empty one, with an ordinary week, or with an overfull one. */
  visitor: 'visitor' | 'newcomer' | 'planner' | 'busy planner';
  isConfirming?: true;
  stories: readonly Story[];
}

/** A page of one state. */
export const pageOf = (
  name: string,
  path: string,
  heading: Story['heading'],
  { before, ...state }: Omit<State, 'name'> & Pick<Story, 'before'> = {},
): Story => ({ path, heading, ...(before && { before }), states: [{ name, ...state }] });

/** Today in every state: a Wednesday, so that the week has past and future days. */
export const TODAY = '2026-11-18';
const MONDAY = '2026-11-16';
/** Ten in the morning in Singapore, the time zone of the tests' browsers. */
const NOW = `${TODAY}T10:00:00+08:00`;

/** A day that is folded, every appearance of a row, titles of the greatest length. */
const OVERFULL: readonly Planted[] = [
  { title: 'Read the contract again, clause by clause. '.repeat(5).slice(0, 200), task_date: MONDAY },
  { title: 'x'.repeat(200), task_date: dayAfter(MONDAY), starred: true },
  { title: 'Everything at once', task_date: TODAY, starred: true, pinned: true, completed: true },
  ...Array.from({ length: 30 }, (_, index) => ({
    title: `Errand ${index + 1}`,
    task_date: TODAY,
    emoji: index % 2 === 0 ? '🛒' : null,
    completed: index % 4 === 0,
    pinned: index % 10 === 9,
  })),
];

/** Prepares a new browser for a visitor: their account and its tasks, the time, and notices and failures that last. */
export async function prepare(page: Page, site: Site, { visitor }: Group): Promise<void> {
  if (visitor !== 'visitor') {
    const account = await createAccount(site);
    if (visitor !== 'newcomer') {
      await insertTasks(account, sampleWeekFrom(MONDAY));
      await account.client.from('profiles').update({ display_name: 'Mei Lin' }).eq('id', account.id);
    }
    if (visitor === 'busy planner') await insertTasks(account, OVERFULL);
    // At the server each account has another address.
    const user = { ...account.session.user, email: 'mei.lin@example.com' };
    await restoreSession(page.context(), { ...neverExpiring(account.session), user });
  }
  await page.clock.setFixedTime(NOW);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await keepNotices(page);
  await page.addInitScript(() => {
    // No time limit of the site ends a state.
    const { setTimeout } = window;
    // The cast drops what Node's types add to `setTimeout`.
    window.setTimeout = ((handler: () => void, milliseconds = 0, ...rest: []) =>
      milliseconds >= 3_000 ? 0 : setTimeout(handler, milliseconds, ...rest)) as typeof window.setTimeout;
    AbortSignal.timeout = () => new AbortController().signal;
  });
}

/** Opens the page of a story in a prepared browser. */
export async function visit(page: Page, site: Site, { path, heading, before }: Story): Promise<void> {
  // Pages show this date, not the day on which the test created the account.
  await page.route(/\/rest\/v1\/profiles/, async (route) => {
    const response = await fetchResponse(route);
    const body = (await response.text()).replace(/("created_at":")[^"]+/, '$12026-07-13T09:00:00+08:00');
    return route.fulfill({ response, body });
  });
  await before?.(page);
  await page.goto(site.origin + path);
  if (heading !== null) await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
}

/** Enters a state of the open page. */
export async function enter(page: Page, site: Site, { act, shows }: State, isFirst: boolean): Promise<void> {
  if (!isFirst) {
    await page.keyboard.press('Escape');
    await closeNotices(page);
  }
  await act?.(page, site);
  if (shows) await expect(shows(page)).toBeVisible();
  await settle(page);
}

/** Waits until the page's fonts are loaded and all finite animations have ended. */
export const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready;
    const isFinite = (each: Animation) =>
      each.playState === 'running' && each.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(isFinite)
        .map(({ finished }) => finished),
    );
  });

/** Cleans up after a story: held requests, routes, the offline mode, and stored data except the session. */
export async function leave(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key !== 'better-space-session' && key !== 'e2e-seeded') localStorage.removeItem(key);
    sessionStorage.clear();
  });
  // Without routes, held requests would be answered, and the page might log errors: so it is left first.
  await page.goto('about:blank');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect(page.getByRole('status').getByText(/^You are offline\./)).toBeVisible();
}
