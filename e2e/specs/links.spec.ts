import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { restoreSession } from '../support/accounts.ts';
import { emailField, passwordField, submit } from '../support/authForm.ts';
import { failureNotice, successNotice } from '../support/notices.ts';
import { PASSWORD, expect, expectCleaned, linkTo, test } from '../support/ownServer.ts';
import { storedSession } from '../support/storage.ts';

const REFUSED = /the server responded with a status of 4\d\d/;
const INVALID = 'Email link is invalid or has expired';
const panel = (page: Page) => page.getByRole('region', { name: 'About your link' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Signs up in this browser, whose address is then to be confirmed. */
async function signUpHere(page: Page): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await page.goto('/auth');
  await page.getByRole('button', { name: "Don't have an account? Sign Up" }).click();
  await submit(page, 'Sign Up', email, PASSWORD);
  await expect(successNotice(page, 'Account created! Please check your email to verify.')).toBeVisible();
  return email;
}

test('a fresh confirmation signs in, says what it does meanwhile, and leaves no trace of its token', async ({
  page,
  server,
}) => {
  const email = await signUpHere(page);
  const link = linkTo(server, email);
  const token = new URL(link).searchParams.get('token_hash') ?? 'none';
  const carriers: string[] = [];
  page.on('request', (request) => {
    const isCarrier = request.url().includes(token) || (request.postData() ?? '').includes(token);
    if (isCarrier) carriers.push(new URL(request.url()).pathname);
  });
  const answer = Promise.withResolvers<void>();
  await page.route('**/auth/v1/verify*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.goto(link);
  await expect(page.getByText('Checking your link…')).toBeVisible();
  await expect(page).toHaveURL('/auth');
  await expect(passwordField(page)).toHaveCount(0);
  answer.resolve();
  await expect(heading(page, 'Hi there, your week space looks great!')).toBeVisible();
  await expectCleaned(page, '/dashboard');
  expect(carriers).toEqual(['/auth', '/auth/v1/verify']);
});

test('a link to a new password that is no good offers another of its kind, or the way to the sign-in', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const { email } = await server.signUp();
  await page.goto('/auth?token_hash=0123456789abcdef&type=recovery');
  await expect(heading(page, 'Reset your password')).toBeVisible();
  await expect(panel(page).getByText(INVALID)).toBeVisible();
  await page.getByRole('button', { name: 'Back to Sign In' }).click();
  await expect(heading(page, 'Sign In')).toBeVisible();
  await expect(panel(page)).toHaveCount(0);

  await page.goto('/auth?token_hash=0123456789abcdef&type=recovery');
  await expect(panel(page).getByText(INVALID)).toBeVisible();
  await expect(page).toHaveURL('/auth');
  await emailField(page).fill(email);
  await emailField(page).press('Enter');
  const sentence = 'If this email has an account, a link to set a new password is on its way.';
  await expect(successNotice(page, sentence)).toBeVisible();
  expect(linkTo(server, email)).toContain('type=recovery');
  await page.goto(linkTo(server, email));
  await expect(heading(page, 'Choose a new password')).toBeVisible();
});

test('a link that meets no server is not lost: Retry redeems it', async ({ page, server, allowConsole }) => {
  allowConsole(/Failed to load resource/);
  const email = await signUpHere(page);
  await page.route('**/auth/v1/verify*', (route) => route.abort('connectionreset'), { times: 1 });
  await page.goto(linkTo(server, email));
  await expect(panel(page).getByText('The server cannot be reached. Please try again.')).toBeVisible();
  await expect(page).toHaveURL('/auth');
  await panel(page).getByRole('button', { name: 'Retry' }).click();
  await expect(page).toHaveURL('/dashboard');
});

test('a link that is no good, or confirms another account, tells a member so and leaves them signed in', async ({
  page,
  context,
  server,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const anna = await server.signUp();
  await restoreSession(context, (await anna.client.auth.getSession()).data.session);
  for (const type of ['signup', 'recovery']) {
    await page.goto(`/auth?token_hash=0123456789abcdef&type=${type}`);
    await expect(failureNotice(page, INVALID)).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
  }

  const email = `${randomUUID()}@example.com`;
  const { error } = await server.anonymous().auth.signUp({ email, password: PASSWORD });
  expect(error).toBeNull();
  await page.goto(linkTo(server, email));
  await expect(page).toHaveURL('/dashboard');
  await expect(successNotice(page, 'Email confirmed. Log out here to sign in with it.')).toBeVisible();
  expect(await storedSession(page)).toMatchObject({ user: { id: anna.id } });
});
