import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { directClient, storedSession } from '../support/accounts.ts';
import { openSettings, submit } from '../support/forms.ts';
import { REQUESTS, hold } from '../support/network.ts';
import { failureNotice, successNotice } from '../support/notices.ts';
import { plantTasks, today } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

const REFUSED = /Failed to load resource/;
const TASKS = [
  { title: 'Ship the release', task_date: '2026-11-20', emoji: '🚀', starred: true },
  { title: 'Nein, "doch"; oder, 語語語', task_date: '2025-02-28', completed: true, pinned: true },
];

const everything = (page: Page) => page.getByRole('button', { name: 'Download everything' });
const calendar = (page: Page) => page.getByRole('button', { name: 'Download calendar' });
const opener = (page: Page) => page.getByRole('button', { name: 'Delete account…' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Delete your account?' });
const confirmation = (page: Page) =>
  dialog(page).getByRole('textbox', { name: 'Type your email address to confirm' });

const textOf = async (download: Download) => readFile(await download.path(), 'utf8');

async function press(page: Page, button: ReturnType<typeof everything>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return download;
}

// What is in the files, field for field: remotes/settings/src/data.
test('everything can be downloaded, the tasks also as a calendar', async ({ member: page, account }) => {
  await account.client.from('profiles').update({ display_name: 'Ada' }).eq('id', account.id);
  await openSettings(page);
  await calendar(page).click();
  await expect(failureNotice(page, 'There are no tasks to download yet.')).toBeVisible();
  await plantTasks(account, TASKS);
  const download = await press(page, everything(page));
  expect(download.suggestedFilename()).toBe(`better-space-${today()}.json`);
  await expect(successNotice(page, 'Your data was downloaded')).toBeVisible();
  const file: unknown = JSON.parse(await textOf(download));
  expect(file).toMatchObject({
    account: { id: account.id, email: account.email },
    profile: { display_name: 'Ada' },
    tasks: TASKS,
  });

  const events = await press(page, calendar(page));
  expect(events.suggestedFilename()).toBe(`better-space-${today()}.ics`);
  const summaries = (await textOf(events)).match(/^SUMMARY:.*/gm);
  expect(summaries?.toSorted()).toEqual([
    'SUMMARY:✓ Nein\\, "doch"\\; oder\\, 語語語',
    'SUMMARY:🚀 Ship the release',
  ]);
});

test('an account is deleted by the keyboard alone, and is gone: from this page, the other tab, the other device', async ({
  member: page,
  context,
  account,
  site,
  newVisitor,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const { data } = await directClient(site).auth.signInWithPassword(account);
  await openSettings(page);
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { level: 1 })).toContainText('your week space looks great!');
  const letGo = await hold(page, REQUESTS.deleteAccount);

  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText(account.email);
  await expect(dialog(page)).toContainText('There is no undo.');
  await expect(confirmation(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(opener(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type(account.email.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Deleting…' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page), 'the question stays while the account is being deleted').toBeVisible();
  letGo();

  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(successNotice(page, 'Your account has been deleted')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Take Me to My Calendar' })).toHaveCount(0);
  await expect(page.getByText('Your session has ended')).toHaveCount(0);
  expect(await storedSession(page)).toBeNull();
  await expect(other).toHaveURL('/auth');
  const device = await newVisitor(data.session);
  await device.goto('/dashboard');
  await expect(device).toHaveURL('/auth');

  // A page that needs a session asks for one again, as for everybody.
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/auth');
  await submit(page, 'Sign In', account.email, account.password);
  await expect(failureNotice(page, 'Invalid email or password')).toBeVisible();
});
