import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { emailField, passwordField, submit } from '../support/authForm.ts';
import { restoreSession } from '../support/accounts.ts';
import { closeFailure, failureNotice, successNotice } from '../support/notices.ts';
import { PASSWORD, expect, expectCleaned, linkTo, sessionsOf, test } from '../support/ownServer.ts';
import { changePassword, confirmPassword, newPassword } from '../support/settings.ts';
import { storedSession } from '../support/storage.ts';

const REFUSED = /Failed to load resource/;
const NEW_PASSWORD = 'N3w-Passw0rd';
const SENT = 'If this email has an account, a link to set a new password is on its way.';
const FILL_IN = 'Please fill in all fields';

const formHeading = (page: Page) => page.getByRole('heading', { level: 1, name: 'Choose a new password' });
const greeting = (page: Page) =>
  page.getByRole('heading', { level: 1, name: /your week space looks great!$/ });

async function openRequest(page: Page, email: string): Promise<void> {
  await page.goto('/auth');
  await emailField(page).fill(email);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reset your password' })).toBeVisible();
}

const send = (page: Page) => page.getByRole('button', { name: 'Email me a link' }).click();

test('a mail is asked for with the email typed; no answer tells whether it has an account, and what failed is tried again', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const { email } = await server.signUp();
  await page.route('**/auth/v1/recover*', (route) => route.abort('connectionreset'), { times: 1 });
  for (const address of [email, `${randomUUID()}@example.com`]) {
    await openRequest(page, address);
    await expect(emailField(page)).toHaveValue(address);
    await expect(emailField(page)).toBeFocused();
    await emailField(page).press('Enter');
    if (address === email) {
      await expect(failureNotice(page, 'Failed to send the password email. Please try again.')).toBeVisible();
      await closeFailure(page);
      await send(page);
    }
    await expect(successNotice(page, SENT)).toBeVisible();
    await expect(page.getByRole('form', { name: 'Reset your password' }).getByText(SENT)).toBeVisible();
    expect(linkTo(server, address) !== '').toBe(address === email);
    await page.getByRole('button', { name: 'Back to Sign In' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
    await expect(emailField(page)).toHaveValue(address);
  }
  expect(server.outbox.latest(email)?.subject).toBe('Choose a new password for Better Space');

  await openRequest(page, '');
  await send(page);
  await expect(failureNotice(page, FILL_IN)).toBeVisible();
  await expect(emailField(page)).toBeFocused();
  await expect(emailField(page)).toHaveAccessibleDescription(FILL_IN);
});

test('a link to a new password leads to the form in any browser, and the new password into the week', async ({
  page,
  server,
  newVisitor,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const { id, email, client } = await server.signUp();
  const device = (await client.auth.getSession()).data.session;
  await openRequest(page, email);
  await send(page);
  await expect(successNotice(page, SENT)).toBeVisible();

  const phone = await newVisitor();
  await phone.goto(linkTo(server, email));
  await expect(formHeading(phone)).toBeVisible();
  await expect(phone).toHaveTitle('Better Space — Choose a new password');
  await expect(phone.getByText(email)).toBeVisible();
  await expect(newPassword(phone)).toBeFocused();
  await expectCleaned(phone, '/auth');
  await expect(formHeading(phone)).toBeVisible();
  expect(await storedSession(phone)).toBeNull();

  await changePassword(phone, NEW_PASSWORD, 'N3w-Passw0rD');
  await expect(failureNotice(phone, 'Passwords do not match')).toBeVisible();
  await expect(confirmPassword(phone)).toBeFocused();
  await confirmPassword(phone).fill(NEW_PASSWORD);
  await confirmPassword(phone).press('Enter');
  await expect(successNotice(phone, 'Password changed successfully!')).toBeVisible();
  await expect(phone).toHaveURL('/dashboard');
  await expect(greeting(phone)).toBeVisible();
  expect(await storedSession(phone)).toMatchObject({ user: { id } });
  expect(await storedSession(page)).toBeNull();

  const other = await newVisitor(device);
  await other.goto('/dashboard');
  await expect(other).toHaveURL('/auth');
  await submit(other, 'Sign In', email, PASSWORD);
  await expect(failureNotice(other, 'Invalid email or password')).toBeVisible();
  await submit(other, 'Sign In', email, NEW_PASSWORD);
  await expect(other).toHaveURL('/dashboard');
});

test('a recovery is this tab’s alone: it survives a reload, and leaving it changes nothing', async ({
  page,
  context,
  server,
}) => {
  const { id, email } = await server.signUp();
  await server.anonymous().auth.resetPasswordForEmail(email);
  const before = await sessionsOf(server, id);
  await page.goto(linkTo(server, email));
  await expect(formHeading(page)).toBeVisible();

  await page.reload();
  await expect(formHeading(page)).toBeVisible();
  await page.goto('/dashboard');
  await expect(formHeading(page)).toBeVisible();
  await expect(page).toHaveURL('/auth');

  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(other).toHaveURL('/auth');
  await expect(passwordField(other)).toBeVisible();

  await page.getByRole('link', { name: 'Better Space' }).click();
  await expect(page.getByRole('link', { name: 'Start for Free' })).toBeVisible();
  await page.goto('/auth');
  expect(await sessionsOf(server, id)).toBe(before + 1);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
  await expect(emailField(page)).toHaveValue(email);
  await expect.poll(() => sessionsOf(server, id)).toBe(before);
  await page.reload();
  await submit(page, 'Sign In', email, PASSWORD);
  await expect(page).toHaveURL('/dashboard');
});

test('a member who opens another account’s link and leaves its form stays who they are', async ({
  page,
  context,
  server,
}) => {
  const anna = await server.signUp();
  const ben = await server.signUp();
  await restoreSession(context, (await anna.client.auth.getSession()).data.session);
  await server.anonymous().auth.resetPasswordForEmail(ben.email);
  await page.goto(linkTo(server, ben.email));
  await expect(formHeading(page)).toBeVisible();
  await expect(page.getByText(ben.email)).toBeVisible();
  expect(await storedSession(page)).toMatchObject({ user: { id: anna.id } });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/dashboard');
  expect(await storedSession(page)).toMatchObject({ user: { id: anna.id } });
});

test('a recovery that was ended elsewhere says so and asks for another link', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const { id, email } = await server.signUp();
  await server.anonymous().auth.resetPasswordForEmail(email);
  await page.goto(linkTo(server, email));
  await expect(formHeading(page)).toBeVisible();
  await server.query('delete from auth.sessions where user_id = $1', [id]);
  await changePassword(page, NEW_PASSWORD);
  await expect(page.getByRole('heading', { level: 1, name: 'Reset your password' })).toBeVisible();
  const panel = page.getByRole('region', { name: 'About your link' });
  await expect(panel.getByText('Email link is invalid or has expired')).toBeVisible();
  await expect(
    failureNotice(page, 'Failed to change password. Please try again. Email link is invalid or has expired'),
  ).toBeVisible();
});
