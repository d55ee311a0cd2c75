import { expect, test } from '../../support/test.ts';

// Section 2 of the spec, 'Settings (/settings)'. What its forms refuse and answer stands in validation and notices.

test.describe('/settings — Account settings', () => {
  test('badges: Member (fixed), days since account creation, Goals, Achiever', async ({
    signedInPage: page,
  }) => {
    await page.goto('/settings');
    await expect(page.getByRole('list', { name: 'Badges' }).getByRole('listitem')).toHaveText([
      'Member',
      '0 days',
      'Goals',
      'Achiever',
    ]);
  });

  test('a Back to Dashboard button', async ({ signedInPage: page }) => {
    await page.goto('/settings');
    await page.getByRole('link', { name: 'Back to Dashboard', exact: true }).click();
    await expect(page).toHaveURL('/dashboard');
  });

  test('Profile Information card: Display Name field and Save Profile; Change Password card: New Password and Confirm Password', async ({
    signedInPage: page,
  }) => {
    await page.goto('/settings');
    const profile = page.getByRole('region', { name: 'Profile Information', exact: true });
    await expect(profile.getByRole('heading', { name: 'Profile Information', exact: true })).toBeVisible();
    await expect(profile.getByLabel('Display Name', { exact: true })).toBeEditable();
    await expect(profile.getByRole('button', { name: 'Save Profile', exact: true })).toBeVisible();

    const password = page.getByRole('region', { name: 'Change Password', exact: true });
    await expect(password.getByRole('heading', { name: 'Change Password', exact: true })).toBeVisible();
    for (const label of ['New Password', 'Confirm Password']) {
      await expect(password.getByLabel(label, { exact: true })).toBeEditable();
      await expect(password.getByLabel(label, { exact: true })).toHaveAttribute('type', 'password');
    }
    await expect(password.getByRole('button', { name: 'Change Password', exact: true })).toBeVisible();
  });

  test('Upgrade Account card listing unlimited tasks, priority support, advanced features, custom themes, with View Pricing Plans to /pricing', async ({
    signedInPage: page,
  }) => {
    await page.goto('/settings');
    const card = page.getByRole('region', { name: 'Upgrade Account', exact: true });
    await expect(card.getByRole('heading', { name: 'Upgrade Account', exact: true })).toBeVisible();
    await expect(card.getByRole('listitem')).toHaveText([
      'Unlimited tasks',
      'Priority support',
      'Advanced features',
      'Custom themes',
    ]);
    await card.getByRole('link', { name: 'View Pricing Plans', exact: true }).click();
    await expect(page).toHaveURL('/pricing');
  });
});
