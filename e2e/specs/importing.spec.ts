import type { Page } from '@playwright/test';
import { openSettings } from '../support/forms.ts';
import { failureNotice } from '../support/notices.ts';
import { dayCard, monday, insertTask, taskRow, tuesday } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// Each kind of file, the preview and every way to cancel are tested in remotes/settings/src/import.

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import tasks' });
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();

async function choose(page: Page, name: string, text: string): Promise<void> {
  const file = { name, mimeType: '', buffer: Buffer.from(text) };
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Choose a file…' }).click(),
  ]);
  await chooser.setFiles(file);
}

const event = (uid: string, day: string, summary: string) =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART;VALUE=DATE:${day.replaceAll('-', '')}\r\nSUMMARY:${summary}\r\nEND:VEVENT\r\n`;

const CALENDAR = [
  'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//example\r\n',
  event('a@example.com', monday, '🎉 Party at Ann’s'),
  event('b@example.com', monday, '<b>Second</b>'),
  event('c@example.com', tuesday, 'Third'),
  'END:VCALENDAR\r\n',
].join('');

const task = (change: object) => ({
  id: '1a000000-0000-4000-8000-000000000001',
  emoji: null,
  task_date: tuesday,
  completed: false,
  starred: false,
  pinned: false,
  created_at: '2026-11-01T08:00:00+00:00',
  ...change,
});

const ofAnotherAccount = JSON.stringify({
  format: 'better-space-export',
  version: 1,
  tasks: [
    task({ title: 'From my old account', starred: true, completed: true }),
    task({ title: 'Without a day', id: '' }),
  ],
});

test('a calendar and an export of Better Space are previewed and imported, also shown in another tab, and never added twice', async ({
  member: page,
  context,
  account,
}) => {
  await insertTask(account, 'Here before', tuesday);
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(taskRow(other, 'Here before')).toBeVisible();

  await openSettings(page);
  await choose(page, 'party.ics', CALENDAR);
  await expect(dialog(page).getByRole('status')).toHaveText('3 tasks to add from iCalendar.');
  await press(page, 'Import 3 tasks');
  await expect(dialog(page).getByRole('status')).toHaveText('3 tasks added!');
  await expect(dialog(page).getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Choose a file…' })).toBeFocused();

  await choose(page, 'party.ics', CALENDAR);
  await expect(dialog(page).getByRole('status')).toHaveText(
    'Nothing to add from iCalendar. 3 tasks of it are here already.',
  );
  await press(page, 'Cancel');

  await choose(page, 'better-space.json', ofAnotherAccount);
  await expect(dialog(page).getByText('Without a day')).toBeVisible();
  await expect(dialog(page).getByText('It cannot be read')).toBeVisible();
  await press(page, 'Import 1 task');
  await expect(dialog(page).getByRole('status')).toHaveText('Task added!');
  await dialog(page).getByRole('link', { name: 'Show the week' }).click();

  for (const tab of [page, other]) {
    await expect(dayCard(tab, monday).getByRole('checkbox')).toHaveCount(2);
    await expect(taskRow(tab, 'Party at Ann’s')).toContainText('🎉');
    await expect(taskRow(tab, '<b>Second</b>')).toBeVisible();
    await expect(dayCard(tab, tuesday).getByRole('checkbox')).toHaveCount(3);
    await expect(tab.getByRole('checkbox', { name: 'From my old account' })).toBeChecked();
  }

  // Each import is one change for Ctrl+Z, on another page too. What was changed since stays.
  await page.getByRole('checkbox', { name: 'Third' }).click();
  await expect(taskRow(other, 'Third').getByRole('checkbox')).toBeChecked();
  await other.getByRole('checkbox', { name: '<b>Second</b>' }).click();
  await expect(taskRow(page, '<b>Second</b>').getByRole('checkbox')).toBeChecked();
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(taskRow(page, 'From my old account')).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(
    failureNotice(
      page,
      'Failed to undo the change. 1 of 3 tasks stay as they are. Changed elsewhere in the meantime.',
    ),
  ).toBeVisible();
  for (const tab of [page, other]) {
    await expect(dayCard(tab, monday).getByRole('checkbox')).toHaveCount(1);
    await expect(taskRow(tab, '<b>Second</b>')).toBeVisible();
    await expect(dayCard(tab, tuesday).getByRole('checkbox')).toHaveCount(1);
  }
});

const past = Array.from({ length: 130 }, (_, index) =>
  event(`past-${index}@example.com`, '2024-02-03', `Past ${index}`),
);
const OLD_CALENDAR = [
  'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//example\r\n',
  ...past,
  event('now@example.com', tuesday, 'Dentist'),
  event('daily@example.com', '2024-02-03', 'Stretch\r\nRRULE:FREQ=DAILY'),
  event('odd@example.com', '2024-02-03', 'Odd weeks\r\nRRULE:FREQ=YEARLY;BYWEEKNO=1,3;BYDAY=MO'),
  'END:VCALENDAR\r\n',
].join('');
const TABLE = 'TYPE,CONTENT,PRIORITY,DATE\ntask,Renew the passport,4,03/04/2099\n';

test('the preview offers the tasks from this week on, and the order of dates; a later import adds the rest, in order', async ({
  member: page,
}) => {
  const status = dialog(page).getByRole('status');
  const radio = (name: string) => dialog(page).getByRole('radio', { name });
  await openSettings(page);
  await choose(page, 'five-years.ics', OLD_CALENDAR);
  await expect(status).toHaveText('2 tasks to add from iCalendar.');
  await expect(radio('From this week on (2)')).toBeChecked();
  await expect(dialog(page).getByText('Odd weeks')).toBeVisible();
  await expect(dialog(page).getByText('When it repeats is not understood')).toBeVisible();
  await press(page, 'Import 2 tasks');
  await expect(status).toHaveText('2 tasks added!');
  await press(page, 'Close');

  await choose(page, 'five-years.ics', OLD_CALENDAR);
  await expect(status).toHaveText('Nothing to add from iCalendar. 2 tasks of it are here already.');
  await radio('Everything (130)').focus();
  await page.keyboard.press('Space');
  await expect(status).toHaveText('130 tasks to add from iCalendar. 2 tasks of it are here already.');
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/rest/v1/tasks')) requests.push(request.url());
  });
  await press(page, 'Import 130 tasks');
  await expect(status).toHaveText('130 tasks added!');
  expect(requests).toHaveLength(2);
  await press(page, 'Close');

  await choose(page, 'todoist.csv', TABLE);
  await radio('The month: Mar 4, 2099').check();
  await expect(dialog(page).getByRole('listitem')).toHaveText('Renew the passportMar 4, 2099');
  await radio('The day: Apr 3, 2099').check();
  await expect(dialog(page).getByRole('listitem')).toHaveText('Renew the passportApr 3, 2099');
  await press(page, 'Cancel');

  await page.goto('/dashboard?week=2024-01-29');
  const saturday = dayCard(page, '2024-02-03');
  await saturday.getByRole('button', { name: /^Show .* more/ }).click();
  await expect(saturday.getByRole('listitem')).toContainText(past.map((_, index) => `Past ${index}`));
});
