import { emailField, passwordField, submit } from '../support/forms.ts';
import { hold, watchPaths } from '../support/network.ts';
import { closeFailure, failureNotice, successNotice } from '../support/notices.ts';
import { expect, test } from '../support/test.ts';

// The forms of both sign-in pages. Rule account-input: one notice lists all validation errors. Each rule is tested in
// shared/domain/src/credentials.test.ts, sign-in parameters of an address in shared/auth/tests/links.test.ts. The server's
// 'You must provide either an email or phone number and a password' cannot appear: the forms require both.

const SHORT = 'Password must be at least 8 characters';
const LONG = 'Password must be less than 100 characters';
const COMPOSITION =
  'Password must contain at least one uppercase letter. Password must contain at least one lowercase letter. Password must contain at least one number';

const SIGN_IN_PAGES = [
  {
    path: '/auth',
    modes: [
      { mode: 'Sign In', button: 'Sign In', toggle: "Don't have an account? Sign Up" },
      { mode: 'Sign Up', button: 'Sign Up', toggle: 'Already have an account? Sign In' },
    ],
    refusals: [
      ['ada@example.com', '', 'Please fill in all fields'],
      ['ada', '-', `Please enter a valid email address. ${SHORT}. ${COMPOSITION}`],
      [
        `${'a'.repeat(244)}@example.com`,
        `Aa1${'x'.repeat(98)}`,
        `Email must be less than 255 characters. ${LONG}`,
      ],
    ],
    offline: 'An error occurred',
  },
  {
    path: '/retro/auth',
    modes: [
      { mode: '[ CONTINUE ]', button: '[ PLAY ]', toggle: 'No game yet? Start a new one' },
      { mode: '[ NEW GAME ]', button: '[ START ]', toggle: 'Already have a game? Continue' },
    ],
    refusals: [
      ['ada', 'aaaaaaaa', 'Invalid email address'],
      ['ada@example.com', 'a'.repeat(101), LONG],
      ['', '', `Invalid email address. ${SHORT}`],
    ],
    offline: 'Authentication failed',
  },
] as const;

for (const { path, modes, refusals, offline } of SIGN_IN_PAGES) {
  test(`auth-page, retro-auth: ${path} lists all validation errors in one notice, sends no request, and keeps the input in both modes`, async ({
    page,
  }) => {
    const paths = watchPaths(page);
    await page.goto(path);
    for (const { mode, button, toggle } of modes) {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(mode);
      for (const [email, password, message] of refusals) {
        await submit(page, button, email, password);
        await expect(failureNotice(page, message)).toBeVisible();
        await expect(page.getByRole('alert')).toHaveCount(1);
        await closeFailure(page);
        await expect(emailField(page)).toHaveValue(email);
        await expect(passwordField(page)).toHaveValue(password);
      }
      await passwordField(page).fill('aaaaaaaa');
      const show = page.getByRole('button', { name: 'Show password', exact: true });
      for (const type of ['text', 'password']) {
        await show.press('Enter');
        await expect(show).toHaveAttribute('aria-pressed', String(type === 'text'));
        await expect(passwordField(page)).toHaveAttribute('type', type);
      }
      const autocomplete = mode === modes[0].mode ? 'current-password' : 'new-password';
      await expect(passwordField(page)).toHaveAttribute('autocomplete', autocomplete);
      await page.getByRole('button', { name: toggle, exact: true }).click();
      await expect(passwordField(page)).toHaveValue('aaaaaaaa');
    }
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(modes[0].mode);
    expect(paths.filter((each) => /^\/(auth|rest)\/v1\/(?!settings)/.test(each))).toEqual([]);
  });

  test(`without a network ${path} shows its failure message and keeps the input`, async ({
    page,
    context,
    account,
    allowConsole,
  }) => {
    allowConsole(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
    const { button } = modes[0];
    await page.goto(path);
    // The first attempt loads the code that sends the request and the code that shows the notice.
    await submit(page, button, account.email, 'Wr0ng-Password');
    await expect(failureNotice(page, 'Invalid email or password')).toBeVisible();
    await closeFailure(page);
    const offlineLine = page.getByText('You are offline. Signing in needs a connection.');
    await expect(offlineLine).toHaveCount(0);
    await context.setOffline(true);
    if (path === '/auth') await expect(offlineLine).toBeVisible();
    await submit(page, button, account.email, account.password);
    await expect(failureNotice(page, offline)).toBeVisible();
    await expect(passwordField(page)).toHaveValue(account.password);
    await closeFailure(page);
    if (path === '/auth') {
      await page.getByRole('button', { name: 'Continue with Google' }).click();
      await expect(failureNotice(page, 'Failed to sign in with Google. You are offline.')).toBeVisible();
    }
    await context.setOffline(false);
    await expect(offlineLine).toHaveCount(0);
  });
}

test('auth-page: during the sign-in the button says Loading... and sends only one request', async ({
  page,
  account,
}) => {
  const paths = watchPaths(page);
  await page.goto('/auth');
  const resume = await hold(page, { address: '**/auth/v1/token*' });
  const before = await page.getByRole('button', { name: 'Sign In', exact: true }).boundingBox();
  await submit(page, 'Sign In', account.email, account.password);
  const button = page.getByRole('button', { name: 'Loading...' });
  await expect(button).toBeVisible();
  expect(await button.boundingBox()).toEqual(before);
  await button.click({ force: true });
  await passwordField(page).press('Enter');
  await emailField(page).press('Enter');
  await expect(button).toBeVisible();
  resume();
  await expect(successNotice(page, 'Welcome back!')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: /^Hi / })).toBeVisible();
  expect(paths.filter((path) => path === '/auth/v1/token')).toHaveLength(1);
});
