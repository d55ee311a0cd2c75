import { randomUUID } from 'node:crypto';
import { passwordField, submit } from '../support/authForm.ts';
import { failureNotice, successNotice } from '../support/notices.ts';
import { storedSession } from '../support/storage.ts';
import { expect, test } from '../support/test.ts';

// What the game says of a taken email and of a failure without words: remotes/retro/src/auth/enterGame.test.ts.

test('a new game needs no capital and no number, starts at once and can be left for normal mode, quit and continued', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const email = `${randomUUID()}@example.com`;
  await page.goto('/retro');
  await page.getByRole('link', { name: '[ PRESS START ]' }).click();
  await page.getByRole('link', { name: 'BACK' }).click();
  await page.getByRole('link', { name: '[ PRESS START ]' }).click();
  await expect(page).toHaveURL('/retro/auth');
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
  await submit(page, '[ START ]', email, 'aaaaaaaa');
  await expect(successNotice(page, 'Account created! Welcome to the game!')).toBeVisible();
  await expect(page).toHaveURL('/retro/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Your week' })).toBeVisible();

  await page.getByRole('link', { name: 'NORMAL MODE' }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await expect(page.getByRole('link', { name: '[ PRESS START ]' })).toHaveCount(0);
  await page.getByRole('link', { name: '[ CONTINUE GAME ]' }).click();
  await page.getByRole('button', { name: 'QUIT' }).click();
  await expect(page).toHaveURL('/retro/auth');
  expect(await storedSession(page)).toBeNull();
  await submit(page, '[ PLAY ]', email, 'wrong password');
  await expect(failureNotice(page, 'Invalid email or password')).toBeVisible();
  await expect(passwordField(page)).toHaveValue('wrong password');
  await submit(page, '[ PLAY ]', email, 'aaaaaaaa');
  await expect(successNotice(page, 'Welcome back!')).toBeVisible();
  await expect(page).toHaveURL('/retro/dashboard');
});
