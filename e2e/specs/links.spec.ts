import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { TestServer } from '@space/server/testing';
import { restoreSession } from '../support/accounts.ts';
import { emailField, passwordField, submit } from '../support/authForm.ts';
import { failureNotice, successNotice } from '../support/notices.ts';
import { PASSWORD, expect, expectCleaned, letLinksExpire, linkTo, test } from '../support/ownServer.ts';
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

async function signUpElsewhere(server: TestServer): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const { error } = await server.anonymous().auth.signUp({ email, password: PASSWORD });
  expect(error).toBeNull();
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

for (const why of ['was replaced', 'has expired'] as const) {
  test(`a confirmation that ${why} offers another confirmation`, async ({ page, server, allowConsole }) => {
    allowConsole(REFUSED);
    const email = await signUpHere(page);
    const link = linkTo(server, email);
    if (why === 'has expired') await letLinksExpire(server, email);
    else await server.anonymous().auth.resend({ type: 'signup', email });

    await page.goto(link);
    await expect(panel(page).getByText(INVALID)).toBeVisible();
    await expect(page).toHaveURL('/auth');
    await panel(page).getByRole('button', { name: 'Send a new link' }).click();
    await expect(failureNotice(page, 'Please fill in all fields')).toBeVisible();
    await expect(panel(page).getByLabel('Send it again to')).toBeFocused();
    await panel(page).getByLabel('Send it again to').fill(email);
    await panel(page).getByRole('button', { name: 'Send a new link' }).click();
    await expect(successNotice(page, 'A new link is on its way. Please check your email.')).toBeVisible();

    const another = linkTo(server, email);
    expect(another).not.toBe(link);
    expect(another).toContain('type=signup');
    await page.goto(another);
    await expect(page).toHaveURL('/dashboard');
  });
}

for (const why of ['was used', 'has expired'] as const) {
  test(`a link to a new password that ${why} offers another of its kind`, async ({
    page,
    server,
    newVisitor,
    allowConsole,
  }) => {
    allowConsole(REFUSED);
    const { email } = await server.signUp();
    await server.anonymous().auth.resetPasswordForEmail(email);
    const link = linkTo(server, email);
    if (why === 'has expired') {
      await letLinksExpire(server, email);
    } else {
      const first = await newVisitor();
      await first.goto(link);
      await expect(heading(first, 'Choose a new password')).toBeVisible();
    }

    await page.goto(link);
    await expect(heading(page, 'Reset your password')).toBeVisible();
    await expect(panel(page).getByText(INVALID)).toBeVisible();
    await expect(page).toHaveURL('/auth');
    await emailField(page).fill(email);
    await emailField(page).press('Enter');
    const sentence = 'If this email has an account, a link to set a new password is on its way.';
    await expect(successNotice(page, sentence)).toBeVisible();

    const another = linkTo(server, email);
    expect(another).not.toBe(link);
    expect(another).toContain('type=recovery');
    await page.goto(another);
    await expect(heading(page, 'Choose a new password')).toBeVisible();
  });
}

test('from a link that is no good the way to the sign-in is open', async ({ page, allowConsole }) => {
  allowConsole(REFUSED);
  await page.goto('/auth?token_hash=0123456789abcdef&type=recovery');
  await expect(panel(page).getByText(INVALID)).toBeVisible();
  await page.getByRole('button', { name: 'Back to Sign In' }).click();
  await expect(heading(page, 'Sign In')).toBeVisible();
  await expect(panel(page)).toHaveCount(0);
});

test('a link to a new password works in any browser', async ({ page, server, newVisitor }) => {
  const { id, email } = await server.signUp();
  await page.goto('/auth');
  await emailField(page).fill(email);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await emailField(page).press('Enter');
  await expect.poll(() => linkTo(server, email)).toContain('type=recovery');

  const phone = await newVisitor();
  await phone.goto(linkTo(server, email));
  await phone.getByLabel('New Password', { exact: true }).fill('N3w-Passw0rd');
  await phone.getByLabel('Confirm Password', { exact: true }).fill('N3w-Passw0rd');
  await phone.getByRole('button', { name: 'Change Password' }).click();
  await expect(phone).toHaveURL('/dashboard');
  expect(await storedSession(phone)).toMatchObject({ user: { id } });
  expect(await storedSession(page)).toBeNull();
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

test('a confirmation of another account leaves a member signed in and says what it did', async ({
  page,
  context,
  server,
}) => {
  const anna = await server.signUp();
  await restoreSession(context, (await anna.client.auth.getSession()).data.session);
  const email = await signUpElsewhere(server);
  await page.goto(linkTo(server, email));
  await expect(page).toHaveURL('/dashboard');
  await expect(successNotice(page, 'Email confirmed. Log out here to sign in with it.')).toBeVisible();
  expect(await storedSession(page)).toMatchObject({ user: { id: anna.id } });
  const { error } = await server.anonymous().auth.signInWithPassword({ email, password: PASSWORD });
  expect(error).toBeNull();
});

test('a link that is no good tells a member so, where they are sent', async ({
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
});
