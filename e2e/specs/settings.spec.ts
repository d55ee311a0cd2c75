import { directClient, restoreSession } from '../support/accounts.ts';
import { submit } from '../support/authForm.ts';
import { REQUESTS, breakRequests, meetEveryFault } from '../support/faults.ts';
import { closeFailure, failureNotice, successNotice } from '../support/notices.ts';
import {
  changePassword,
  confirmPassword,
  nameField,
  newPassword,
  openSettings,
  saveName,
} from '../support/settings.ts';
import { logOut } from '../support/storage.ts';
import { expect, test } from '../support/visitors.ts';

const REFUSED = /Failed to load resource/;
const NEW_PASSWORD = 'N3w-Passw0rd';
/** A session that a device with another clock does not take for spent. */
const forAnyClock = (session: object) => ({ ...session, expires_at: 4_000_000_000 });

test('the badges say Member, the age of the account, Goals and Achiever', async ({
  page,
  context,
  account,
}) => {
  await restoreSession(context, forAnyClock(account.session));
  const { data, error } = await account.client.from('profiles').select('created_at').single();
  expect(error).toBeNull();
  const madeAt = new Date(String(data?.['created_at'])).getTime();
  const badges = page.getByRole('list', { name: 'Badges' }).getByRole('listitem');

  for (const [hours, age] of [
    [23.9, '0 days'],
    [24.1, '1 day'],
    [71.9, '2 days'],
    // A device whose clock is behind.
    [-5, '0 days'],
  ] as const) {
    await page.clock.setFixedTime(madeAt + hours * 3_600_000);
    await page.goto('/settings');
    await expect(badges).toHaveText(['Member', age, 'Goals', 'Achiever']);
  }
});

test('the forms, the offer to upgrade, and the ways on: back to the dashboard, and to the plans', async ({
  signedInPage: page,
}) => {
  await openSettings(page);
  for (const [name, fields] of [
    ['Profile Information', ['Display Name']],
    ['Change Password', ['New Password', 'Confirm Password']],
  ] as const) {
    const form = page.getByRole('region', { name, exact: true });
    await expect(form.getByRole('heading', { name, exact: true })).toBeVisible();
    for (const field of fields) await expect(form.getByLabel(field, { exact: true })).toBeEditable();
  }
  for (const field of [newPassword(page), confirmPassword(page)]) {
    await expect(field).toHaveAttribute('type', 'password');
  }
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

test('the dashboard greets by the saved name, in letters of any script', async ({ signedInPage: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hi there, your week space looks great!');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  for (const name of ['Ada Lovelace-Byron_2', '李雷', 'محمد', 'हिन्दी Ñandú', 'a'.repeat(100)]) {
    await saveName(page, `  ${name} `);
    await expect(successNotice(page, 'Profile updated successfully!')).toBeVisible();
    await expect(nameField(page)).toHaveValue(name);
    // By keyboard: the notice lies over the link for as long as it stands.
    await page.getByRole('link', { name: 'Back to Dashboard' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      `Hi ${name}, your week space looks great!`,
    );
    await page.goBack();
    await expect(nameField(page)).toHaveValue(name);
  }
});

test('a name that cannot be saved stays typed and is saved once the fault is gone', async ({
  signedInPage: page,
  account,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  await openSettings(page);
  await meetEveryFault(page, async (fault, place) => {
    const name = `Ada ${place}`;
    const mend = await breakRequests(page, REQUESTS.changeProfile, fault);
    await saveName(page, name);
    await expect(failureNotice(page, 'Failed to update profile. Please try again.')).toBeVisible();
    await expect(nameField(page)).toHaveValue(name);
    await mend();
    await page.getByRole('button', { name: 'Save Profile' }).click();
    await expect(successNotice(page, 'Profile updated successfully!')).toBeVisible();
    const { data } = await account.client.from('profiles').select('display_name').single();
    expect(data).toEqual({ display_name: name });
  });
});

test('a changed password is the one that signs in, and the old one no longer is', async ({
  signedInPage: page,
  account,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  await openSettings(page);
  await changePassword(page, NEW_PASSWORD);
  await expect(successNotice(page, 'Password changed successfully!')).toBeVisible();
  await expect(newPassword(page)).toHaveValue('');
  await expect(confirmPassword(page)).toHaveValue('');

  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  // The button that deletes the account has the word in its name too.
  await expect(page).toHaveURL('/dashboard');
  await logOut(page);
  await submit(page, 'Sign In', account.email, account.password);
  await expect(failureNotice(page, 'Invalid email or password')).toBeVisible();
  await submit(page, 'Sign In', account.email, NEW_PASSWORD);
  await expect(page).toHaveURL('/dashboard');
});

test('changing the password signs the other devices out, and this one not', async ({
  signedInPage: page,
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
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

test('a password of more than 72 bytes is refused in the words of the server', async ({
  signedInPage: page,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const sentence = 'Password cannot be longer than 72 characters';
  await openSettings(page);
  for (const password of [`Aa1${'x'.repeat(70)}`, `Aa1${'語'.repeat(24)}`]) {
    await changePassword(page, password);
    await expect(
      failureNotice(page, `Failed to change password. Please try again. ${sentence}`),
    ).toBeVisible();
    await expect(newPassword(page)).toHaveAccessibleDescription(new RegExp(`${sentence}$`));
    await expect(newPassword(page)).toHaveValue(password);
    await expect(confirmPassword(page)).toHaveValue(password);
    await closeFailure(page);
  }
  await changePassword(page, `Aa1${'語'.repeat(23)}`);
  await expect(successNotice(page, 'Password changed successfully!')).toBeVisible();
});

test('a password that cannot be changed stays typed and is changed once the fault is gone', async ({
  signedInPage: page,
  account,
  site,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  await openSettings(page);
  await meetEveryFault(page, async (fault, place) => {
    const password = `${NEW_PASSWORD}${place}`;
    const mend = await breakRequests(page, REQUESTS.changeUser, fault);
    await changePassword(page, password);
    await expect(failureNotice(page, 'Failed to change password. Please try again.')).toBeVisible();
    await expect(newPassword(page)).toHaveValue(password);
    await expect(confirmPassword(page)).toHaveValue(password);
    await mend();
    await page.getByRole('button', { name: 'Change Password' }).click();
    await expect(successNotice(page, 'Password changed successfully!')).toBeVisible();
    const { error } = await directClient(site).auth.signInWithPassword({ email: account.email, password });
    expect(error).toBeNull();
  });
});
