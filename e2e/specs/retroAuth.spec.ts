import { randomUUID } from 'node:crypto';
import { passwordField, submit } from '../support/authForm.ts';
import { failureNotice, successNotice } from '../support/notices.ts';
import { expect, test } from '../support/test.ts';

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

test('the two modes lead to each other, the password can be shown and keeps what was typed', async ({
  page,
}) => {
  await page.goto('/retro/auth');
  await passwordField(page).fill('aaaaaaaa');
  const key = page.getByRole('button', { name: 'Show password', exact: true });
  for (const type of ['text', 'password']) {
    await key.press('Enter');
    await expect(key).toHaveAttribute('aria-pressed', String(type === 'text'));
    await expect(passwordField(page)).toHaveAttribute('type', type);
  }
  for (const [mode, button, toggle] of [
    ['[ CONTINUE ]', '[ PLAY ]', 'No game yet? Start a new one'],
    ['[ NEW GAME ]', '[ START ]', 'Already have a game? Continue'],
    ['[ CONTINUE ]', '[ PLAY ]', 'No game yet? Start a new one'],
  ] as const) {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(mode);
    await expect(page.getByRole('button', { name: button, exact: true })).toBeVisible();
    await expect(passwordField(page)).toHaveValue('aaaaaaaa');
    await page.getByRole('button', { name: toggle, exact: true }).click();
  }
});
