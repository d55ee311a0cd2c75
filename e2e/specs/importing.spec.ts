import type { Page } from '@playwright/test';
import { openSettings } from '../support/forms.ts';
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
});
