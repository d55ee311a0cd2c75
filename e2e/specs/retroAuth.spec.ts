import { randomUUID } from 'node:crypto';
import { emailField, passwordField, submit } from '../support/authForm.ts';
import { closeFailure, failureNotice, successNotice } from '../support/notices.ts';
import { expect, test } from '../support/test.ts';

const SHORT = 'Password must be at least 8 characters';
const LONG = 'Password must be less than 100 characters';

/** What is typed, and the one notice it gets. */
const REFUSALS: readonly (readonly [email: string, password: string, sentence: string])[] = [
  ['', 'aaaaaaaa', 'Invalid email address'],
  ['ada.example.com', 'aaaaaaaa', 'Invalid email address'],
  ['ada@example.com', 'a'.repeat(7), SHORT],
  ['ada@example.com', 'a'.repeat(101), LONG],
  ['', '', `Invalid email address. ${SHORT}`],
  ['ada@', 'a'.repeat(101), `Invalid email address. ${LONG}`],
];

for (const [heading, button, toggle] of [
  ['[ CONTINUE ]', '[ PLAY ]', null],
  ['[ NEW GAME ]', '[ START ]', 'No game yet? Start a new one'],
] as const) {
  test(`the game refuses what cannot be right, in its own words: ${heading}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/retro/auth');
    if (toggle) await page.getByRole('button', { name: toggle }).click();
    for (const [email, password, sentence] of REFUSALS) {
      await submit(page, button, email, password);
      await expect(failureNotice(page, sentence)).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(1);
      await expect(emailField(page)).toHaveValue(email);
      await expect(passwordField(page)).toHaveValue(password);
      await closeFailure(page);
    }
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  });
}

test('a new game needs no capital and no number, starts at once and can be quit and continued', async ({
  page,
}) => {
  const email = `${randomUUID()}@example.com`;
  await page.goto('/retro/auth');
  await page.getByRole('button', { name: 'No game yet? Start a new one' }).click();
  await submit(page, '[ START ]', email, 'aaaaaaaa');
  await expect(successNotice(page, 'Account created! Welcome to the game!')).toBeVisible();
  await expect(page).toHaveURL('/retro/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Your week' })).toBeVisible();

  await page.getByRole('button', { name: 'QUIT' }).click();
  await expect(page).toHaveURL('/retro/auth');
  await submit(page, '[ PLAY ]', email, 'aaaaaaaa');
  await expect(successNotice(page, 'Welcome back!')).toBeVisible();
  await expect(page).toHaveURL('/retro/dashboard');
});

test('the game tells a wrong password, a taken email and a failure without words', async ({
  page,
  account,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await page.goto('/retro/auth');
  await submit(page, '[ PLAY ]', account.email, 'wrong password');
  await expect(failureNotice(page, 'Invalid email or password')).toBeVisible();

  await page.route('**/auth/v1/token*', (route) => route.abort('connectionreset'), { times: 1 });
  await submit(page, '[ PLAY ]', account.email, account.password);
  await expect(failureNotice(page, 'Authentication failed')).toBeVisible();
  await expect(passwordField(page)).toHaveValue(account.password);

  await page.getByRole('button', { name: 'No game yet? Start a new one' }).click();
  await submit(page, '[ START ]', account.email, 'aaaaaaaa');
  await expect(
    failureNotice(page, 'This email is already registered. Please sign in instead.'),
  ).toBeVisible();
  await expect(page).toHaveURL('/retro/auth');

  await page.getByRole('link', { name: 'BACK' }).click();
  await expect(page).toHaveURL('/retro');
});

test('the password can be shown while it is typed, and keeps what was typed', async ({ page }) => {
  await page.goto('/retro/auth');
  await passwordField(page).fill('aaaaaaaa');
  await expect(passwordField(page)).toHaveAttribute('type', 'password');
  const key = page.getByRole('button', { name: 'Show password', exact: true });
  await key.press('Enter');
  await expect(key).toHaveAttribute('aria-pressed', 'true');
  await expect(passwordField(page)).toHaveAttribute('type', 'text');
  await expect(passwordField(page)).toHaveValue('aaaaaaaa');
  await key.press('Enter');
  await expect(passwordField(page)).toHaveAttribute('type', 'password');
});
