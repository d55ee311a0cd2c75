import type { Page } from '@playwright/test';
import type { TestServer } from '@space/server/testing';
import { PASSWORD, newEmail, storedSession } from '../support/accounts.ts';
import { changePassword, emailField, passwordField, submit } from '../support/forms.ts';
import { dropped, hold } from '../support/network.ts';
import { failureNotice, keepNotices, successNotice } from '../support/notices.ts';
import { expect, test as base } from '../support/test.ts';

// Links in mails, on a server that requires confirmed addresses. Whom a link signs in: shared/auth/tests/links.test.ts. The
// outbox itself: shared/server/tests/accounts.test.ts.

/** `test` on a server in this process: see `server` in support/test.ts. */
const test = base.extend({ baseURL: ({ server }, use) => use(server.origin) });

const INVALID = 'Email link is invalid or has expired';
const UNKNOWN = '/auth?token_hash=0123456789abcdef&type=';
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Returns the link of the newest mail to an address, or an empty string if there is none. */
const linkTo = ({ outbox }: TestServer, email: string) => outbox.latest(email)?.link ?? '';

/** Checks that the address bar shows only the path, and that the history does not contain the link. */
async function expectCleaned(page: Page, path: string): Promise<void> {
  await expect(page).toHaveURL(path);
  const before = await page.evaluate(() => history.length);
  await page.goBack();
  expect(page.url()).not.toContain('token');
  await page.goForward();
  await expect(page).toHaveURL(path);
  expect(await page.evaluate(() => history.length)).toBe(before);
}

test.beforeEach(({ allowConsole }) => allowConsole(/Failed to load (resource|profile)/));

test('email-confirmation, mail-links: a person signs up, loses the mail, asks for another, and its link signs in once', async ({
  page,
  server,
}) => {
  const email = newEmail();
  const panel = page.getByRole('region', { name: 'About your link' });
  const lostLink = await test.step('the new account cannot sign in yet', async () => {
    await page.goto('/auth');
    await page.getByRole('button', { name: "Don't have an account? Sign Up" }).click();
    await submit(page, 'Sign Up', email, PASSWORD);
    await expect(successNotice(page, 'Account created! Please check your email to verify.')).toBeVisible();
    await expect(heading(page)).toHaveText('Sign Up');
    await expect(emailField(page)).toHaveValue(email);
    await page.getByRole('button', { name: 'Already have an account? Sign In' }).click();
    await submit(page, 'Sign In', email, PASSWORD);
    await expect(failureNotice(page, 'Email not confirmed')).toBeVisible();
    await expect(page).toHaveURL('/auth');
    return linkTo(server, email);
  });

  await test.step('an invalid link offers to send a new mail', async () => {
    await page.goto(`${UNKNOWN}signup`);
    const resendField = panel.getByLabel('Send it again to');
    const sendButton = panel.getByRole('button', { name: 'Send a new link' });
    await expect(panel.getByText(INVALID)).toBeVisible();
    await expect(page).toHaveURL('/auth');
    await sendButton.click();
    await expect(failureNotice(page, 'Please fill in all fields')).toBeVisible();
    await expect(resendField).toBeFocused();
    await resendField.fill(email);
    const resendRequest = page.waitForRequest('**/auth/v1/resend*');
    await sendButton.click();
    // The page to which a hosted project's own mail leads after it has confirmed the address.
    const { origin, searchParams } = new URL((await resendRequest).url());
    expect(searchParams.get('redirect_to')).toBe(`${origin}/dashboard`);
    await expect(successNotice(page, 'A new link is on its way. Please check your email.')).toBeVisible();
    expect(linkTo(server, email)).not.toBe(lostLink);
  });

  const link = linkTo(server, email);
  await test.step('its link can be retried if the server cannot be reached, and leaves no trace', async () => {
    const token = new URL(link).searchParams.get('token_hash') ?? 'none';
    const tokenPaths: string[] = [];
    page.on('request', (request) => {
      if (`${request.url()} ${request.postData()}`.includes(token))
        tokenPaths.push(new URL(request.url()).pathname);
    });
    await page.route('**/auth/v1/verify*', dropped, { times: 1 });
    await page.goto(link);
    await expect(panel.getByText('The server cannot be reached. Please try again.')).toBeVisible();
    const resume = await hold(page, { address: '**/auth/v1/verify*' });
    await panel.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Checking your link…')).toBeVisible();
    await expect(page).toHaveURL('/auth');
    await expect(passwordField(page)).toHaveCount(0);
    resume();
    await expect(heading(page)).toHaveText('Hi there, your week space looks great!');
    await expectCleaned(page, '/dashboard');
    expect(tokenPaths).toEqual(['/auth', '/auth/v1/verify', '/auth/v1/verify']);
  });
});

test('password-reset: a link to reset the password sets a new one and leads to the week', async ({
  page,
  server,
  newVisitor,
}) => {
  const { id, email } = await server.signUp();
  await page.goto('/auth');
  await emailField(page).fill(email);
  await page.getByRole('button', { name: 'Forgot password?' }).click();
  await expect(heading(page)).toHaveText('Reset your password');
  await expect(emailField(page)).toHaveValue(email);
  await emailField(page).press('Enter');
  const message = 'If this email has an account, a link to set a new password is on its way.';
  await expect(successNotice(page, message)).toBeVisible();

  const phone = await newVisitor();
  await keepNotices(phone);
  await phone.goto(linkTo(server, email));
  await expect(heading(phone)).toHaveText('Choose a new password');
  await expect(phone).toHaveTitle('Better Space — Choose a new password');
  await expect(phone.getByText(email)).toBeVisible();
  await expect(phone.getByLabel('New Password', { exact: true })).toBeFocused();
  await expectCleaned(phone, '/auth');
  await expect(heading(phone)).toHaveText('Choose a new password');
  expect(await storedSession(phone)).toBeNull();

  // What is refused: SettingsPage.test.tsx of the settings, which has the same fields.
  await changePassword(phone, 'N3w-Passw0rd');
  await expect(successNotice(phone, 'Password changed successfully!')).toBeVisible();
  await expect(phone).toHaveURL('/dashboard');
  expect(await storedSession(phone)).toMatchObject({ user: { id } });
  expect(await storedSession(page)).toBeNull();
});
