import { expect, type Page } from '@playwright/test';
import { createAccount, neverExpiring, restoreSession } from '../support/accounts.ts';
import { fetchResponse } from '../support/network.ts';
import { closeNotices } from '../support/notices.ts';
import type { Site } from '../support/site.ts';
import type { State } from './state.ts';
import { NOW, fillWeek } from './weeks.ts';

/** The email that pages show; at the server each account has another one. */
const EMAIL = 'mei.lin@example.com';

/** The sign-up date that pages show, instead of the day on which the test created the account. */
const SIGNED_UP = '2026-07-13T09:00:00+08:00';

/** Replaces the sign-up date in the responses of the backend. */
async function replaceSignUpDate(page: Page): Promise<void> {
  await page.route(/\/rest\/v1\/profiles/, async (route) => {
    const response = await fetchResponse(route);
    const body = await response.text();
    return route.fulfill({ response, body: body.replace(/("created_at":")[^"]+/, `$1${SIGNED_UP}`) });
  });
}

/** Makes timeouts of three seconds or more never fire. */
async function stopLongTimers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { setTimeout } = window;
    // The cast drops what Node's types add to `setTimeout`.
    window.setTimeout = ((handler: () => void, milliseconds = 0, ...rest: []) =>
      milliseconds >= 3_000 ? 0 : setTimeout(handler, milliseconds, ...rest)) as typeof window.setTimeout;
    AbortSignal.timeout = () => new AbortController().signal;
  });
}

/**
 * Keeps notices until they are closed, by pausing the animation that ends their five seconds. (Hovering would keep them as
 * well, but the pointer leaves them when the window is resized.)
 */
async function keepNotices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const pausedStyles = new CSSStyleSheet();
    pausedStyles.replaceSync('.Toastify__progress-bar { animation-play-state: paused !important; }');
    document.adoptedStyleSheets.push(pausedStyles);
  });
}

/** Waits until the page's fonts are loaded and all finite animations have ended. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const running = document
      .getAnimations()
      .filter(
        (animation) =>
          animation.playState === 'running' &&
          animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      );
    await Promise.allSettled(running.map((animation) => animation.finished));
  });
}

export async function openFirst(page: Page, site: Site, state: State): Promise<void> {
  const { visitor = 'visitor' } = state;
  if (visitor !== 'visitor') {
    const account = await createAccount(site);
    await fillWeek(account, visitor);
    const user = { ...account.session.user, email: EMAIL };
    await restoreSession(page.context(), { ...neverExpiring(account.session), user });
  }
  await page.clock.setFixedTime(NOW);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await keepNotices(page);
  if (state.isBrief) await stopLongTimers(page);
  await visit(page, site, state);
}

/** Cleans up after the last state of a sequence: stored data, routes and the offline mode. */
export async function leave(page: Page, { isBrief }: State): Promise<void> {
  await page.evaluate(() => {
    const accountKeys = ['better-space-session', 'e2e-seeded'];
    for (const key of Object.keys(localStorage)) if (!accountKeys.includes(key)) localStorage.removeItem(key);
    sessionStorage.clear();
  });
  // Leaves the page first, to cancel held requests: without routes they would be answered, and the page might log errors.
  if (isBrief) await page.goto('about:blank');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().setOffline(false);
}

/** Opens a state that follows none, in a browser that was opened for the same visitor and the same `isBrief`. */
export async function visit(page: Page, site: Site, state: State): Promise<void> {
  const { path, heading } = state;
  await replaceSignUpDate(page);
  await state.before?.(page);
  await page.goto(site.origin + path);
  if (heading !== null) await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await enterState(page, site, state);
}

export async function goOnTo(page: Page, site: Site, state: State): Promise<void> {
  await page.keyboard.press('Escape');
  await closeNotices(page);
  await state.before?.(page);
  await enterState(page, site, state);
}

async function enterState(page: Page, site: Site, state: State): Promise<void> {
  await state.act?.(page, site);
  await state.verify?.(page);
  await settle(page);
}

export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect(page.getByRole('status').getByText(/^You are offline\./)).toBeVisible();
}
