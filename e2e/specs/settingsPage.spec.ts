import { REQUESTS, breakRequests } from '../support/faults.ts';
import { closeFailure, failureNotice, successNotice } from '../support/notices.ts';
import {
  changePassword,
  confirmPassword,
  nameField,
  newPassword,
  openSettings,
  saveName,
} from '../support/settings.ts';
import { shiftsOf, sumOf, watchShifts } from '../support/quiet.ts';
import { expect, test } from '../support/test.ts';

const REFUSED = /Failed to load resource/;
const NEW_PASSWORD = 'N3w-Passw0rd';

/** What a new password needs, as the page lists it. */
const RULES = ['At least 8 characters', 'An uppercase letter', 'A lowercase letter', 'A number'];

test('what a new password needs is ticked off while it is typed, and is no error before it is sent', async ({
  signedInPage: page,
}) => {
  await openSettings(page);
  const rules = page.getByRole('region', { name: 'Change Password' }).getByRole('list').getByRole('listitem');
  for (const [typed, met] of [
    ['', []],
    ['p', [2]],
    ['pA', [1, 2]],
    ['pA1', [1, 2, 3]],
    ['pA1-----', [0, 1, 2, 3]],
    ['pA-----', [1, 2]],
  ] as const) {
    await newPassword(page).fill(typed);
    const said = RULES.map(
      (rule, place) => `${met.some((one) => one === place) ? 'Done' : 'Not yet'}: ${rule}`,
    );
    await expect(rules).toHaveText(said);
    await expect(newPassword(page)).toHaveAccessibleDescription(`A new password needs: ${said.join(' ')}`);
  }
  await expect(newPassword(page)).not.toHaveAttribute('aria-invalid');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a new password can be shown while it is typed, and stays as it is', async ({ signedInPage: page }) => {
  await openSettings(page);
  await newPassword(page).fill(NEW_PASSWORD);
  const toggle = page
    .getByRole('region', { name: 'Change Password' })
    .getByRole('button', { name: 'Show password' })
    .first();
  for (const type of ['text', 'password']) {
    await toggle.click();
    await expect(newPassword(page)).toHaveAttribute('type', type);
    await expect(newPassword(page)).toHaveValue(NEW_PASSWORD);
  }
  await expect(confirmPassword(page)).toHaveAttribute('type', 'password');
});

test('what is being typed outlives a refresh behind the page; what is not shows what another device saved', async ({
  signedInPage: page,
  account,
}) => {
  const rename = async (display_name: string) => {
    const { error } = await account.client.from('profiles').update({ display_name }).eq('id', account.id);
    expect(error).toBeNull();
  };
  const comeBack = async () => {
    const read = page.waitForResponse((response) => /\/rest\/v1\/profiles/.test(response.url()));
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await read;
  };
  await page.clock.install();
  await openSettings(page);
  await expect(page.getByRole('main').getByText('No name yet')).toBeVisible();
  await rename('Ada');
  await comeBack();
  await expect(nameField(page)).toHaveValue('Ada');
  await nameField(page).fill('Countess of Lovel');
  await newPassword(page).fill('half a pass');
  await rename('Augusta');
  await page.clock.fastForward(2_000); // coming back twice within a second counts once
  await comeBack();
  await expect(page.getByRole('region', { name: 'Your profile' })).toContainText('Augusta');
  await expect(nameField(page)).toHaveValue('Countess of Lovel');
  await expect(newPassword(page)).toHaveValue('half a pass');
});

test('without a network saving says so, and nothing typed is lost', async ({
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
});

test('a name is sent once, however often the button is pressed while it is on its way', async ({
  signedInPage: page,
}) => {
  await openSettings(page);
  const gate = Promise.withResolvers<void>();
  let sent = 0;
  await breakRequests(page, REQUESTS.changeProfile, async (route) => {
    sent += 1;
    await gate.promise;
    await route.fallback();
  });
  await saveName(page, 'Ada');
  const button = page.getByRole('button', { name: 'Save Profile' });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.press('Enter');
  await nameField(page).press('Enter');
  gate.resolve();
  await expect(successNotice(page, 'Profile updated successfully!')).toBeVisible();
  expect(sent).toBe(1);
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
