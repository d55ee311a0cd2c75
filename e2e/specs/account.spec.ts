import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { directClient, storedSession } from '../support/accounts.ts';
import { openSettings, submit } from '../support/forms.ts';
import { REQUESTS, hold } from '../support/network.ts';
import { failureNotice, successNotice } from '../support/notices.ts';
import { insertTasks, today } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

const REFUSED = /Failed to load resource/;
const TASKS = [
  { title: 'Ship the release', task_date: '2026-11-20', emoji: '🚀', starred: true },
  { title: 'Nein, "doch"; oder, 語語語', task_date: '2025-02-28', completed: true, pinned: true },
];

const exportButton = (page: Page) => page.getByRole('button', { name: 'Download everything' });
const calendarButton = (page: Page) => page.getByRole('button', { name: 'Download calendar' });
const deleteButton = (page: Page) => page.getByRole('button', { name: 'Delete account…' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Delete your account?' });
const confirmationField = (page: Page) =>
  dialog(page).getByRole('textbox', { name: 'Type your email address to confirm' });

const readText = async (download: Download) => readFile(await download.path(), 'utf8');

async function save(page: Page, button: ReturnType<typeof exportButton>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return download;
}

// Every field of these files is tested in remotes/settings/src/data.
test('everything can be downloaded, the tasks also as a calendar', async ({ member: page, account }) => {
  await account.client.from('profiles').update({ display_name: 'Ada' }).eq('id', account.id);
  await openSettings(page);
  await calendarButton(page).click();
  await expect(failureNotice(page, 'There are no tasks to download yet.')).toBeVisible();
  await insertTasks(account, TASKS);
  const download = await save(page, exportButton(page));
  expect(download.suggestedFilename()).toBe(`better-space-${today()}.json`);
  await expect(successNotice(page, 'Your data was downloaded')).toBeVisible();
  const file: unknown = JSON.parse(await readText(download));
  expect(file).toMatchObject({
    account: { id: account.id, email: account.email },
    profile: { display_name: 'Ada' },
    tasks: TASKS,
  });

  const events = await save(page, calendarButton(page));
  expect(events.suggestedFilename()).toBe(`better-space-${today()}.ics`);
  const summaries = (await readText(events)).match(/^SUMMARY:.*/gm);
  expect(summaries?.toSorted()).toEqual([
    'SUMMARY:✓ Nein\\, "doch"\\; oder\\, 語語語',
    'SUMMARY:🚀 Ship the release',
  ]);
});

test('an account can be deleted with the keyboard alone, which also signs out the other tab and the other device', async ({
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
  const resume = await hold(page, REQUESTS.deleteAccount);

  await deleteButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText(account.email);
  await expect(dialog(page)).toContainText('There is no undo.');
  await expect(confirmationField(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(deleteButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type(account.email.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Deleting…' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page), 'the question stays while the account is being deleted').toBeVisible();
  resume();

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

  // A page that needs a session leads to the sign-in again.
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/auth');
  await submit(page, 'Sign In', account.email, account.password);
  await expect(failureNotice(page, 'Invalid email or password')).toBeVisible();
});
