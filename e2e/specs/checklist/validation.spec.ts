import { emailField, passwordField, submit } from '../../support/authForm.ts';
import { closeFailure, failureNotice } from '../../support/notices.ts';
import { expect, test } from '../../support/test.ts';

// Rule account-input: what each sign-in refuses, in one notice, several messages joined with '. '. Every rule with its two
// sides is in shared/domain/src/credentials.test.ts; the settings' forms are in remotes/settings/src/page, the
// composer's in remotes/planner/src/composer. 'You must provide either an email or phone number and a password' cannot be
// reached on a page: the forms ask for both first.

const SHORT = 'Password must be at least 8 characters';
const LONG = 'Password must be less than 100 characters';
const COMPOSITION =
  'Password must contain at least one uppercase letter. Password must contain at least one lowercase letter. Password must contain at least one number';
const FILL_IN = 'Please fill in all fields';
const NORMAL = [
  ['ada@example.com', '', FILL_IN],
  ['ada', '-', `Please enter a valid email address. ${SHORT}. ${COMPOSITION}`],
  [
    `${'a'.repeat(244)}@example.com`,
    `Aa1${'x'.repeat(98)}`,
    `Email must be less than 255 characters. ${LONG}`,
  ],
] as const;
const RETRO = [
  ['ada', 'aaaaaaaa', 'Invalid email address'],
  ['ada@example.com', 'a'.repeat(101), LONG],
  ['', '', `Invalid email address. ${SHORT}`],
] as const;

for (const [path, mode, button, toggle, refusals] of [
  ['/auth', 'Sign Up', 'Sign Up', "Don't have an account? Sign Up", NORMAL],
  ['/auth', 'Sign In', 'Sign In', null, NORMAL],
  ['/retro/auth', '[ CONTINUE ]', '[ PLAY ]', null, RETRO],
  ['/retro/auth', '[ NEW GAME ]', '[ START ]', 'No game yet? Start a new one', RETRO],
] as const) {
  test(`${mode} says all that it refuses in one notice, keeps what was typed and asks for nothing`, async ({
    page,
  }) => {
    const requests: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.method() !== 'GET' && /^\/(auth|rest)\/v1\//.test(pathname)) requests.push(pathname);
    });
    await page.goto(path);
    if (toggle) await page.getByRole('button', { name: toggle, exact: true }).click();
    for (const [email, password, sentence] of refusals) {
      await submit(page, button, email, password);
      await expect(failureNotice(page, sentence)).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(1);
      await closeFailure(page);
      await expect(emailField(page)).toHaveValue(email);
      await expect(passwordField(page)).toHaveValue(password);
    }
    expect(requests).toEqual([]);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(mode);
  });
}
