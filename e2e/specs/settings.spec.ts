import { directClient } from '../support/accounts.ts';
import { submit } from '../support/authForm.ts';
import { REQUESTS, breakRequests } from '../support/faults.ts';
import { closeFailure, failureNotice, successNotice } from '../support/notices.ts';
import { shiftsOf, sumOf, watchShifts } from '../support/quiet.ts';
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

// What a browser alone shows; the forms' own ways are in remotes/settings/src/page/SettingsPage.test.tsx.

const REFUSED = /Failed to load resource/;
const NEW_PASSWORD = 'N3w-Passw0rd';
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
  for (const name of ['हिन्दी Ñandú-محمد_2 李雷', 'a'.repeat(100)]) {
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

test('a changed password is the one that signs in; the other devices are signed out, and this one not', async ({
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
  await page.goto('/dashboard');
  await logOut(page);
  await submit(page, 'Sign In', account.email, account.password);
  await expect(failureNotice(page, 'Invalid email or password')).toBeVisible();
  await submit(page, 'Sign In', account.email, NEW_PASSWORD);
  await expect(page).toHaveURL('/dashboard');
});

test('without a network saving says so, nothing typed is lost, and all is saved once it is back', async ({
  signedInPage: page,
  context,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  await openSettings(page);
  // What shows notices comes when the page is at rest.
  await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached();
  // A site on this machine is reached without a network: its own answers have to go too.
  await context.route('**/{rest,auth}/v1/**', (route) => route.abort('internetdisconnected'));
  await context.route(/:\d+\/$/, (route) => route.abort('internetdisconnected'));
  await context.setOffline(true);
  await expect(page.getByText('You are offline. What was loaded stays readable.')).toBeVisible();
  await saveName(page, 'Ada');
  await expect(
    failureNotice(page, 'Failed to update profile. Please try again. You are offline.'),
  ).toBeVisible();
  await closeFailure(page);
  await changePassword(page, NEW_PASSWORD);
  await expect(
    failureNotice(page, 'Failed to change password. Please try again. You are offline.'),
  ).toBeVisible();
  await expect(nameField(page)).toHaveValue('Ada');
  await expect(newPassword(page)).toHaveValue(NEW_PASSWORD);
  await expect(confirmPassword(page)).toHaveValue(NEW_PASSWORD);

  await closeFailure(page);
  await context.unrouteAll();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(successNotice(page, 'Profile updated successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Change Password' }).click();
  await expect(successNotice(page, 'Password changed successfully!')).toBeVisible();
});

test('nothing moves while the profile arrives, in one column and in two', async ({ signedInPage: page }) => {
  await watchShifts(page);
  for (const [width, columns] of [
    [320, 1],
    [768, 1],
    [1280, 2],
    [1960, 2],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const gate = Promise.withResolvers<void>();
    const mend = await breakRequests(page, REQUESTS.readProfile, async (route) => {
      await gate.promise;
      await route.fallback();
    });
    await page.goto('/settings');
    const profile = page.getByRole('region', { name: 'Profile Information' });
    await expect(profile).toHaveAttribute('aria-busy', 'true');
    gate.resolve();
    await expect(nameField(page)).toBeVisible();
    expect.soft(sumOf(await shiftsOf(page)), `moves at ${width} px`).toBeLessThanOrEqual(0.01);
    await mend();

    const boxes = await Promise.all(
      ['Profile Information', 'Upgrade Account'].map((name) =>
        page.getByRole('region', { name }).boundingBox(),
      ),
    );
    expect.soft(new Set(boxes.map((box) => box?.x)).size, `columns at ${width} px`).toBe(columns);
    for (const box of boxes) expect.soft(box?.width).toBeLessThanOrEqual(720);
  }
});
