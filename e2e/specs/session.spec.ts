import type { Page } from '@playwright/test';
import { expiredSession, restoreSession, storedSession } from '../support/accounts.ts';
import { hold } from '../support/network.ts';
import { dayCards, insertTask } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

/** A profile that cannot be loaded is only logged to the console. */
const EXPECTED_CONSOLE = /Failed to load resource|^error: Failed to load profile/;
const REFRESH = /\/auth\/v1\/token\?grant_type=refresh_token/;

const greeting = (page: Page) =>
  page.getByRole('heading', { level: 1, name: /your week space looks great!$/ });
const emptyDays = (page: Page) => page.getByText('Nothing planned yet');

test.beforeEach(({ allowConsole }) => allowConsole(EXPECTED_CONSOLE));

test('the week is shown at once from the stored session while the network hangs, even with an expired token', async ({
  page,
  context,
  account,
  site,
}) => {
  await insertTask(account, 'Water the plants');
  await restoreSession(context, expiredSession(account.session, site.jwtSecret));
  const resume = await hold(page, { address: '**/{auth,rest}/v1/**' });
  await page.goto('/dashboard');
  await expect(greeting(page)).toBeVisible();
  await expect(dayCards(page)).toHaveCount(7);
  await expect(page.getByRole('region', { name: 'Goals & Priorities' })).toBeVisible();
  await expect(emptyDays(page)).toHaveCount(0);
  await expect(page).toHaveURL('/dashboard');
  resume();
  await expect(page.getByText('Water the plants')).toBeVisible();
  await expect(emptyDays(page)).toHaveCount(6);
});

/** The notice. It starts with the failed query, if that was sent before the page knew that the session has ended. */
const ENDED = /^(Failed to load \w+\. )?Your session has ended\. Please sign in again\.$/;

for (const [path, signIn, token] of [
  ['/dashboard', '/auth', 'has expired'],
  ['/settings', '/auth', 'is valid'],
  ['/retro/dashboard', '/retro/auth', 'is valid'],
] as const) {
  test(`a session that the server has ended, and whose token ${token}, leads from ${path} to ${signIn} with one notice`, async ({
    page,
    context,
    account,
    site,
  }) => {
    await account.client.auth.signOut({ scope: 'global' });
    const session = token === 'is valid' ? account.session : expiredSession(account.session, site.jwtSecret);
    await restoreSession(context, session);
    await page.goto(path);
    await expect(page).toHaveURL(signIn);
    await expect(page.getByRole('alert')).toHaveText(ENDED);
    await expect(emptyDays(page)).toHaveCount(0);
    expect(await storedSession(page)).toBeNull();
  });
}

test('a session is refreshed when 90 s or less of it are left, and not before', async ({ page, account }) => {
  const refreshes: string[] = [];
  page.on('request', (request) => {
    if (REFRESH.test(request.url())) refreshes.push(request.url());
  });
  await page.goto('/terms');
  const openWithSecondsLeft = async (seconds: number) => {
    const expiresAt = Math.floor(Date.now() / 1000) + seconds;
    await page.evaluate(
      (stored) => localStorage.setItem('better-space-session', stored),
      JSON.stringify({ ...account.session, expires_at: expiresAt }),
    );
    await page.goto('/dashboard');
    await expect(emptyDays(page)).toHaveCount(7);
  };
  await openWithSecondsLeft(300);
  expect(refreshes).toHaveLength(0);
  const refreshed = page.waitForResponse(REFRESH);
  await openWithSecondsLeft(60);
  expect((await refreshed).status()).toBe(200);
  expect(refreshes).toHaveLength(1);
});
