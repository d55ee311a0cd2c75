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

test('a wrong password and an unknown email get the same answer', async ({ page, site, allowConsole }) => {
  allowConsole(REFUSED);
  // As retro mode makes one (rule retro-passwords): spaces around an email are forgiven, none around a password.
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

test('an email that is taken, in any case, leads to signing in', async ({ page, account, allowConsole }) => {
  allowConsole(REFUSED);
  await openSignUp(page);
  await submit(page, 'Sign Up', account.email.toUpperCase(), PASSWORD);
  const sentence = 'This email is already registered. Please sign in instead.';
  await expect(failureNotice(page, sentence)).toBeVisible();
  await page.getByRole('button', { name: 'Already have an account? Sign In' }).click();
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('a password of 75 bytes is refused by the server, one of 72 not', async ({ page, allowConsole }) => {
  allowConsole(REFUSED);
  const email = newEmail();
  await openSignUp(page);
  // Three bytes and 24 characters of three each.
  await submit(page, 'Sign Up', email, `Aa1${'語'.repeat(24)}`);
  await expect(failureNotice(page, 'Password cannot be longer than 72 characters')).toBeVisible();
  await expect(emailField(page)).toHaveValue(email);
  await submit(page, 'Sign Up', email, `Aa1${'語'.repeat(23)}`);
  await expect(successNotice(page, 'Account created!')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('Hi there, your week space looks great!')).toBeVisible();
});

test('a sign-in with Google that cannot begin, or is off, says so', async ({ page, allowConsole }) => {
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

test('a visitor is sent to the sign-in of the same world, and asks for no data', async ({ page }) => {
  const asked = watchPaths(page);
  for (const [path, signIn] of [
    ['/dashboard', '/auth'],
    ['/settings', '/auth'],
    ['/retro/dashboard', '/retro/auth'],
  ] as const) {
    await test.step(path, async () => {
      await page.goto(`${path}?next=https://evil.example/`);
      await expect(page).toHaveURL(signIn);
      await expect(emailField(page)).toBeVisible();
      expect(asked.filter((each) => /^\/(auth|rest)\/v1\//.test(each))).toEqual([]);
    });
  }
});

test('a member is sent from the sign-in to the week of the same world', async ({ member: page }) => {
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

test('an unknown path says so, leads home and loads no remote', async ({ page }) => {
  const asked = watchPaths(page);
  for (const path of ['/no-such-page', '/__proto__', '/retro/dashboard/1']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible();
    await expect(page).toHaveTitle('Better Space — Oops! Page not found');
    await expect(page).toHaveURL(path);
  }
  expect(asked.filter((path) => path.startsWith('/remotes/'))).toEqual([]);
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Start for Free' })).toBeVisible();
});

test('the admin page says that it is disabled and leads a visitor and a member on, not back', async ({
  page,
  context,
  account,
}) => {
  // Time stands still: it is three seconds however busy this machine is.
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
