import { expect, test } from '../support/test.ts';

test('a visitor reads the landing page and starts for free', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveTitle(/^Better Space — /);
  await page.getByRole('link', { name: 'Start for Free' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign Up' })).toBeFocused();
});

test('a signed-in person opens the settings at once', async ({ signedInPage: page }) => {
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});
