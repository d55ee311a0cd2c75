import type { Page } from '@playwright/test';
import { PASSWORD, createAccount, logOut, newEmail } from '../support/accounts.ts';
import { emailField, passwordField, submit } from '../support/forms.ts';
import { hold, watchPaths } from '../support/network.ts';
import { failureNotice, successNotice } from '../support/notices.ts';
import { expect, test } from '../support/test.ts';

// Each rule of the fields: shared/domain/src/credentials.test.ts. Show password: SettingsPage.test.tsx of the settings.
// Sign-in parameters of an address: shared/auth/tests/links.test.ts.

const SHORT = 'Password must be at least 8 characters';
const COMPOSITION =
  'Password must contain at least one uppercase letter. Password must contain at least one lowercase letter. Password must contain at least one number';

/** The pages: the modes with their heading, button and what leads to the other; what is refused; what is said offline. */
const FORMS = [
  {
    path: '/auth',
    modes: [
      ['Sign In', 'Sign In', "Don't have an account? Sign Up"],
      ['Sign Up', 'Sign Up', 'Already have an account? Sign In'],
    ],
    refusals: [
      ['ada@example.com', '', 'Please fill in all fields'],
      ['ada', '-', `Please enter a valid email address. ${SHORT}. ${COMPOSITION}`],
    ],
    offline: 'An error occurred',
  },
  {
    path: '/retro/auth',
    modes: [
      ['[ CONTINUE ]', '[ PLAY ]', 'No game yet? Start a new one'],
      ['[ NEW GAME ]', '[ START ]', 'Already have a game? Continue'],
    ],
    refusals: [
      ['ada', 'aaaaaaaa', 'Invalid email address'],
      ['', '', `Invalid email address. ${SHORT}`],
    ],
    offline: 'Authentication failed',
  },
] as const;
const [[, , TO_SIGN_UP], [, , TO_SIGN_IN]] = FORMS[0].modes;

test.beforeEach(({ allowConsole }) => allowConsole(/Failed to load resource|ERR_INTERNET_DISCONNECTED/));

const toggle = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Waits for the one notice, which says why something was refused, and closes it. */
async function expectReason(page: Page, sentence: string): Promise<void> {
  const notice = page.getByRole('alert');
  await expect(failureNotice(page, sentence)).toBeVisible();
  await notice.getByRole('button', { name: 'Close notice' }).click();
  await expect(notice).toHaveCount(0);
}

/** Submits what is refused: one notice says why, and what was typed stays. */
async function expectRefused(page: Page, button: string, email: string, password: string, message: string) {
  await submit(page, button, email, password);
  await expectReason(page, message);
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
      for (const [mode, button, other] of modes) {
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(mode);
        for (const [email, password, message] of refusals)
          await expectRefused(page, button, email, password, message);
        const kind = mode === modes[0][0] ? 'current' : 'new';
        await expect(passwordField(page)).toHaveAttribute('autocomplete', `${kind}-password`);
        await passwordField(page).fill('aaaaaaaa');
        await toggle(page, other);
        await expect(passwordField(page)).toHaveValue('aaaaaaaa');
      }
      expect(paths.filter((each) => /^\/(auth|rest)\/v1\/(?!settings)/.test(each))).toEqual([]);

      const [[, button]] = modes;
      // The first attempt loads the code that sends the request.
      await expectRefused(page, button, account.email, 'Wr0ng-Password', 'Invalid email or password');
      const offlineLine = page.getByText('You are offline. Signing in needs a connection.');
      await context.setOffline(true);
      if (path === '/auth') {
        await expect(offlineLine).toBeVisible();
        await page.getByRole('button', { name: 'Continue with Google' }).click();
        await expectReason(page, 'Failed to sign in with Google. You are offline.');
      }
      await expectRefused(page, button, account.email, account.password, offline);
      await context.setOffline(false);
      await expect(offlineLine).toHaveCount(0);
    });
  }
});

test('account-secrecy, retro-passwords, auth-page, email-confirmation, sign-in-errors: a person signs in who first tries Google, a wrong password and another address, and one signs up, twice', async ({
  page,
  site,
}) => {
  // A password that retro mode allows. Spaces are trimmed from an email, never from a password.
  const { email, password } = await createAccount(site, ' aaaaaaaa ');

  // If Google cannot be asked whether it is there: shared/supabase/tests/gateway.test.ts.
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  const reason = 'Google sign-in is not available here. Please use your email and password.';
  await expectReason(page, `Failed to sign in with Google. ${reason}`);
  for (const [address, typed] of [
    [email, 'aaaaaaaa'],
    [newEmail(), password],
  ] as const)
    await expectRefused(page, 'Sign In', address, typed, 'Invalid email or password');

  await test.step('while the server answers, the button says Loading... and sends one request', async () => {
    await page.goto('/auth');
    const paths = watchPaths(page);
    const resume = await hold(page, { address: '**/auth/v1/token*' });
    const before = await page.getByRole('button', { name: 'Sign In', exact: true }).boundingBox();
    await submit(page, 'Sign In', ` ${email} `, password);
    const button = page.getByRole('button', { name: 'Loading...' });
    await expect(button).toBeVisible();
    expect(await button.boundingBox()).toEqual(before);
    await button.click({ force: true });
    await passwordField(page).press('Enter');
    await expect(button).toBeVisible();
    resume();
    await expect(successNotice(page, 'Welcome back!')).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    expect(paths.filter((path) => path === '/auth/v1/token')).toHaveLength(1);
    await logOut(page);
  });

  await test.step('a password of 72 bytes, the most that is allowed, signs up; the same address in capitals is taken', async () => {
    const other = newEmail();
    // 3 bytes, then characters of 3 bytes each.
    const longest = `Aa1${'語'.repeat(23)}`;
    await toggle(page, TO_SIGN_UP);
    await submit(page, 'Sign Up', other, longest);
    await expect(successNotice(page, 'Account created!')).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText('Hi there, your week space looks great!')).toBeVisible();
    await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
    await logOut(page);
    await toggle(page, TO_SIGN_UP);
    const taken = 'This email is already registered. Please sign in instead.';
    await expectRefused(page, 'Sign Up', other.toUpperCase(), PASSWORD, taken);
    await toggle(page, TO_SIGN_IN);
    await submit(page, 'Sign In', other, longest);
    await expect(page).toHaveURL('/dashboard');
  });
});
