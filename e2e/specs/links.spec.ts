import type { Page } from '@playwright/test';
import { PASSWORD, newEmail, restoreSession, storedSession } from '../support/accounts.ts';
import { emailField, passwordField, submit } from '../support/forms.ts';
import { dropped, hold } from '../support/network.ts';
import { failureNotice, successNotice } from '../support/notices.ts';
import { expect, expectCleaned, linkTo, signUpHere, test } from '../support/ownServer.ts';

// Links in mails, on a server that asks for confirmed addresses. The outbox itself: shared/server/tests/accounts.test.ts.

const REFUSED = /Failed to load resource/;
const INVALID = 'Email link is invalid or has expired';
const UNKNOWN = '/auth?token_hash=0123456789abcdef&type=';
const panel = (page: Page) => page.getByRole('region', { name: 'About your link' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test.beforeEach(({ allowConsole }) => allowConsole(REFUSED));

test('a new account waits for its mail, whose link signs in once', async ({ page, server }) => {
  const email = await signUpHere(page);
  await expect(page).toHaveURL('/auth');
  await expect(heading(page)).toHaveText('Sign Up');
  await expect(emailField(page)).toHaveValue(email);
  await page.getByRole('button', { name: 'Already have an account? Sign In' }).click();
  await submit(page, 'Sign In', email, PASSWORD);
  await expect(failureNotice(page, 'Email not confirmed')).toBeVisible();
  await expect(page).toHaveURL('/auth');

  const link = linkTo(server, email);
  const token = new URL(link).searchParams.get('token_hash') ?? 'none';
  const carriers: string[] = [];
  page.on('request', (request) => {
    const isCarrier = request.url().includes(token) || (request.postData() ?? '').includes(token);
    if (isCarrier) carriers.push(new URL(request.url()).pathname);
  });
  const letGo = await hold(page, { address: '**/auth/v1/verify*' });
  await page.goto(link);
  await expect(page.getByText('Checking your link…')).toBeVisible();
  await expect(page).toHaveURL('/auth');
  await expect(passwordField(page)).toHaveCount(0);
  letGo();
  await expect(heading(page)).toHaveText('Hi there, your week space looks great!');
  await expectCleaned(page, '/dashboard');
  expect(carriers).toEqual(['/auth', '/auth/v1/verify']);

  // The same link again, by a member and by a visitor.
  await page.goto(link);
  await expect(page).toHaveURL('/dashboard');
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await expect(panel(page).getByText(INVALID)).toBeVisible();
  await expect(page).toHaveURL('/auth');
  await submit(page, 'Sign In', email, PASSWORD);
  await expect(page).toHaveURL('/dashboard');
});

test('a lost mail is sent again from the page of a bad link, and its link can be tried again', async ({
  page,
  server,
}) => {
  const email = await signUpHere(page);
  const lost = linkTo(server, email);
  await page.goto(`${UNKNOWN}signup`);
  const again = panel(page).getByLabel('Send it again to');
  const send = panel(page).getByRole('button', { name: 'Send a new link' });
  await expect(panel(page).getByText(INVALID)).toBeVisible();
  await expect(page).toHaveURL('/auth');
  await send.click();
  await expect(failureNotice(page, 'Please fill in all fields')).toBeVisible();
  await expect(again).toBeFocused();
  await again.fill(email);
  const asked = page.waitForRequest('**/auth/v1/resend*');
  await send.click();
  // Where a hosted project's own mail text leads after it has confirmed the address.
  const { origin, searchParams } = new URL((await asked).url());
  expect(searchParams.get('redirect_to')).toBe(`${origin}/dashboard`);
  await expect(successNotice(page, 'A new link is on its way. Please check your email.')).toBeVisible();
  expect(linkTo(server, email)).not.toBe(lost);

  // A link that meets no server is not lost.
  await page.route('**/auth/v1/verify*', dropped, { times: 1 });
  await page.goto(linkTo(server, email));
  await expect(panel(page).getByText('The server cannot be reached. Please try again.')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Retry' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('a new game ends on its sign-in: the email comes first', async ({ page, server }) => {
  const email = newEmail();
  const verifyFirst = page.getByText('Verify your email first, then continue your game.');
  await page.goto('/retro/auth');
  await page.getByRole('button', { name: 'No game yet? Start a new one' }).click();
  await submit(page, '[ START ]', email, 'aaaaaaaa');
  await expect(successNotice(page, 'Account created! Welcome to the game!')).toBeVisible();
  await expect(page).toHaveURL('/retro/auth');
  await expect(verifyFirst).toBeVisible();
  // The way there and back has brought a new form, which knows the address.
  await expect(passwordField(page)).toHaveValue('');
  await expect(emailField(page)).toHaveValue(email);
  await submit(page, '[ PLAY ]', email, 'aaaaaaaa');
  await expect(failureNotice(page, 'Email not confirmed')).toBeVisible();
  await expect(verifyFirst).toBeVisible();
  await page.goto(linkTo(server, email));
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/retro/auth');
  await expect(page).toHaveURL('/retro/dashboard');
});

test('a bad link to a new password offers another of its kind', async ({ page, server }) => {
  const { email } = await server.signUp();
  for (const isLast of [false, true]) {
    await page.goto(`${UNKNOWN}recovery`);
    await expect(heading(page)).toHaveText('Reset your password');
    await expect(panel(page).getByText(INVALID)).toBeVisible();
    await expect(page).toHaveURL('/auth');
    if (isLast) break;
    await page.getByRole('button', { name: 'Back to Sign In' }).click();
    await expect(heading(page)).toHaveText('Sign In');
    await expect(panel(page)).toHaveCount(0);
  }
  await emailField(page).fill(email);
  await emailField(page).press('Enter');
  const sentence = 'If this email has an account, a link to set a new password is on its way.';
  await expect(successNotice(page, sentence)).toBeVisible();
  await page.goto(linkTo(server, email));
  await expect(heading(page)).toHaveText('Choose a new password');
});

test('a bad link tells a member so, who stays signed in', async ({ page, context, server }) => {
  const anna = await server.signUp();
  await restoreSession(context, (await anna.client.auth.getSession()).data.session);
  for (const type of ['signup', 'recovery']) {
    await page.goto(UNKNOWN + type);
    await expect(failureNotice(page, INVALID)).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
  }

  const email = newEmail();
  const { error } = await server.anonymous().auth.signUp({ email, password: PASSWORD });
  expect(error).toBeNull();
  await page.goto(linkTo(server, email));
  await expect(page).toHaveURL('/dashboard');
  await expect(successNotice(page, 'Email confirmed. Log out here to sign in with it.')).toBeVisible();
  expect(await storedSession(page)).toMatchObject({ user: { id: anna.id } });
});
