import { randomUUID } from 'node:crypto';
import type { Route } from '@playwright/test';
import { PASSWORD, restoreSession } from '../../support/accounts.ts';
import { submit } from '../../support/authForm.ts';
import { mondayOf } from '../../support/calendar.ts';
import { FAULTS, REQUESTS, breakRequests } from '../../support/faults.ts';
import { closeFailure, failureNotice, successNotice } from '../../support/notices.ts';
import { openComposer, plantTasks, taskRow } from '../../support/planner.ts';
import { storedSession } from '../../support/storage.ts';
import { today } from '../../support/tasks.ts';
import { expiredSession } from '../../support/tokens.ts';
import { expect, test } from '../../support/test.ts';

// Section 8 of the spec: every notice, after the failure or the success that it is about.

const REFUSED = /Failed to load resource/;
const dropped = FAULTS['the connection drops'];
const monday = mondayOf(today());

test.beforeEach(async ({ page }) => {
  // Notices that leave at once.
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

test.describe('8. Notices on failure', () => {
  for (const path of ['/dashboard', '/retro/dashboard']) {
    test(`'Failed to load tasks' on ${path}`, async ({ signedInPage: page, allowConsole }) => {
      allowConsole(REFUSED);
      await breakRequests(page, REQUESTS.readTasks, dropped);
      await page.goto(path);
      await expect(failureNotice(page, 'Failed to load tasks')).toBeVisible();
    });
  }

  test("'Failed to load profile' in the settings, in the console only on the dashboard", async ({
    signedInPage: page,
    allowConsole,
  }) => {
    allowConsole(REFUSED);
    allowConsole(/^error: Failed to load profile/);
    await breakRequests(page, REQUESTS.readProfile, dropped);
    await page.goto('/settings');
    await expect(failureNotice(page, 'Failed to load profile')).toBeVisible();
    const said = page.waitForEvent('console', (message) =>
      message.text().startsWith('Failed to load profile'),
    );
    await page.goto('/dashboard');
    await said;
    await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test("'Failed to add task. Please try again.' · 'Failed to update task' (toggle, star, pin) · 'Failed to delete task' · 'Failed to move task' · 'Failed to update emoji. Please try again.'", async ({
    signedInPage: page,
    account,
    allowConsole,
  }) => {
    allowConsole(REFUSED);
    await plantTasks(account, [{ title: 'Call the dentist', task_date: monday }]);
    await page.goto('/dashboard');
    const row = taskRow(page, 'Call the dentist');
    await expect(row).toBeVisible();
    await breakRequests(page, REQUESTS.changeTasks, dropped);
    const fails = async (sentence: string) => {
      await expect(failureNotice(page, sentence)).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(1);
      await closeFailure(page);
    };
    await row.getByRole('checkbox').click();
    await fails('Failed to update task');
    for (const [action, sentence] of [
      ['Star task', 'Failed to update task'],
      ['Pin task', 'Failed to update task'],
      ['Delete task', 'Failed to delete task'],
      ['Move to next day', 'Failed to move task'],
    ] as const) {
      await row.getByRole('button', { name: action, exact: true }).click();
      await fails(sentence);
    }
    await row.getByRole('button', { name: 'Give emoji' }).click();
    await page.getByRole('button', { name: 'Fire', exact: true }).click();
    await fails('Failed to update emoji. Please try again.');
    const field = await openComposer(page, monday);
    await field.fill('Buy milk');
    await field.press('Enter');
    await fails('Failed to add task. Please try again.');
    await expect(page.getByRole('status')).not.toContainText(['Task']);
  });

  test("'Failed to update profile. Please try again.' · 'Failed to change password. Please try again.'", async ({
    signedInPage: page,
    allowConsole,
  }) => {
    allowConsole(REFUSED);
    await page.goto('/settings');
    await breakRequests(page, REQUESTS.changeProfile, dropped);
    await page.getByLabel('Display Name', { exact: true }).fill('Ada');
    await page.getByRole('button', { name: 'Save Profile' }).click();
    await expect(failureNotice(page, 'Failed to update profile. Please try again.')).toBeVisible();
    await closeFailure(page);
    await breakRequests(page, REQUESTS.changeUser, dropped);
    await page.getByLabel('New Password', { exact: true }).fill('N3w-Passw0rd');
    await page.getByLabel('Confirm Password', { exact: true }).fill('N3w-Passw0rd');
    await page.getByRole('button', { name: 'Change Password' }).click();
    await expect(failureNotice(page, 'Failed to change password. Please try again.')).toBeVisible();
  });
});

test.describe('8. Success notices', () => {
  test("'Task added!' · 'Task moved' · 'Task deleted'", async ({ signedInPage: page }) => {
    await page.goto('/dashboard');
    const field = await openComposer(page, monday);
    await field.fill('Buy milk');
    await field.press('Enter');
    await expect(successNotice(page, 'Task added!')).toBeVisible();
    await taskRow(page, 'Buy milk').getByRole('button', { name: 'Move to next day' }).click();
    await expect(successNotice(page, 'Task moved')).toBeVisible();
    await taskRow(page, 'Buy milk').getByRole('button', { name: 'Delete task' }).click();
    await expect(successNotice(page, 'Task deleted')).toBeVisible();
  });

  test("'Profile updated successfully!' · 'Password changed successfully!'", async ({
    signedInPage: page,
  }) => {
    await page.goto('/settings');
    await page.getByLabel('Display Name', { exact: true }).fill('Ada');
    await page.getByRole('button', { name: 'Save Profile' }).click();
    await expect(successNotice(page, 'Profile updated successfully!')).toBeVisible();
    await page.getByLabel('New Password', { exact: true }).fill('N3w-Passw0rd');
    await page.getByLabel('Confirm Password', { exact: true }).fill('N3w-Passw0rd');
    await page.getByRole('button', { name: 'Change Password' }).click();
    await expect(successNotice(page, 'Password changed successfully!')).toBeVisible();
  });

  test("'Welcome back!' on /auth and on /retro/auth", async ({ page, account }) => {
    await page.goto('/auth');
    await submit(page, 'Sign In', account.email, account.password);
    await expect(successNotice(page, 'Welcome back!')).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    await page.goto('/retro/dashboard');
    await page.getByRole('button', { name: 'QUIT' }).click();
    await submit(page, '[ PLAY ]', account.email, account.password);
    await expect(successNotice(page, 'Welcome back!')).toBeVisible();
    await expect(page).toHaveURL('/retro/dashboard');
  });

  test("on retro 'Account created! Welcome to the game!'", async ({ page }) => {
    await page.goto('/retro/auth');
    await page.getByRole('button', { name: 'No game yet? Start a new one' }).click();
    await submit(page, '[ START ]', `${randomUUID()}@example.com`, 'aaaaaaaa');
    await expect(successNotice(page, 'Account created! Welcome to the game!')).toBeVisible();
  });
});

test.describe('8. Auth errors', () => {
  const MODES = [
    { path: '/auth', signIn: 'Sign In', signUp: 'Sign Up', toggle: "Don't have an account? Sign Up" },
    { path: '/retro/auth', signIn: '[ PLAY ]', signUp: '[ START ]', toggle: 'No game yet? Start a new one' },
  ];

  for (const { path, signIn, signUp, toggle } of MODES) {
    test(`on ${path} 'Invalid login credentials' shows 'Invalid email or password', 'User already registered' shows 'This email is already registered. Please sign in instead.', otherwise the server message`, async ({
      page,
      account,
      allowConsole,
    }) => {
      allowConsole(REFUSED);
      await page.goto(path);
      await submit(page, signIn, account.email, 'Wr0ng-Password');
      await expect(failureNotice(page, 'Invalid email or password')).toBeVisible();
      await closeFailure(page);
      await page.getByRole('button', { name: toggle }).click();
      await submit(page, signUp, account.email, PASSWORD);
      const taken = 'This email is already registered. Please sign in instead.';
      await expect(failureNotice(page, taken)).toBeVisible();
      await closeFailure(page);
      await submit(page, signUp, `${randomUUID()}@example.com`, `Aa1${'x'.repeat(70)}`);
      await expect(failureNotice(page, 'Password cannot be longer than 72 characters')).toBeVisible();
    });
  }

  test("without a message 'An error occurred'; retro falls back to 'Authentication failed'", async ({
    page,
    account,
    allowConsole,
  }) => {
    allowConsole(REFUSED);
    await page.route('**/auth/v1/token*', (route) => route.fulfill({ status: 500, json: {} }));
    for (const [path, button, sentence] of [
      ['/auth', 'Sign In', 'An error occurred'],
      ['/retro/auth', '[ PLAY ]', 'Authentication failed'],
    ] as const) {
      await page.goto(path);
      await submit(page, button, account.email, account.password);
      await expect(failureNotice(page, sentence)).toBeVisible();
    }
  });

  // The server's own words for a failed Google sign-in come back in an address, and what an address says is not shown:
  // anybody can write one.
  test("'Failed to sign in with Google', before leaving for it and on the way back", async ({
    page,
    allowConsole,
  }) => {
    allowConsole(REFUSED);
    const sentence = 'Failed to sign in with Google';
    await page.route('**/auth/v1/settings*', dropped);
    await page.goto('/auth');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await expect(failureNotice(page, sentence)).toBeVisible();
    await page.goto('/auth?error=access_denied&error_description=The+user+said+no');
    await expect(page.getByRole('main').getByText(sentence, { exact: true })).toBeVisible();
    await expect(page).toHaveURL('/auth');
    await expect(page.getByText('The user said no')).toHaveCount(0);
  });
});

// 'Auth session missing!' is what the library says when nobody is signed in. No page lets a visitor ask for anything
// that needs it: a session that is gone leads to the sign-in first, which the last test below shows. 'weak_password'
// comes from a stricter server than the forms; its words would be the server message. 'API key is required to connect
// to Realtime' cannot arise: no connection of that kind is made.
test.describe('8. Backend library errors', () => {
  test('on sign-out, 401, 403 and 404 are ignored', async ({ page, account, allowConsole }) => {
    allowConsole(REFUSED);
    const status = { now: 0 };
    await page.route('**/auth/v1/logout*', (route) =>
      route.fulfill({ status: status.now, json: { code: status.now, msg: 'No session' } }),
    );
    for (const code of [401, 403, 404]) {
      status.now = code;
      await page.goto('/retro/auth');
      await submit(page, '[ PLAY ]', account.email, account.password);
      await page.getByRole('button', { name: 'QUIT' }).click();
      await expect(page).toHaveURL('/retro/auth');
      await expect(page.getByRole('alert')).toHaveCount(0);
      expect(await storedSession(page)).toBeNull();
    }
  });

  test('retryable on 502, 503, 504 or network failure: the session stays', async ({
    page,
    context,
    account,
    site,
    allowConsole,
  }) => {
    allowConsole(/Failed to load/);
    await restoreSession(context, expiredSession(account.session, site.jwtSecret));
    for (const status of [502, 503, 504, 0]) {
      await page.route('**/auth/v1/token*', (route) =>
        status === 0 ? route.abort('connectionreset') : route.fulfill({ status, json: {} }),
      );
      await page.goto('/dashboard');
      await expect(failureNotice(page, 'Failed to load tasks')).toBeVisible();
      await expect(page).toHaveURL('/dashboard');
      expect(await storedSession(page)).not.toBeNull();
      await page.unrouteAll();
    }
  });

  test('an unrecoverable refresh error removes the session and leads to the sign-in', async ({
    page,
    context,
    account,
    site,
    allowConsole,
  }) => {
    allowConsole(REFUSED);
    const spent = { ...expiredSession(account.session, site.jwtSecret), refresh_token: 'spent' };
    await restoreSession(context, spent);
    await page.goto('/settings');
    await expect(page).toHaveURL('/auth');
    expect(await storedSession(page)).toBeNull();
  });

  test("the router's 'Unexpected Application Error!' is never seen: a page of ours stands there", async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/./);
    for (const fault of [
      dropped,
      (route: Route) =>
        route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("broken release")' }),
    ]) {
      await page.route('**/remotes/**/*.js', fault);
      await page.goto('/about');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('Unexpected Application Error!')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
      await page.unrouteAll();
    }
  });
});
