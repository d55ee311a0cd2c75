import { randomUUID } from 'node:crypto';
import { PASSWORD } from '../../support/accounts.ts';
import { submit } from '../../support/authForm.ts';
import { successNotice } from '../../support/notices.ts';
import { expect, test } from '../../support/test.ts';

// Sections 4 and 8 of the spec, where the backend asks for a confirmed email (D-10).

test.use({ baseURL: async ({ confirmingSite }, provide) => provide(confirmingSite.origin) });

test.describe('4. Sign-up', () => {
  test("normal sign-up shows 'Account created! Please check your email to verify.' and does not navigate", async ({
    page,
  }) => {
    await page.goto('/auth');
    await page.getByRole('button', { name: "Don't have an account? Sign Up" }).click();
    await submit(page, 'Sign Up', `${randomUUID()}@example.com`, PASSWORD);
    await expect(successNotice(page, 'Account created! Please check your email to verify.')).toBeVisible();
    await expect(page).toHaveURL('/auth');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign Up');
  });
});
