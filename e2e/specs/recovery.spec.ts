import type { Page } from '@playwright/test';
import { PASSWORD, newEmail, restoreSession, storedSession } from '../support/accounts.ts';
import { changePassword, confirmPassword, emailField, newPassword, submit } from '../support/forms.ts';
import { dropped } from '../support/network.ts';
import { closeFailure, failureNotice, successNotice } from '../support/notices.ts';
import { expect, expectCleaned, linkTo, test } from '../support/ownServer.ts';

const REFUSED = /Failed to load resource/;
const NEW_PASSWORD = 'N3w-Passw0rd';
const SENT = 'If this email has an account, a link to set a new password is on its way.';
const FILL_IN = 'Please fill in all fields';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const formHeading = (page: Page) => heading(page, 'Choose a new password');
const send = (page: Page) => page.getByRole('button', { name: 'Email me a link' }).click();

async function openRequest(page: Page, email: string): Promise<void> {
  await page.goto('/auth');
  await emailField(page).fill(email);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(heading(page, 'Reset your password')).toBeVisible();
  await expect(emailField(page)).toHaveValue(email);
}

test.beforeEach(({ allowConsole }) => allowConsole(REFUSED));

test('a mail is asked for, and no answer tells of an account', async ({ page, server }) => {
  const { email } = await server.signUp();
  await page.route('**/auth/v1/recover*', dropped, { times: 1 });
  for (const address of [email, newEmail()]) {
    await openRequest(page, address);
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
    await expect(heading(page, 'Sign In')).toBeVisible();
    await expect(emailField(page)).toHaveValue(address);
  }
  expect(server.outbox.latest(email)?.subject).toBe('Choose a new password for Better Space');

  await openRequest(page, '');
  await send(page);
  await expect(failureNotice(page, FILL_IN)).toBeVisible();
  await expect(emailField(page)).toBeFocused();
  await expect(emailField(page)).toHaveAccessibleDescription(FILL_IN);
});

test('a link to a new password leads into the week', async ({ page, server, newVisitor }) => {
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

test('a member who leaves another account’s form stays who they are', async ({ page, context, server }) => {
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
