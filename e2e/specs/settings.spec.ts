import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { storedSession } from '../support/accounts.ts';
import { expectAccessible } from '../support/accessible.ts';
import { changePassword, nameField, saveName, submit } from '../support/forms.ts';
import { REQUESTS, hold } from '../support/network.ts';
import { failureNotice, successNotice } from '../support/notices.ts';
import { insertTask, insertTasks, today } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// Only what needs a browser. The forms and their failures: SettingsPage.test.tsx of the settings; every field of a file, and
// the card of the feed: data.test.tsx; the feed itself: app.test.ts of the server.

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

const NAME = 'हिन्दी Ñandú-محمد_2 李雷';
const TASKS = [
  { title: 'Ship the release', task_date: '2026-11-20', emoji: '🚀', starred: true },
  { title: 'Nein, "doch"; oder, 語語語', task_date: '2025-02-28', completed: true, pinned: true },
];

/** Presses a button of the page that saves a file. Returns its name and text. */
async function saveFile(page: Page, button: string): Promise<{ name: string; text: string }> {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const download = await saved;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

test('settings-cards, display-name, own-data, calendar-feed: a person looks at the plans, is greeted with the saved name, takes their data home, and lets a calendar subscribe to their tasks', async ({
  member: page,
  account,
  site,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/settings');
  await test.step('the plans, and the name in every script', async () => {
    const upgrade = page.getByRole('region', { name: 'Upgrade Account' });
    await expect(upgrade.getByRole('listitem')).toHaveCount(4);
    await upgrade.getByRole('link', { name: 'View Pricing Plans' }).click();
    await expect(page).toHaveURL('/pricing');
    await page.goBack();
    const back = page.getByRole('link', { name: 'Back to Dashboard' });
    await back.click();
    await expect(heading(page)).toHaveText('Hi there, your week space looks great!');
    await page.goBack();
    await saveName(page, `  ${NAME} `);
    await expect(successNotice(page, 'Profile updated successfully!')).toBeVisible();
    await expect(nameField(page)).toHaveValue(NAME);
    await back.click();
    await expect(heading(page)).toHaveText(`Hi ${NAME}, your week space looks great!`);
    await page.goBack();
  });

  await test.step('everything is downloaded, the tasks also as a calendar', async () => {
    await insertTasks(account, TASKS);
    const everything = await saveFile(page, 'Download everything');
    expect(everything.name).toBe(`better-space-${today()}.json`);
    expect(JSON.parse(everything.text)).toMatchObject({
      account: { id: account.id, email: account.email },
      profile: { display_name: NAME },
      tasks: TASKS,
    });
    const calendar = await saveFile(page, 'Download calendar');
    expect(calendar.name).toBe(`better-space-${today()}.ics`);
    expect(calendar.text).toContain('SUMMARY:🚀 Ship the release');
  });

  const readFeed = async (address: string) => {
    const answer = await fetch(site.origin + new URL(address).pathname);
    return `${answer.status} ${/^SUMMARY:.*plants/m.exec(await answer.text())?.[0] ?? ''}`.trim();
  };
  const card = page.getByRole('region', { name: 'Calendar feed' });
  const field = card.getByRole('textbox', { name: 'Address of your calendar' });

  await test.step('an address is created, copied, lists the tasks and follows a tick; a renewal ends it', async () => {
    await insertTask(account, 'Water the plants');
    await card.getByRole('button', { name: 'Create an address' }).click();
    await expect(field).toBeFocused();
    await expectAccessible(page, 'a new address', 1);
    await card.getByRole('button', { name: 'Copy' }).click();
    await expect(successNotice(page, 'Address copied')).toBeVisible();
    const address = await page.evaluate(() => navigator.clipboard.readText());
    await expect(field).toHaveValue(address);
    expect(await readFeed(address)).toBe('200 SUMMARY:Water the plants');
    await page.goto('/dashboard');
    await page.getByRole('checkbox', { name: 'Water the plants' }).click();
    await expect(page.getByRole('checkbox', { name: 'Water the plants' })).toBeChecked();
    expect(await readFeed(address)).toBe('200 SUMMARY:✓ Water the plants');

    await page.goto('/settings');
    await card.getByRole('button', { name: 'Renew' }).click();
    await expectAccessible(page, 'the question before a renewal', 3);
    await page.getByRole('dialog').getByRole('button', { name: 'Renew' }).click();
    await expect(field).toBeFocused();
    expect(await readFeed(await field.inputValue())).toBe('200 SUMMARY:✓ Water the plants');
    expect(await readFeed(address)).toBe('404');
  });
});

test('password-change, own-data: a person changes the password and deletes the account by keyboard alone, which signs out their other tabs and devices', async ({
  member: page,
  context,
  account,
  newVisitor,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const signInElsewhere = (password: string) =>
    account.client.auth.signInWithPassword({ email: account.email, password });
  const expectSignedOut = async (device: Page) => {
    await device.goto('/dashboard');
    await expect(device).toHaveURL('/auth');
  };
  const phone = await newVisitor((await signInElsewhere(account.password)).data.session);
  const password = 'N3w-Passw0rd';

  await test.step('only the new password signs in', async () => {
    await page.goto('/settings');
    await changePassword(page, password);
    await expect(successNotice(page, 'Password changed successfully!')).toBeVisible();
    await expectSignedOut(phone);
    expect((await signInElsewhere(account.password)).error?.code).toBe('invalid_credentials');
  });

  const tablet = await newVisitor((await signInElsewhere(password)).data.session);
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(heading(other)).toContainText('your week space looks great!');

  await test.step('the account is deleted once its address is typed', async () => {
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    const resume = await hold(page, REQUESTS.deleteAccount);
    const deleteButton = page.getByRole('button', { name: 'Delete account…' });
    await deleteButton.press('Enter');
    await expect(dialog).toContainText(account.email);
    await expect(dialog).toContainText('There is no undo.');
    await page.keyboard.press('Escape');
    await expect(deleteButton).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.type(account.email.toUpperCase());
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('button', { name: 'Deleting…' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog, 'the question stays while the account is being deleted').toBeVisible();
    resume();
    await expect(page).toHaveURL('/');
    await expect(heading(page)).toBeFocused();
    await expect(successNotice(page, 'Your account has been deleted')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Take Me to My Calendar' })).toHaveCount(0);
    await expect(page.getByText('Your session has ended')).toHaveCount(0);
    expect(await storedSession(page)).toBeNull();
  });

  await test.step('no tab and no device is signed in, and the password is gone', async () => {
    await expect(other).toHaveURL('/auth');
    for (const device of [tablet, page]) await expectSignedOut(device);
    await submit(page, 'Sign In', account.email, password);
    await expect(failureNotice(page, 'Invalid email or password')).toBeVisible();
  });
});
