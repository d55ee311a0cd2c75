import type { Page } from '@playwright/test';
import { expiredSession, restoreSession, storedSession } from '../support/accounts.ts';
import { hold, watchPaths } from '../support/network.ts';
import { failureNotice, successNotice } from '../support/notices.ts';
import { dayCards, monday, openComposer, plantTask } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

/** The greeting's name is not worth more than a line in the console (rule profile-query). */
const FAILED = /Failed to load resource|^error: Failed to load profile/;
const REFRESH = /\/auth\/v1\/token\?grant_type=refresh_token/;

const greeting = (page: Page) =>
  page.getByRole('heading', { level: 1, name: /your week space looks great!$/ });
const emptyDays = (page: Page) => page.getByText('Nothing planned yet');

test.beforeEach(({ allowConsole }) => allowConsole(FAILED));

test('the week stands at once from the stored session, expired as its token is, while the network hangs', async ({
  page,
  context,
  account,
  site,
}) => {
  await plantTask(account, 'Water the plants');
  await restoreSession(context, expiredSession(account.session, site.jwtSecret));
  const letGo = await hold(page, { address: '**/{auth,rest}/v1/**' });
  await page.goto('/dashboard');
  await expect(greeting(page)).toBeVisible();
  await expect(dayCards(page)).toHaveCount(7);
  await expect(page.getByRole('region', { name: 'Goals & Priorities' })).toBeVisible();
  await expect(emptyDays(page)).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard');
  letGo();
  await expect(page.getByText('Water the plants')).toBeVisible();
  await expect(emptyDays(page)).toHaveCount(6);
});

test('a refresh that fails is a failure in place, never an empty week, and the session stays', async ({
  page,
  context,
  account,
  site,
}) => {
  await plantTask(account, 'Water the plants');
  await restoreSession(context, expiredSession(account.session, site.jwtSecret));
  await page.route(REFRESH, (route) => route.fulfill({ status: 503, body: 'Service Unavailable' }));
  await page.goto('/dashboard');
  await expect(dayCards(page)).toHaveCount(7);
  await expect(page.getByRole('main').getByText('Failed to load tasks')).toBeVisible();
  await expect(failureNotice(page, 'Failed to load tasks')).toBeVisible();
  await expect(emptyDays(page)).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard');
  expect(await storedSession(page)).toMatchObject({ refresh_token: account.session.refresh_token });
  await page.unroute(REFRESH);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Water the plants')).toBeVisible();
  await expect(emptyDays(page)).toHaveCount(6);
});

/** After the sentence of what could not be loaded, where that was asked for before the end was known. */
const ENDED = /^(Failed to load \w+\. )?Your session has ended\. Please sign in again\.$/;

for (const [path, signIn, token] of [
  ['/dashboard', '/auth', 'is spent'],
  ['/settings', '/auth', 'is good'],
  ['/retro/dashboard', '/retro/auth', 'is good'],
] as const) {
  test(`a session that the server has ended, and whose token ${token}, leads from ${path} to ${signIn} and says why, once`, async ({
    page,
    context,
    account,
    site,
  }) => {
    await account.client.auth.signOut({ scope: 'global' });
    const session = token === 'is good' ? account.session : expiredSession(account.session, site.jwtSecret);
    await restoreSession(context, session);
    await page.goto(path);
    await expect(page).toHaveURL(signIn);
    await expect(page.getByRole('alert')).toHaveText(ENDED);
    await expect(emptyDays(page)).toHaveCount(0);
    expect(await storedSession(page)).toBeNull();
  });
}

/** What the browser says when a person looks at another tab and comes back, three times. */
async function lookAwayAndBack(page: Page): Promise<void> {
  await page.evaluate(() => {
    const say = (state: DocumentVisibilityState) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => state === 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
      window.dispatchEvent(new Event(state === 'hidden' ? 'blur' : 'focus'));
    };
    for (let turn = 0; turn < 3; turn += 1) {
      say('hidden');
      say('visible');
    }
  });
}

test('coming back to the tab keeps what is typed and asks for the week', async ({ member: page }) => {
  await page.goto('/dashboard');
  await expect(emptyDays(page)).toHaveCount(7);
  const field = await openComposer(page, monday);
  await field.fill('Half a thou');
  const asked = watchPaths(page);
  const navigations: string[] = [];
  page.on('framenavigated', (frame) => navigations.push(frame.url()));
  await lookAwayAndBack(page);
  await expect(field).toBeFocused();
  await field.pressSequentially('ght');
  await expect(field).toHaveValue('Half a thought');
  await page.keyboard.press('Enter');
  await expect(successNotice(page, 'Task added!')).toBeVisible();

  expect(asked.filter((path) => path.startsWith('/auth/v1/'))).toEqual([]);
  // One insert, and at most one look at the week for each return.
  expect(asked.filter((path) => path === '/rest/v1/tasks').length).toBeLessThanOrEqual(4);
  expect(navigations).toEqual([]);
  await expect(page.getByText('Welcome back!')).toHaveCount(0);
});

test('a session is refreshed when 90 s or less of it are left, and not before', async ({ page, account }) => {
  const refreshes: string[] = [];
  page.on('request', (request) => {
    if (REFRESH.test(request.url())) refreshes.push(request.url());
  });
  await page.goto('/terms');
  const secondsLeft = async (seconds: number) => {
    const expiresAt = Math.floor(Date.now() / 1000) + seconds;
    await page.evaluate(
      (stored) => localStorage.setItem('better-space-session', stored),
      JSON.stringify({ ...account.session, expires_at: expiresAt }),
    );
    await page.goto('/dashboard');
    await expect(emptyDays(page)).toHaveCount(7);
  };
  await secondsLeft(300);
  expect(refreshes).toHaveLength(0);
  const refreshed = page.waitForResponse(REFRESH);
  await secondsLeft(60);
  expect((await refreshed).status()).toBe(200);
  expect(refreshes).toHaveLength(1);
});
