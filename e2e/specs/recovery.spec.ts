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
const SHORT = 'Password must be at least 8 characters';
const UPPER = 'Password must contain at least one uppercase letter';
const DIGIT = 'Password must contain at least one number';
const BYTES = 'Failed to change password. Please try again. Password cannot be longer than 72 characters';
const MISMATCH = 'Passwords do not match';
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

test('a mail is asked for with the email typed, and no answer tells whether it has an account', async ({
  page,
  server,
}) => {
  const { email } = await server.signUp();
  for (const address of [email, `${randomUUID()}@example.com`]) {
    await openRequest(page, address);
    await expect(emailField(page)).toHaveValue(address);
    await expect(emailField(page)).toBeFocused();
    await emailField(page).press('Enter');
    await expect(successNotice(page, SENT)).toBeVisible();
    await expect(page.getByRole('form', { name: 'Reset your password' }).getByText(SENT)).toBeVisible();
    expect(linkTo(server, address) !== '').toBe(address === email);
    await page.getByRole('button', { name: 'Back to Sign In' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeVisible();
    await expect(emailField(page)).toHaveValue(address);
  }
  expect(server.outbox.latest(email)?.subject).toBe('Choose a new password for Better Space');
});

test('an email that cannot be one is refused beside its field, and nothing is sent', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const [typed, sentence] of [
    ['', FILL_IN],
    ['ada', 'Please enter a valid email address'],
    [`${'a'.repeat(244)}@example.com`, 'Email must be less than 255 characters'],
  ] as const) {
    await openRequest(page, typed);
    await send(page);
    await expect(failureNotice(page, sentence)).toBeVisible();
    await expect(emailField(page)).toBeFocused();
    await expect(emailField(page)).toHaveAccessibleDescription(sentence);
    await expect(emailField(page)).toHaveValue(typed);
  }
  expect(asked).not.toContain('/auth/v1/recover');
});

test('a mail that could not be asked for says why, and the next try works', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const { email } = await server.signUp();
  const refusal = (status: number, code: string, msg: string) => ({
    status,
    contentType: 'application/json',
    body: JSON.stringify({ code: status, error_code: code, msg }),
  });
  await openRequest(page, email);

  await page.route('**/auth/v1/recover*', (route) => route.abort('connectionreset'), { times: 1 });
  await send(page);
  const failed = 'Failed to send the password email. Please try again.';
  await expect(failureNotice(page, failed)).toBeVisible();
  await closeFailure(page);

  for (const [answer, sentence] of [
    [
      refusal(429, 'over_email_send_rate_limit', 'Too many mails. Please try again in 8 minutes.'),
      'Too many mails. Please try again in 8 minutes.',
    ],
    [refusal(429, 'over_request_rate_limit', ''), 'Too many attempts. Please wait a moment and try again.'],
    [refusal(500, 'unexpected_failure', 'Error sending recovery email'), failed],
  ] as const) {
    await page.route('**/auth/v1/recover*', (route) => route.fulfill(answer), { times: 1 });
    await send(page);
    await expect(failureNotice(page, sentence)).toBeVisible();
    await expect(emailField(page)).toHaveValue(email);
    await closeFailure(page);
  }

  // Only an address with an account is told to wait: it hears what every other does.
  const wait = refusal(
    429,
    'over_email_send_rate_limit',
    'For security purposes, you can only request this after 9 seconds.',
  );
  await page.route('**/auth/v1/recover*', (route) => route.fulfill(wait), { times: 1 });
  await send(page);
  await expect(successNotice(page, SENT)).toBeVisible();
  expect(linkTo(server, email)).not.toContain('recovery');
  await send(page);
  await expect.poll(() => linkTo(server, email)).toContain('type=recovery');
});

test('a link to a new password leads to the form, and the new password into the week', async ({
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

  await page.goto(linkTo(server, email));
  await expect(formHeading(page)).toBeVisible();
  await expect(page).toHaveTitle('Better Space — Choose a new password');
  await expect(page.getByText(email)).toBeVisible();
  await expect(newPassword(page)).toBeFocused();
  await expectCleaned(page, '/auth');
  await expect(formHeading(page)).toBeVisible();
  expect(await storedSession(page)).toBeNull();

  await changePassword(page, NEW_PASSWORD);
  await expect(successNotice(page, 'Password changed successfully!')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await expect(greeting(page)).toBeVisible();
  expect(await storedSession(page)).toMatchObject({ user: { id } });

  const other = await newVisitor(device);
  await other.goto('/dashboard');
  await expect(other).toHaveURL('/auth');
  await submit(other, 'Sign In', email, PASSWORD);
  await expect(failureNotice(other, 'Invalid email or password')).toBeVisible();
  await submit(other, 'Sign In', email, NEW_PASSWORD);
  await expect(other).toHaveURL('/dashboard');
});

test('a new password follows the rules, matches when it is sent, and may be looked at', async ({
  page,
  server,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const { email } = await server.signUp();
  await server.anonymous().auth.resetPasswordForEmail(email);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(linkTo(server, email));

  for (const [password, confirm, sentence, field] of [
    ['', '', FILL_IN, newPassword],
    ['abc', 'abc', `${SHORT}. ${UPPER}. ${DIGIT}`, newPassword],
    [NEW_PASSWORD, 'N3w-Passw0rD', MISMATCH, confirmPassword],
    [`Aa1${'語'.repeat(24)}`, `Aa1${'語'.repeat(24)}`, BYTES, newPassword],
  ] as const) {
    await newPassword(page).fill(password);
    await confirmPassword(page).fill(confirm);
    await expect(page.getByText(MISMATCH)).toHaveCount(0);
    await page.getByRole('button', { name: 'Change Password' }).click();
    await expect(failureNotice(page, sentence)).toBeVisible();
    await expect(field(page)).toBeFocused();
    await expect(newPassword(page)).toHaveValue(password);
    await expect(confirmPassword(page)).toHaveValue(confirm);
    await closeFailure(page);
    await page.reload();
  }

  await newPassword(page).fill(NEW_PASSWORD);
  const show = page.getByRole('button', { name: 'Show password' }).first();
  await expect(newPassword(page)).toHaveAttribute('type', 'password');
  await expect(show).toHaveAttribute('aria-pressed', 'false');
  await newPassword(page).press('Tab');
  await expect(show).toBeFocused();
  await show.press('Space');
  await expect(show).toHaveAttribute('aria-pressed', 'true');
  await expect(newPassword(page)).toHaveAttribute('type', 'text');
  await expect(confirmPassword(page)).toHaveAttribute('type', 'password');
  await show.press('Space');
  await expect(newPassword(page)).toHaveAttribute('type', 'password');

  await page.route('**/auth/v1/user*', (route) => route.abort('connectionreset'), { times: 1 });
  await confirmPassword(page).fill(NEW_PASSWORD);
  await confirmPassword(page).press('Enter');
  await expect(failureNotice(page, 'Failed to change password. Please try again.')).toBeVisible();
  await confirmPassword(page).press('Enter');
  await expect(page).toHaveURL('/dashboard');
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

test('a member who opens another account’s link stays who they are until the password is set', async ({
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

  await server.anonymous().auth.resetPasswordForEmail(ben.email);
  await page.goto(linkTo(server, ben.email));
  await changePassword(page, NEW_PASSWORD);
  await expect(page).toHaveURL('/dashboard');
  await expect(greeting(page)).toBeVisible();
  expect(await storedSession(page)).toMatchObject({ user: { id: ben.id } });
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
