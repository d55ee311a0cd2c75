import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import type { Account } from '../support/accounts.ts';
import { directClient } from '../support/accounts.ts';
import { submit } from '../support/authForm.ts';
import { FAULTS, REQUESTS, breakRequests, meetEveryFault } from '../support/faults.ts';
import { closeFailure, failureNotice, successNotice } from '../support/notices.ts';
import { plantAtOnce, plantTasks } from '../support/planner.ts';
import { openSettings } from '../support/settings.ts';
import { storedSession } from '../support/storage.ts';
import { today } from '../support/tasks.ts';
import { expect, test } from '../support/visitors.ts';

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
const deletion = (page: Page) => dialog(page).getByRole('button', { name: 'Delete account' });

async function textOf(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8');
}

/** Presses a button and returns the file that comes of it. */
async function press(page: Page, button: ReturnType<typeof everything>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return download;
}

async function confirm(page: Page, email: string): Promise<void> {
  await opener(page).click();
  await confirmation(page).fill(email);
  await deletion(page).click();
}

/** Many tasks of one day. */
async function plantMany(account: Account, count: number): Promise<void> {
  await plantAtOnce(
    account,
    Array.from({ length: count }, (_, n) => ({ title: `Task ${n}`, task_date: '2026-11-20' })),
  );
}

test('everything can be downloaded: account, profile and tasks, in one file named after the day', async ({
  signedInPage: page,
  account,
}) => {
  await plantTasks(account, TASKS);
  await account.client.from('profiles').update({ display_name: 'Ada' }).eq('id', account.id);
  await openSettings(page);
  const download = await press(page, everything(page));
  expect(download.suggestedFilename()).toBe(`better-space-${today()}.json`);
  await expect(successNotice(page, 'Your data was downloaded')).toBeVisible();
  const instant: unknown = expect.stringMatching(/^20\d\d-\d\d-\d\dT.+(Z|\+00:00)$/);
  const file: unknown = JSON.parse(await textOf(download));
  const uuid: unknown = expect.stringMatching(/^[0-9a-f-]{36}$/);
  const plain = { emoji: null, completed: false, starred: false, pinned: false };
  expect(file).toEqual({
    format: 'better-space-export',
    version: 1,
    exported_at: instant,
    account: {
      id: account.id,
      email: account.email,
      created_at: instant,
      email_confirmed_at: instant,
      last_sign_in_at: instant,
      sign_in_with: ['email'],
    },
    profile: { display_name: 'Ada', created_at: instant },
    tasks: TASKS.map((task) => ({ ...plain, ...task, id: uuid, created_at: instant })),
  });
});

test('every task is in the files, however many the server answers at once', async ({
  signedInPage: page,
  account,
}) => {
  await plantMany(account, 1_203);
  await openSettings(page);
  const json = await textOf(await press(page, everything(page)));
  const file = JSON.parse(json) as { tasks: { title: string }[] }; // as the test above has seen it
  expect(new Set(file.tasks.map((task) => task.title)).size).toBe(1_203);
  await expect(everything(page)).toBeVisible();
  const ics = await textOf(await press(page, calendar(page)));
  expect(ics.match(/^BEGIN:VEVENT\r$/gm)).toHaveLength(1_203);
});

test('the tasks can be downloaded as a calendar', async ({ signedInPage: page, account }) => {
  await openSettings(page);
  await calendar(page).click();
  await expect(failureNotice(page, 'There are no tasks to download yet.')).toBeVisible();
  await plantTasks(account, TASKS);
  const download = await press(page, calendar(page));
  expect(download.suggestedFilename()).toBe(`better-space-${today()}.ics`);
  const lines = (await textOf(download)).replaceAll('\r\n ', '').split('\r\n');
  expect(lines.slice(0, 2)).toEqual(['BEGIN:VCALENDAR', 'VERSION:2.0']);
  expect(lines.filter((line) => /^(DTSTART|SUMMARY|CATEGORIES)/.test(line)).toSorted()).toEqual([
    'CATEGORIES:Completed,Pinned',
    'CATEGORIES:Starred',
    'DTSTART;VALUE=DATE:20250228',
    'DTSTART;VALUE=DATE:20261120',
    'SUMMARY:✓ Nein\\, "doch"\\; oder\\, 語語語',
    'SUMMARY:🚀 Ship the release',
  ]);
});

test('no file is made of a part of the data, and all of it once the fault is gone', async ({
  signedInPage: page,
  account,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  await plantTasks(account, TASKS);
  await openSettings(page);
  let made: Download[] = [];
  page.on('download', (download) => made.push(download));
  await meetEveryFault(page, async (fault) => {
    made = [];
    for (const request of [REQUESTS.readTasks, REQUESTS.readAccount]) {
      const mend = await breakRequests(page, request, fault);
      await everything(page).click();
      await expect(failureNotice(page, 'Failed to download your data. Please try again.')).toBeVisible();
      await expect(everything(page)).toBeFocused();
      await mend();
      await closeFailure(page);
    }
    expect(made).toEqual([]);
    await press(page, everything(page));
    await expect(successNotice(page, 'Your data was downloaded')).toBeVisible();
    expect(made).toHaveLength(1);
  });
});

test('deleting the account asks for its address first; whatever else is typed deletes nothing', async ({
  signedInPage: page,
  account,
}) => {
  await openSettings(page);
  await opener(page).click();
  await expect(dialog(page)).toContainText(account.email);
  for (const typed of ['', 'DELETE', `x${account.email}`]) {
    await confirmation(page).fill(typed);
    await deletion(page).click();
    await expect(confirmation(page)).toBeFocused();
    await expect(confirmation(page)).toHaveAccessibleDescription(
      'This is not the email address of your account',
    );
    await expect(confirmation(page)).toHaveValue(typed);
  }
  await dialog(page).getByRole('button', { name: 'Keep my account' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(opener(page)).toBeFocused();
  expect((await account.client.auth.getUser()).error).toBeNull();
});

test('an account can be deleted by the keyboard alone, and the question left by it', async ({
  signedInPage: page,
  account,
}) => {
  await openSettings(page);
  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(confirmation(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(opener(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type(account.email.toUpperCase());
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a deleted account is gone: from this page, from the other tab, from the server', async ({
  signedInPage: page,
  context,
  account,
  site,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  await plantTasks(account, TASKS);
  await openSettings(page);
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { level: 1 })).toContainText('your week space looks great!');

  await confirm(page, account.email);
  await expect(page).toHaveURL('/');
  await expect(successNotice(page, 'Your account has been deleted')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Take Me to My Calendar' })).toHaveCount(0);
  await expect(other).toHaveURL('/auth');
  expect(await storedSession(page)).toBeNull();
  await expect(page.getByText('Your session has ended')).toHaveCount(0);

  // A page that needs a session asks for one again, as for everybody.
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/auth');
  await submit(page, 'Sign In', account.email, account.password);
  await expect(failureNotice(page, 'Invalid email or password')).toBeVisible();

  // The access token is good for an hour yet by what it says; its session went with the account.
  expect((await account.client.from('tasks').select('*')).status).toBe(401);
  expect((await account.client.from('tasks').insert({ title: 'After', task_date: today() })).status).toBe(
    401,
  );
  expect((await directClient(site).auth.signInWithPassword(account)).error?.code).toBe('invalid_credentials');
});

test('the address of a deleted account signs up again and finds nothing of the old', async ({
  signedInPage: page,
  account,
}) => {
  await plantTasks(account, [{ title: 'Of before', task_date: today() }]);
  await account.client.from('profiles').update({ display_name: 'Ada' }).eq('id', account.id);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/dashboard');
  const card = page.getByRole('region', { name: 'Top Goals' });
  await card.getByRole('button', { name: 'Add item' }).click();
  await page.getByRole('textbox', { name: 'New item' }).fill('Run a half marathon');
  await page.keyboard.press('Enter');
  await expect(card.getByRole('checkbox')).toHaveCount(1);
  // Within the page: a reload would clear the goal cards by itself.
  await page.getByRole('button', { name: 'Account' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Settings' }).press('Enter');
  await confirm(page, account.email);
  await expect(page).toHaveURL('/');

  await page.getByRole('link', { name: 'Sign Up' }).first().press('Enter');
  await expect(page).toHaveURL('/auth');
  const toggle = page.getByRole('button', { name: "Don't have an account? Sign Up" });
  if (await toggle.isVisible()) await toggle.click();
  await submit(page, 'Sign Up', account.email, account.password);
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hi there, your week space looks great!');
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
  await expect(card.getByRole('checkbox')).toHaveCount(0);
});

test('the session of a deleted account ends on the other device', async ({
  signedInPage: page,
  account,
  site,
  newVisitor,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  const { data } = await directClient(site).auth.signInWithPassword(account);
  await openSettings(page);
  await confirm(page, account.email);
  await expect(page).toHaveURL('/');
  const other = await newVisitor(data.session);
  await other.goto('/dashboard');
  await expect(other).toHaveURL('/auth');
});

test('an account that cannot be deleted stays whole, and goes once the fault is gone', async ({
  signedInPage: page,
  account,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  await plantTasks(account, TASKS);
  await openSettings(page);
  for (const [situation, fault] of Object.entries(FAULTS)) {
    await test.step(situation, async () => {
      const mend = await breakRequests(page, REQUESTS.deleteAccount, fault);
      await confirm(page, account.email);
      await expect(dialog(page).getByRole('alert')).toHaveText(
        'Failed to delete your account. Please try again.',
      );
      await expect(confirmation(page)).toHaveValue(account.email);
      expect((await account.client.from('tasks').select('id')).data).toHaveLength(2);
      expect(await storedSession(page)).not.toBeNull();
      await mend();
      await dialog(page).getByRole('button', { name: 'Keep my account' }).click();
    });
  }
  await confirm(page, account.email);
  await expect(page).toHaveURL('/');
  await expect(successNotice(page, 'Your account has been deleted')).toBeVisible();
});

test('an account whose deletion was done while its answer was lost can be deleted again', async ({
  signedInPage: page,
  account,
  allowConsole,
}) => {
  allowConsole(REFUSED);
  await openSettings(page);
  const mend = await breakRequests(page, REQUESTS.deleteAccount, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await confirm(page, account.email);
  await expect(dialog(page).getByRole('alert')).toBeVisible();
  await mend();
  await deletion(page).click();
  await expect(page).toHaveURL('/');
  await expect(successNotice(page, 'Your account has been deleted')).toBeVisible();
});

test('while the account is being deleted the question stays, and a second press asks nothing', async ({
  signedInPage: page,
  account,
}) => {
  await openSettings(page);
  const gate = Promise.withResolvers<void>();
  let asked = 0;
  await breakRequests(page, REQUESTS.deleteAccount, async (route) => {
    asked += 1;
    await gate.promise;
    await route.fallback();
  });
  await confirm(page, account.email);
  const busy = dialog(page).getByRole('button', { name: 'Deleting…' });
  await expect(busy).toBeFocused();
  await busy.press('Enter');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeVisible();
  gate.resolve();
  await expect(page).toHaveURL('/');
  expect(asked).toBe(1);
});
