import type { Page } from '@playwright/test';
import {
  createAccount,
  expiredSession,
  logOut,
  restoreSession,
  storedSession,
  type Account,
} from '../support/accounts.ts';
import { emailField, submit } from '../support/forms.ts';
import { hold, watchPaths } from '../support/network.ts';
import { addTask, dayCards, insertTask, taskRow, today } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const emptyDays = (page: Page) => page.getByText('Nothing planned yet');

const storeSession = (page: Page, session: Account['session']) =>
  page.evaluate((stored) => localStorage.setItem('better-space-session', stored), JSON.stringify(session));

test.beforeEach(({ allowConsole }) =>
  allowConsole(/Failed to load (resource|profile)|ERR_INTERNET_DISCONNECTED|the server could not be told/),
);

test('page-owners, session-guard, error-pages: a person types addresses: unknown ones lead home, the others to the sign-in or the week of the same mode', async ({
  page,
  context,
  account,
}) => {
  const paths = watchPaths(page);
  const expectNoPage = async (path: string) => {
    await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible();
    await expect(page).toHaveTitle('Better Space — Oops! Page not found');
    await expect(page).toHaveURL(path);
  };
  for (const path of [
    ...['/no-such-page', '/__proto__', '/constructor', '/retro/dashboard/1'],
    ...['/index.html', '/retro/index.html', '/%72etro', '/retro//', '/Retro'],
  ]) {
    await page.goto(path);
    await expectNoPage(path);
  }
  expect(paths.filter((path) => path.startsWith('/remotes/'))).toEqual([]);
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Start for Free' })).toBeVisible();
  // Also where the router knows the page that the address resembles.
  await page.goto('/about');
  await expect(page).toHaveTitle(/About/);
  await page.evaluate(() => {
    for (const address of ['/%61bout', '/about']) history.pushState(null, '', address);
    history.back();
  });
  await expectNoPage('/%61bout');

  for (const [path, signIn] of [
    ['/dashboard', '/auth'],
    ['/settings', '/auth'],
    ['/retro/dashboard', '/retro/auth'],
  ] as const) {
    await page.goto(`${path}?next=https://evil.example/`);
    await expect(page).toHaveURL(signIn);
    await expect(emailField(page)).toBeVisible();
  }
  expect(paths.filter((each) => /^\/(auth|rest)\/v1\//.test(each))).toEqual([]);

  await restoreSession(context, account.session);
  for (const [path, target] of [
    ['/auth', '/dashboard'],
    ['/retro/auth', '/retro/dashboard'],
  ] as const) {
    await page.goto(`${path}?next=//evil.example/`);
    await expect(page).toHaveURL(target);
    await expect(page.getByRole('heading', { level: 1, name: /your week/i })).toBeVisible();
  }
});

test('admin-page: the admin page says that it is disabled, redirects visitors and users, and leaves no history entry', async ({
  page,
  context,
  account,
}) => {
  // With a stopped clock the redirect takes three seconds however busy this machine is.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  for (const target of ['/auth', '/dashboard']) {
    if (target === '/dashboard') await restoreSession(context, account.session);
    await page.goto('/about');
    await page.goto('/admin');
    await expect(heading(page)).toHaveText('Admin Dashboard Disabled... Redirecting to main dashboard');
    await expect(page.getByText('User roles were removed.')).toBeVisible();
    if (target === '/auth') await page.clock.runFor(3_000);
    else await page.getByRole('link', { name: 'Go to the dashboard now' }).click();
    await expect(page).toHaveURL(target);
    await expect(heading(page)).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL('/about');
  }
});

test('stored-session, session-refresh: the week is shown at once from the stored session, which is refreshed only when 90 s or less are left', async ({
  page,
  context,
  account,
  site,
}) => {
  await insertTask(account, 'Water the plants');
  await restoreSession(context, expiredSession(account.session, site.jwtSecret));
  await test.step('the frame stands while the network hangs, even with an expired token', async () => {
    const resume = await hold(page, { address: '**/{auth,rest}/v1/**' });
    await page.goto('/dashboard');
    await expect(heading(page)).toHaveText(/your week space looks great!$/);
    await expect(dayCards(page)).toHaveCount(7);
    await expect(page.getByRole('region', { name: 'Goals & Priorities' })).toBeVisible();
    await expect(emptyDays(page)).toHaveCount(0);
    await expect(page).toHaveURL('/dashboard');
    resume();
    await expect(page.getByText('Water the plants')).toBeVisible();
    await expect(emptyDays(page)).toHaveCount(6);
  });

  const refreshes = /\/auth\/v1\/token\?grant_type=refresh_token/;
  for (const [secondsLeft, count] of [
    [300, 0],
    [60, 1],
  ] as const) {
    await test.step(`${secondsLeft} s are left`, async () => {
      const stored = (await storedSession(page)) as unknown as Account['session'];
      await storeSession(page, { ...stored, expires_at: Math.floor(Date.now() / 1000) + secondsLeft });
      const requests: string[] = [];
      page.on('request', (request) => {
        if (refreshes.test(request.url())) requests.push(request.url());
      });
      const refreshed = count === 1 && page.waitForResponse(refreshes);
      await page.goto('/dashboard');
      await expect(emptyDays(page)).toHaveCount(6);
      if (refreshed) expect((await refreshed).status()).toBe(200);
      expect(requests).toHaveLength(count);
    });
  }
});

test('session-refresh, failure-notice: a session that the server has ended leads from each page to its sign-in with one notice', async ({
  page,
  account,
  site,
}) => {
  await account.client.auth.signOut({ scope: 'global' });
  await page.goto('/terms');
  for (const [path, signIn, session] of [
    ['/dashboard', '/auth', expiredSession(account.session, site.jwtSecret)],
    ['/settings', '/auth', account.session],
    ['/retro/dashboard', '/retro/auth', account.session],
  ] as const) {
    await test.step(path, async () => {
      await storeSession(page, session);
      await page.goto(path);
      await expect(page).toHaveURL(signIn);
      // It starts with the failed query, if that was sent before the page knew.
      const ended = /^(Failed to load \w+\. )?Your session has ended\. Please sign in again\.$/;
      await expect(page.getByRole('alert')).toHaveText(ended);
      await expect(emptyDays(page)).toHaveCount(0);
      expect(await storedSession(page)).toBeNull();
    });
  }
});

test('sign-out, kept-data: a person signs out in one tab, the next signs in and out without a network, and neither sees anything of the other', async ({
  member: page,
  context,
  account,
  site,
}) => {
  const grace = await createAccount(site);
  await insertTask(account, 'Water the plants');
  await insertTask(grace, 'Debug the moth');
  const other = await context.newPage();
  const goals = page.getByRole('region', { name: 'Top Goals' });

  await test.step('signing out in one tab signs out the other and clears its week and goals', async () => {
    await page.goto('/retro/dashboard');
    await page.getByRole('link', { name: 'NORMAL MODE' }).click();
    await expect(page.getByText('Water the plants')).toBeVisible();
    await goals.getByRole('button', { name: 'Add item' }).click();
    await page.getByPlaceholder('Enter item...').fill('Learn to swim');
    await page.keyboard.press('Enter');
    await expect(goals.getByText('Learn to swim')).toBeVisible();
    await other.goto('/dashboard');
    await expect(other.getByText('Water the plants')).toBeVisible();
    await logOut(other);
    await expect(page).toHaveURL('/auth');
    await expect(page.getByText('Water the plants')).toHaveCount(0);
  });

  await test.step('the next user is signed in in both', async () => {
    await submit(other, 'Sign In', grace.email, grace.password);
    await expect(other.getByText('Debug the moth')).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText('Debug the moth')).toBeVisible();
    await expect(page.getByText('Water the plants')).toHaveCount(0);
    await expect(goals).toBeVisible();
    await expect(page.getByText('Learn to swim')).toHaveCount(0);
  });

  await test.step('without a network, and then neither Back nor the address shows any tasks', async () => {
    await context.setOffline(true);
    await logOut(page);
    for (const tab of [page, other]) {
      await expect(tab).toHaveURL('/auth');
      await expect(tab.getByText('Debug the moth')).toHaveCount(0);
    }
    expect(await storedSession(page)).toBeNull();
    await context.setOffline(false);
    await page.goBack();
    await expect(page).toHaveURL('/retro/auth');
    await expect(page.getByText('Debug the moth')).toHaveCount(0);
    await page.goto('/dashboard');
    await expect(page).toHaveURL('/auth');
    await expect(emailField(page)).toBeVisible();
  });
});

test('kept-data: with blocked storage a user can still sign in, plan and sign out in the tab', async ({
  page,
  context,
  account,
}) => {
  await context.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  });
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/auth');
  await submit(page, 'Sign In', account.email, account.password);
  await expect(page).toHaveURL('/dashboard');
  await expect(emptyDays(page)).toHaveCount(7);
  await addTask(page, today(), 'Make room');
  await expect(taskRow(page, 'Make room')).toBeVisible();
  await logOut(page);
  await expect(page).toHaveURL('/auth');
  await expect(emailField(page)).toBeVisible();
});
