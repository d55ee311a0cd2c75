import { submit } from '../../support/authForm.ts';
import { expect, test } from '../../support/test.ts';

// Section 2 of the spec, 'Auth (/auth)'. What it refuses and answers stands in validation and notices.

test.describe('/auth — Sign in / sign up toggle', () => {
  test('email and password fields, a submit button (Sign In or Sign Up), an OR divider, Continue with Google, and a toggle link between the two modes', async ({
    page,
  }) => {
    await page.goto('/auth');
    for (const [mode, toggle] of [
      ['Sign In', "Don't have an account? Sign Up"],
      ['Sign Up', 'Already have an account? Sign In'],
      ['Sign In', "Don't have an account? Sign Up"],
    ] as const) {
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(mode);
      await expect(page.getByLabel('Email', { exact: true })).toBeEditable();
      await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'password');
      await expect(page.getByRole('button', { name: mode, exact: true })).toBeVisible();
      await expect(page.getByText('OR', { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Continue with Google', exact: true })).toBeVisible();
      await page.getByRole('button', { name: toggle, exact: true }).click();
    }
  });

  test('the submit button shows Loading... while working', async ({ page, account }) => {
    const answer = Promise.withResolvers<void>();
    await page.route('**/auth/v1/token*', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.goto('/auth');
    await submit(page, 'Sign In', account.email, account.password);
    await expect(page.getByRole('button', { name: 'Loading...', exact: true })).toBeVisible();
    answer.resolve();
    await expect(page).toHaveURL('/dashboard');
  });
});
