import type { Page } from '@playwright/test';
import { PASSWORD, directClient, logOut, newEmail } from '../support/accounts.ts';
import { emailField, passwordField, submit } from '../support/forms.ts';
import { dropped, hold, watchPaths } from '../support/network.ts';
import { closeFailure, failureNotice, successNotice } from '../support/notices.ts';
import { expect, test } from '../support/test.ts';

// Each rule of the fields: shared/domain/src/credentials.test.ts. Sign-in parameters of an address: shared/auth/tests/links.test.ts.

const SHORT = 'Password must be at least 8 characters';
const LONG = 'Password must be less than 100 characters';
const COMPOSITION =
  'Password must contain at least one uppercase letter. Password must contain at least one lowercase letter. Password must contain at least one number';

const FORMS = [
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

test.beforeEach(({ allowConsole }) => allowConsole(/Failed to load resource|ERR_INTERNET_DISCONNECTED/));

const signInButton = (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true });
const googleButton = (page: Page) => page.getByRole('button', { name: 'Continue with Google' });
const toSignUp = (page: Page) => page.getByRole('button', { name: FORMS[0].modes[0].toggle }).click();

/** Submits what is refused: one notice says why, and what was typed stays. */
async function expectRefused(page: Page, button: string, email: string, password: string, message: string) {
  await submit(page, button, email, password);
  await expect(failureNotice(page, message)).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(1);
  await closeFailure(page);
  await expect(emailField(page)).toHaveValue(email);
  await expect(passwordField(page)).toHaveValue(password);
}

test('auth-page, retro-auth, account-input, joined-messages: both sign-in pages say in one notice all that is wrong, keep what was typed, and send nothing; offline they say so', async ({
  page,
  context,
  account,
}) => {
  for (const { path, modes, refusals, offline } of FORMS) {
    await test.step(path, async () => {
      const paths = watchPaths(page);
      await page.goto(path);
      for (const { mode, button, toggle } of modes) {
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(mode);
        for (const [email, password, message] of refusals)
          await expectRefused(page, button, email, password, message);
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
      expect(paths.filter((each) => /^\/(auth|rest)\/v1\/(?!settings)/.test(each))).toEqual([]);

      const { button } = modes[0];
      // The first attempt loads the code that sends the request.
      await expectRefused(page, button, account.email, 'Wr0ng-Password', 'Invalid email or password');
      const offlineLine = page.getByText('You are offline. Signing in needs a connection.');
      await expect(offlineLine).toHaveCount(0);
      await context.setOffline(true);
      if (path === '/auth') await expect(offlineLine).toBeVisible();
      await expectRefused(page, button, account.email, account.password, offline);
      if (path === '/auth') {
        await googleButton(page).click();
        await expect(failureNotice(page, 'Failed to sign in with Google. You are offline.')).toBeVisible();
      }
      await context.setOffline(false);
      await expect(offlineLine).toHaveCount(0);
    });
  }
});

test('account-secrecy, retro-passwords, auth-page: a person signs in who first tries Google, a wrong password and another address', async ({
  page,
  site,
}) => {
  // A password that retro mode allows. Spaces are trimmed from an email, never from a password.
  const [email, password] = [newEmail(), ' aaaaaaaa '];
  const { error } = await directClient(site).auth.signUp({ email, password });
  expect(error).toBeNull();

  await test.step('Google cannot be asked whether it is there, and then it is not', async () => {
    await page.route('**/auth/v1/settings*', dropped, { times: 1 });
    await page.goto('/auth?next=//evil.example/dashboard');
    await googleButton(page).click();
    await expect(failureNotice(page, 'Failed to sign in with Google')).toBeVisible();
    await closeFailure(page);
    await googleButton(page).click();
    const reason = 'Google sign-in is not available here. Please use your email and password.';
    await expect(failureNotice(page, `Failed to sign in with Google. ${reason}`)).toBeVisible();
    await closeFailure(page);
  });

  await test.step('a wrong password and an unknown email get the same message', async () => {
    await expectRefused(page, 'Sign In', email, 'aaaaaaaa', 'Invalid email or password');
    await expectRefused(page, 'Sign In', newEmail(), password, 'Invalid email or password');
    await expect(page).toHaveURL('/auth?next=//evil.example/dashboard');
  });

  await test.step('while the server answers, the button says Loading... and sends one request', async () => {
    await page.goto('/auth');
    const paths = watchPaths(page);
    const resume = await hold(page, { address: '**/auth/v1/token*' });
    const before = await signInButton(page).boundingBox();
    await submit(page, 'Sign In', ` ${email} `, password);
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
    await expect(page).toHaveURL('/dashboard');
    expect(paths.filter((path) => path === '/auth/v1/token')).toHaveLength(1);
  });
});

test('email-confirmation, sign-in-secrets, sign-in-errors: a person signs up with a password of 72 bytes, and again in capitals', async ({
  page,
}) => {
  const email = newEmail();
  await page.goto('/auth');
  await toSignUp(page);
  // 3 bytes, then 24 characters of 3 bytes each.
  const tooLong = `Aa1${'語'.repeat(24)}`;
  await expectRefused(page, 'Sign Up', email, tooLong, 'Password cannot be longer than 72 characters');
  await submit(page, 'Sign Up', email, `Aa1${'語'.repeat(23)}`);
  await expect(successNotice(page, 'Account created!')).toBeVisible();
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('Hi there, your week space looks great!')).toBeVisible();
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);

  await logOut(page);
  await toSignUp(page);
  await submit(page, 'Sign Up', email.toUpperCase(), PASSWORD);
  const message = 'This email is already registered. Please sign in instead.';
  await expect(failureNotice(page, message)).toBeVisible();
  await page.getByRole('button', { name: 'Already have an account? Sign In' }).click();
  await passwordField(page).fill(`Aa1${'語'.repeat(23)}`);
  await signInButton(page).click();
  await expect(page).toHaveURL('/dashboard');
});
