import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { directClient, restoreSession } from '../support/accounts.ts';
import { emailField, passwordField, submit } from '../support/authForm.ts';
import { closeFailure, failureNotice, successNotice } from '../support/notices.ts';
import { expect, test } from '../support/test.ts';

const REFUSED = /Failed to load resource: the server responded with a status of 4\d\d/;
const GOOD = 'Passw0rd!';
const newEmail = () => `${randomUUID()}@example.com`;

async function openSignUp(page: Page): Promise<void> {
  await page.goto('/auth');
  await page.getByRole('button', { name: "Don't have an account? Sign Up" }).click();
}

test('a wrong password and an unknown email get the same answer', async ({ page, account, allowConsole }) => {
  allowConsole(REFUSED);
  await page.goto('/auth');
  await submit(page, 'Sign In', account.email, 'Wr0ngPassword');
  await expect(failureNotice(page, 'Invalid email or password')).toBeVisible();
  await expect(emailField(page)).toHaveValue(account.email);
  await expect(passwordField(page)).toHaveValue('Wr0ngPassword');
  await closeFailure(page);

  await submit(page, 'Sign In', newEmail(), account.password);
  await expect(failureNotice(page, 'Invalid email or password')).toBeVisible();
  await expect(page).toHaveURL('/auth');
});

test('an email that is taken, in whatever case, leads to signing in', async ({
  page,
  account,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  await openSignUp(page);
  await submit(page, 'Sign Up', account.email.toUpperCase(), GOOD);
  const sentence = 'This email is already registered. Please sign in instead.';
  await expect(failureNotice(page, sentence)).toBeVisible();
  await page.getByRole('button', { name: 'Already have an account? Sign In' }).click();
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('a password of 73 bytes is refused in the words of the server, one of 72 is kept whole', async ({
  page,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const email = newEmail();
  await openSignUp(page);
  await submit(page, 'Sign Up', email, `Aa1${'x'.repeat(70)}`);
  await expect(failureNotice(page, 'Password cannot be longer than 72 characters')).toBeVisible();
  await expect(emailField(page)).toHaveValue(email);
  await closeFailure(page);

  // Three bytes and 24 characters of three each: 75.
  await submit(page, 'Sign Up', email, `Aa1${'語'.repeat(24)}`);
  await expect(failureNotice(page, 'Password cannot be longer than 72 characters')).toBeVisible();
  await submit(page, 'Sign Up', email, `Aa1${'語'.repeat(23)}`);
  await expect(page).toHaveURL('/dashboard');
});

test('while it works the button says Loading... and pressing again sends nothing more', async ({
  page,
  account,
}) => {
  const answer = Promise.withResolvers<void>();
  let asked = 0;
  await page.route('**/auth/v1/token*', async (route) => {
    asked += 1;
    await answer.promise;
    await route.continue();
  });
  await page.goto('/auth');
  const resting = await page.getByRole('button', { name: 'Sign In', exact: true }).boundingBox();
  await submit(page, 'Sign In', account.email, account.password);
  const button = page.getByRole('button', { name: 'Loading...' });
  await expect(button).toBeVisible();
  expect(await button.boundingBox()).toEqual(resting);
  await button.click({ force: true });
  await passwordField(page).press('Enter');
  await emailField(page).press('Enter');
  await expect(button).toBeVisible();
  answer.resolve();
  await expect(successNotice(page, 'Welcome back!')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: /^Hi / })).toBeVisible();
  expect(asked).toBe(1);
});

test('signing in forgives spaces around the email and none around the password', async ({
  page,
  site,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const email = newEmail();
  const { error } = await directClient(site).auth.signUp({ email, password: ' Passw0rd! ' });
  expect(error).toBeNull();
  await page.goto('/auth?next=//evil.example/dashboard');
  await submit(page, 'Sign In', email, 'Passw0rd!');
  await expect(failureNotice(page, 'Invalid email or password')).toBeVisible();
  await submit(page, 'Sign In', ` ${email} `, ' Passw0rd! ');
  await expect(successNotice(page, 'Welcome back!')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
});

test('the form is ready to type into and walked in the order it is read', async ({ page }) => {
  await page.goto('/auth');
  await expect(emailField(page)).toBeFocused();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  for (const next of [
    passwordField(page),
    button('Show password'),
    button('Forgot password?'),
    button('Sign In'),
    button('Continue with Google'),
    button("Don't have an account? Sign Up"),
  ]) {
    await page.keyboard.press('Tab');
    await expect(next).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign Up' })).toBeVisible();
  await expect(page).toHaveTitle('Better Space — Sign Up');
  await expect(button('Forgot password?')).toHaveCount(0);
  await expect(button('Already have an account? Sign In')).toBeFocused();
});

test('without a network the sign-in says so before it is tried', async ({ page, context, allowConsole }) => {
  allowConsole(/Failed to load resource/);
  await page.goto('/auth');
  const sentence = page.getByText('You are offline. Signing in needs a connection.');
  await expect(sentence).toHaveCount(0);
  await context.setOffline(true);
  await expect(sentence).toBeVisible();
  await context.setOffline(false);
  await expect(sentence).toHaveCount(0);
});

test('a new account leads straight to its empty week', async ({ page }) => {
  await openSignUp(page);
  await submit(page, 'Sign Up', newEmail(), GOOD);
  await expect(successNotice(page, 'Account created!')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('Hi there, your week space looks great!')).toBeVisible();
});

test('both modes have their fields, an OR divider, Continue with Google and a toggle link that keeps what was typed', async ({
  page,
}) => {
  await page.goto('/auth');
  await emailField(page).fill('ada@example.com');
  await passwordField(page).fill(GOOD);
  const show = page.getByRole('button', { name: 'Show password' });
  for (const isShown of [true, false]) {
    await show.click();
    await expect(show).toHaveAttribute('aria-pressed', String(isShown));
    await expect(passwordField(page)).toHaveAttribute('type', isShown ? 'text' : 'password');
    await expect(passwordField(page)).toHaveValue(GOOD);
  }
  for (const [mode, autocomplete, toggle] of [
    ['Sign In', 'current-password', "Don't have an account? Sign Up"],
    ['Sign Up', 'new-password', 'Already have an account? Sign In'],
    ['Sign In', 'current-password', "Don't have an account? Sign Up"],
  ] as const) {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(mode);
    await expect(emailField(page)).toHaveValue('ada@example.com');
    await expect(passwordField(page)).toHaveAttribute('autocomplete', autocomplete);
    await expect(page.getByRole('button', { name: mode, exact: true })).toBeVisible();
    await expect(page.getByText('OR', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Continue with Google', exact: true })).toBeVisible();
    await page.getByRole('button', { name: toggle, exact: true }).click();
  }
});

test('where Google is switched off, its button says so and stays', async ({ page, allowConsole }) => {
  allowConsole(REFUSED);
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  const reason = 'Google sign-in is not available here. Please use your email and password.';
  await expect(failureNotice(page, `Failed to sign in with Google. ${reason}`)).toBeVisible();
  await expect(page).toHaveURL('/auth');
});

test('an account made in retro mode, whose password no rule of composition asked for, signs in on /auth', async ({
  page,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const email = newEmail();
  await page.goto('/retro/auth');
  await page.getByRole('button', { name: 'No game yet? Start a new one' }).click();
  await submit(page, '[ START ]', email, 'aaaaaaaa');
  await expect(page).toHaveURL('/retro/dashboard');
  await page.getByRole('button', { name: 'QUIT' }).click();
  await expect(page).toHaveURL('/retro/auth');
  await page.goto('/auth');
  await submit(page, 'Sign In', email, 'aaaaaaab');
  await expect(failureNotice(page, 'Invalid email or password')).toBeVisible();
  await submit(page, 'Sign In', email, 'aaaaaaaa');
  await expect(successNotice(page, 'Welcome back!')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
});

test('an answer without words and no answer at all each get a sentence', async ({
  page,
  account,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await page.route('**/auth/v1/token*', (route) => route.abort('connectionreset'), { times: 1 });
  await page.goto('/auth');
  await submit(page, 'Sign In', account.email, account.password);
  await expect(failureNotice(page, 'An error occurred')).toBeVisible();
  await expect(passwordField(page)).toHaveValue(account.password);
  await closeFailure(page);

  await page.route(
    '**/auth/v1/token*',
    (route) => route.fulfill({ status: 500, contentType: 'application/json', body: '{}' }),
    { times: 1 },
  );
  await submit(page, 'Sign In', account.email, account.password);
  await expect(failureNotice(page, 'An error occurred')).toBeVisible();
  await expect(passwordField(page)).toHaveValue(account.password);

  await submit(page, 'Sign In', account.email, account.password);
  await expect(page).toHaveURL('/dashboard');
});

test('a visitor without a session is sent to the sign-in of the same world, and no data is asked for', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
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

test('a member is sent from the sign-in to the week of the same world', async ({ signedInPage: page }) => {
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
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const path of [
    '/no-such-page',
    '/__proto__',
    '/dashboard/2',
    '/retro/dashboard/1',
    '/Settings',
    '/auth/x',
  ]) {
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

for (const isSignedIn of [true, false]) {
  const who = isSignedIn ? 'a member' : 'a visitor';
  const heading = 'Admin Dashboard Disabled... Redirecting to main dashboard';
  test(`the admin page says that it is disabled and leads ${who} on, not back`, async ({
    page,
    context,
    account,
  }) => {
    if (isSignedIn) await restoreSession(context, account.session);
    // Time stands still: it is three seconds however busy this machine is.
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    await page.goto('/about');
    for (const isHurried of [false, true]) {
      await page.goto('/admin');
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page).toHaveTitle(`Better Space — ${heading}`);
      await expect(page.getByText('User roles were removed.')).toBeVisible();
      if (isHurried) await page.getByRole('link', { name: 'Go to the dashboard now' }).click();
      else await page.clock.runFor(3_000);
      await expect(page).toHaveURL(isSignedIn ? '/dashboard' : '/auth');
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await page.goBack();
      await expect(page).toHaveURL('/about');
    }
  });
}
