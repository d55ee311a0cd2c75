import { emailField, passwordField, submit } from '../support/authForm.ts';
import { closeFailure, failureNotice, successNotice } from '../support/notices.ts';
import { expect, test } from '../support/test.ts';

// What both sign-ins say of a failure: the server's words or those of the catalogue, and never an address's (rules
// failure-notice, words-in-addresses).

test('a server that wants no more attempts says when to try again in retro mode, and nothing typed is lost', async ({
  page,
  account,
  allowConsole,
}) => {
  allowConsole(/the server responded with a status of 429/);
  const limit = 'Too many attempts. Please try again in 8 minutes.';
  await page.route(
    '**/auth/v1/token*',
    (route) =>
      route.fulfill({ status: 429, json: { code: 429, error_code: 'over_request_rate_limit', msg: limit } }),
    { times: 1 },
  );
  await page.goto('/retro/auth');
  await submit(page, '[ PLAY ]', account.email, account.password);
  await expect(failureNotice(page, limit)).toBeVisible();
  await expect(page.getByRole('main').getByText(limit, { exact: true })).toBeVisible();
  await expect(emailField(page)).toHaveValue(account.email);
  await expect(passwordField(page)).toHaveValue(account.password);
  await page.getByRole('button', { name: '[ PLAY ]', exact: true }).click();
  await expect(successNotice(page, 'Welcome back!')).toBeVisible();
});

test('without a network the sign-in says so before it is tried, and fails in the words of the catalogue', async ({
  page,
  context,
  account,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [path, button, failed] of [
    ['/auth', 'Sign In', 'An error occurred'],
    ['/retro/auth', '[ PLAY ]', 'Authentication failed'],
  ] as const) {
    await page.goto(path);
    // The code that asks the server, and the code that shows what came of it, come with the first try.
    await submit(page, button, account.email, 'Wr0ng-Password');
    await expect(failureNotice(page, 'Invalid email or password')).toBeVisible();
    await closeFailure(page);
    const offline = page.getByText('You are offline. Signing in needs a connection.');
    await expect(offline).toHaveCount(0);
    await context.setOffline(true);
    if (path === '/auth') await expect(offline).toBeVisible();
    await submit(page, button, account.email, account.password);
    await expect(failureNotice(page, failed)).toBeVisible();
    await expect(passwordField(page)).toHaveValue(account.password);
    await closeFailure(page);
    if (path === '/auth') {
      await page.getByRole('button', { name: 'Continue with Google' }).click();
      await expect(failureNotice(page, 'Failed to sign in with Google. You are offline.')).toBeVisible();
      await closeFailure(page);
    }
    await context.setOffline(false);
    await expect(offline).toHaveCount(0);
  }
});

test('what an address says of a failed sign-in with Google is shown nowhere', async ({ page }) => {
  const words = 'Call this number to unlock your account';
  const said = new URLSearchParams({ error: 'access_denied', error_code: '403', error_description: words });
  for (const address of [
    `/auth?${said}`,
    `/auth#${said}`,
    `/retro/auth?${said}`,
    `/?${said}`,
    `/auth?${new URLSearchParams({ error: words, error_code: words, msg: words, message: words })}`,
  ]) {
    await page.goto('/about');
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    if (address.startsWith('/auth')) {
      await expect(page.getByRole('main').getByText('Failed to sign in with Google')).toBeVisible();
    }
    await expect(page.getByText(words)).toHaveCount(0);
  }
});
