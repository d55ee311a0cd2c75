import { expect, type Page } from '@playwright/test';
import { createAccount, everFresh, restoreSession } from '../support/accounts.ts';
import { answerTo } from '../support/network.ts';
import { closeNotices } from '../support/notices.ts';
import type { Site } from '../support/site.ts';
import type { State } from './state.ts';
import { NOW, fillWeek } from './weeks.ts';

/** The email that pages show; each account has another one at the server. */
const EMAIL = 'mei.lin@example.com';

/** The account is some months old, whatever the day on which the server made it. */
const SIGNED_UP = '2026-07-13T09:00:00+08:00';

/** What happens to every answer of the backend: its clock agrees with the device's. */
async function agreeOnTheTime(page: Page): Promise<void> {
  await page.route(/\/(auth|rest)\/v1\//, async (route) => {
    const response = await answerTo(route);
    const headers = response.headers();
    delete headers['date'];
    if (!/\/rest\/v1\/profiles/.test(route.request().url())) {
      return route.fulfill({ response, headers });
    }
    const body = await response.text();
    return route.fulfill({
      response,
      headers,
      body: body.replace(/("created_at":")[^"]+/, `$1${SIGNED_UP}`),
    });
  });
}

/** No time limit of three seconds or more is ever reached. */
async function stopLongTimers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { setTimeout } = window;
    // The same call without the ones that are too long; what the browser's own types add for Node is not used here.
    window.setTimeout = ((handler: () => void, milliseconds = 0, ...rest: []) =>
      milliseconds >= 3_000 ? 0 : setTimeout(handler, milliseconds, ...rest)) as typeof window.setTimeout;
    AbortSignal.timeout = () => new AbortController().signal;
  });
}

/**
 * Notices stay until they are closed: what ends their five seconds is an animation, which is held. (Pointing at them would do
 * as well, but the pointer leaves them when the window changes its size.)
 */
async function keepNotices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const held = new CSSStyleSheet();
    held.replaceSync('.Toastify__progress-bar { animation-play-state: paused !important; }');
    document.adoptedStyleSheets.push(held);
  });
}

/** Waits until the page's letters have arrived and what moves once has come to its end. */
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
    await restoreSession(page.context(), { ...everFresh(account.session), user });
  }
  await page.clock.setFixedTime(NOW);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await keepNotices(page);
  if (state.isBrief) await stopLongTimers(page);
  await visit(page, site, state);
}

/** Undoes what was made for the last state of a story: what the browser kept, its routes, and its being offline. */
export async function leave(page: Page, { isBrief }: State): Promise<void> {
  await page.evaluate(() => {
    const ofAccount = ['better-space-session', 'e2e-seeded'];
    for (const key of Object.keys(localStorage)) if (!ofAccount.includes(key)) localStorage.removeItem(key);
    sessionStorage.clear();
  });
  // What is never answered ends with the page; without its route it would be answered yet, and the page would speak.
  if (isBrief) await page.goto('about:blank');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().setOffline(false);
}

/** Opens a state that follows none, in a browser in which its visitor, with the same limits of time, has left another. */
export async function visit(page: Page, site: Site, state: State): Promise<void> {
  const { path, heading } = state;
  await agreeOnTheTime(page);
  await state.before?.(page);
  await page.goto(site.origin + path);
  if (heading !== null) await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  await bringAbout(page, site, state);
}

export async function goOnTo(page: Page, site: Site, state: State): Promise<void> {
  await page.keyboard.press('Escape');
  await closeNotices(page);
  await state.before?.(page);
  await bringAbout(page, site, state);
}

async function bringAbout(page: Page, site: Site, state: State): Promise<void> {
  await state.act?.(page, site);
  await state.stands?.(page);
  await settle(page);
}

export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await expect(page.getByText('You are offline. What was loaded stays readable.')).toBeVisible();
}
