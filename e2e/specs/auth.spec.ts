import type { Page } from '@playwright/test';
import { PASSWORD, directClient, newEmail, restoreSession } from '../support/accounts.ts';
import { emailField, passwordField, submit } from '../support/forms.ts';
import { dropped, watchPaths } from '../support/network.ts';
import { closeFailure, failureNotice, successNotice } from '../support/notices.ts';
import { expect, test } from '../support/test.ts';

const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/;

async function openSignUp(page: Page): Promise<void> {
  await page.goto('/auth');
  await page.getByRole('button', { name: "Don't have an account? Sign Up" }).click();
}

test('account-secrecy, retro-passwords: a wrong password and an unknown email get the same message', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  // A password that retro mode allows. Spaces are trimmed from an email, never from a password.
  const [email, password] = [newEmail(), ' aaaaaaaa '];
  const { error } = await directClient(site).auth.signUp({ email, password });
  expect(error).toBeNull();
  await page.goto('/auth?next=//evil.example/dashboard');
  for (const [address, wrong] of [
    [email, 'aaaaaaaa'],
    [newEmail(), password],
  ] as const) {
    await submit(page, 'Sign In', address, wrong);
    await expect(failureNotice(page, 'Invalid email or password')).toBeVisible();
    await expect(emailField(page)).toHaveValue(address);
    await expect(passwordField(page)).toHaveValue(wrong);
    await closeFailure(page);
  }
  await expect(page).toHaveURL('/auth?next=//evil.example/dashboard');
  await submit(page, 'Sign In', ` ${email} `, password);
  await expect(successNotice(page, 'Welcome back!')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
});

test('signing up with a registered email, in any letter case, leads to signing in', async ({
  page,
  account,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  await openSignUp(page);
  await submit(page, 'Sign Up', account.email.toUpperCase(), PASSWORD);
  const message = 'This email is already registered. Please sign in instead.';
  await expect(failureNotice(page, message)).toBeVisible();
  await page.getByRole('button', { name: 'Already have an account? Sign In' }).click();
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('the server rejects a password of 75 bytes and accepts one of 72', async ({ page, allowConsole }) => {
  allowConsole(REFUSED);
  const email = newEmail();
  await openSignUp(page);
  // 3 bytes, then 24 characters of 3 bytes each.
  await submit(page, 'Sign Up', email, `Aa1${'語'.repeat(24)}`);
  await expect(failureNotice(page, 'Password cannot be longer than 72 characters')).toBeVisible();
  await expect(emailField(page)).toHaveValue(email);
  await submit(page, 'Sign Up', email, `Aa1${'語'.repeat(23)}`);
  await expect(successNotice(page, 'Account created!')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('Hi there, your week space looks great!')).toBeVisible();
});

test('a sign-in with Google that cannot start, or is switched off, shows a notice', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await page.route('**/auth/v1/settings*', dropped, { times: 1 });
  await page.goto('/auth');
  const google = page.getByRole('button', { name: 'Continue with Google' });
  await google.click();
  await expect(failureNotice(page, 'Failed to sign in with Google')).toBeVisible();
  await closeFailure(page);
  await google.click();
  const reason = 'Google sign-in is not available here. Please use your email and password.';
  await expect(failureNotice(page, `Failed to sign in with Google. ${reason}`)).toBeVisible();
  await expect(page).toHaveURL('/auth');
});

test('page-owners, session-guard: a visitor is redirected to the sign-in page of the same mode, without requesting data', async ({
  page,
}) => {
  const paths = watchPaths(page);
  for (const [path, signIn] of [
    ['/dashboard', '/auth'],
    ['/settings', '/auth'],
    ['/retro/dashboard', '/retro/auth'],
  ] as const) {
    await test.step(path, async () => {
      await page.goto(`${path}?next=https://evil.example/`);
      await expect(page).toHaveURL(signIn);
      await expect(emailField(page)).toBeVisible();
      expect(paths.filter((each) => /^\/(auth|rest)\/v1\//.test(each))).toEqual([]);
    });
  }
});

test('page-owners, session-guard: a signed-in user is redirected from the sign-in page to the week of the same mode', async ({
  member: page,
}) => {
  for (const [path, target] of [
    ['/auth', '/dashboard'],
    ['/retro/auth', '/retro/dashboard'],
  ] as const) {
    await test.step(path, async () => {
      await page.goto(`${path}?next=//evil.example/`);
      await expect(page).toHaveURL(target);
      await expect(page.getByRole('heading', { level: 1, name: /your week/i })).toBeVisible();
    });
  }
});

test('error-pages: an unknown path shows the not-found page, which leads home and loads no remote', async ({
  page,
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
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Admin Dashboard Disabled... Redirecting to main dashboard');
    await expect(page.getByText('User roles were removed.')).toBeVisible();
    if (target === '/auth') await page.clock.runFor(3_000);
    else await page.getByRole('link', { name: 'Go to the dashboard now' }).click();
    await expect(page).toHaveURL(target);
    await expect(heading).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL('/about');
  }
});
