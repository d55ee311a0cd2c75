import type { Page } from '@playwright/test';
import { logOut, restoreSession, storedSession } from '../support/accounts.ts';
import { emailField, submit } from '../support/forms.ts';
import { hold, watchPaths } from '../support/network.ts';
import { addTask, dayCards, insertTask, taskRow, today } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// Which addresses are pages: registry.test.ts of the shell. Faults of renewing a session: shared/supabase/tests/sessions.test.ts.
// Signing out: offline.spec.ts; in two tabs: shared/auth/tests/tabs.test.ts.

/** The week of each mode, by the page that signs in to it. */
const WEEKS = { '/auth': '/dashboard', '/retro/auth': '/retro/dashboard' };

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const emptyDays = (page: Page) => page.getByText('Nothing planned yet');

test.beforeEach(({ allowConsole }) => allowConsole(/Failed to load (resource|profile)/));

test('page-owners, session-guard, error-pages, admin-page: a person types addresses: unknown ones lead home, the admin page and the others to the sign-in or the week of the same mode', async ({
  page,
  context,
  account,
}) => {
  const paths = watchPaths(page);
  const expectNoPage = async (path: string) => {
    await expect(heading(page)).toHaveText('Oops! Page not found');
    await expect(page).toHaveTitle('Better Space — Oops! Page not found');
    await expect(page).toHaveURL(path);
  };
  // Others: registry.test.ts of the shell, app.test.ts of the server.
  for (const path of ['/no-such-page', '/retro/index.html', '/%72etro', '/retro//']) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expectNoPage(path);
  }
  expect(paths.filter((path) => path.startsWith('/remotes/'))).toEqual([]);
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Start for Free' })).toBeVisible();
  // Also where the router knows the page that the address resembles.
  await page.evaluate(() => {
    for (const address of ['/%61bout', '/about']) history.pushState(null, '', address);
    history.back();
  });
  await expectNoPage('/%61bout');

  const expectAdmin = async () => {
    await page.goto('/admin');
    await expect(heading(page)).toHaveText('Admin Dashboard Disabled... Redirecting to main dashboard');
    await expect(page.getByText('User roles were removed.')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  };
  for (const [signIn, week] of Object.entries(WEEKS)) {
    await page.goto(`${week}?next=https://evil.example/`);
    await expect(page).toHaveURL(signIn);
    await expect(emailField(page)).toBeVisible();
  }
  // With a stopped clock the redirect takes three seconds however busy this machine is.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1_000);
  await expectAdmin();
  await page.clock.runFor(3_000);
  await expect(page).toHaveURL('/auth');
  await expect(heading(page)).toBeFocused();
  // The admin page is no entry of the history.
  await page.goBack();
  await expect(page).toHaveURL('/retro/auth');
  await page.clock.resume();
  expect(paths.filter((each) => /^\/(auth|rest)\/v1\//.test(each))).toEqual([]);

  await restoreSession(context, account.session);
  for (const [signIn, week] of Object.entries(WEEKS)) {
    await page.goto(`${signIn}?next=//evil.example/`);
    await expect(page).toHaveURL(week);
    await expect(page.getByRole('heading', { level: 1, name: /your week/i })).toBeVisible();
  }
  await expectAdmin();
  await page.getByRole('link', { name: 'Go to the dashboard now' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('stored-session, session-refresh, failure-notice: the week is shown at once from the stored session, also if it has expired and the network hangs; one that the server has ended leads to the sign-in with one notice', async ({
  page,
  context,
  account,
  newVisitor,
}) => {
  const expired = { ...account.session, expires_at: 1_000_000_000 };
  await insertTask(account, 'Water the plants');
  await restoreSession(context, expired);
  await test.step('the frame stands while the network hangs, even with an expired session', async () => {
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

  await account.client.auth.signOut({ scope: 'global' });
  for (const [signIn, path] of Object.entries(WEEKS)) {
    const session = signIn === '/auth' ? expired : account.session;
    await test.step(`the server has ended the session of ${path}`, async () => {
      const tab = await newVisitor(session);
      await tab.goto(path);
      await expect(tab).toHaveURL(signIn);
      // It starts with the failed query, if that was sent before the page knew.
      const ended = /^(Failed to load \w+\. )?Your session has ended\. Please sign in again\.$/;
      await expect(tab.getByRole('alert')).toHaveText(ended);
      await expect(emptyDays(tab)).toHaveCount(0);
      expect(await storedSession(tab)).toBeNull();
    });
  }
});

test('kept-data: with blocked storage a user can still sign in, plan and sign out in the tab', async ({
  page,
  account,
}) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get });
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
