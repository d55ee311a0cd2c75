import { directClient, logOut } from '../support/accounts.ts';
import { changePassword, nameField, openSettings, saveName, submit } from '../support/forms.ts';
import { failureNotice, successNotice } from '../support/notices.ts';
import { expect, test } from '../support/test.ts';

// Only what needs a browser. The flows and failures of the forms: remotes/settings/src/page/SettingsPage.test.tsx.

const REFUSED = /Failed to load resource/;
const NEW_PASSWORD = 'N3w-Passw0rd';
test('settings-cards: the settings offer an upgrade, and are linked with the pricing page and the dashboard', async ({
  member: page,
}) => {
  await openSettings(page);
  const card = page.getByRole('region', { name: 'Upgrade Account' });
  await expect(card.getByRole('listitem')).toHaveText([
    'Unlimited tasks',
    'Priority support',
    'Advanced features',
    'Custom themes',
  ]);
  await card.getByRole('link', { name: 'View Pricing Plans' }).click();
  await expect(page).toHaveURL('/pricing');
  await expect(page.getByRole('heading', { level: 1, name: 'Pricing' })).toBeFocused();
  await page.goBack();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL('/dashboard');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused();
});

test('the dashboard greets with the saved name, in letters of any script', async ({ member: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hi there, your week space looks great!');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  for (const name of ['हिन्दी Ñandú-محمد_2 李雷', 'a'.repeat(100)]) {
    await saveName(page, `  ${name} `);
    await expect(successNotice(page, 'Profile updated successfully!')).toBeVisible();
    await expect(nameField(page)).toHaveValue(name);
    // By keyboard: the notice covers the link while it is shown.
    await page.getByRole('link', { name: 'Back to Dashboard' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      `Hi ${name}, your week space looks great!`,
    );
    await page.goBack();
    await expect(nameField(page)).toHaveValue(name);
  }
});

test('password-change: after a password change only the new password signs in, and other devices are signed out', async ({
  member: page,
  account,
  site,
  newVisitor,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const { data } = await directClient(site).auth.signInWithPassword(account);
  await openSettings(page);
  await changePassword(page, NEW_PASSWORD);
  await expect(successNotice(page, 'Password changed successfully!')).toBeVisible();

  const other = await newVisitor(data.session);
  await other.goto('/dashboard');
  await expect(other).toHaveURL('/auth');
  await page.goto('/dashboard');
  await logOut(page);
  await submit(page, 'Sign In', account.email, account.password);
  await expect(failureNotice(page, 'Invalid email or password')).toBeVisible();
  await submit(page, 'Sign In', account.email, NEW_PASSWORD);
  await expect(page).toHaveURL('/dashboard');
});
