import { failureNotice } from '../support/notices.ts';
import { dayCard, monday, insertTask, taskRow, tuesday } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// Each kind of file, the preview, the questions, hundreds of tasks in their order and every way to cancel: remotes/settings/src/import.

const event = (uid: string, day: string, summary: string) =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART;VALUE=DATE:${day.replaceAll('-', '')}\r\nSUMMARY:${summary}\r\nEND:VEVENT\r\n`;

const PARTY = [
  'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//example\r\n',
  event('a@example.com', monday, '🎉 Party at Ann’s'),
  event('b@example.com', monday, '<b>Second</b>'),
  event('c@example.com', tuesday, 'Third'),
  'END:VCALENDAR\r\n',
].join('');

const MINE = {
  ...{ id: '1a000000-0000-4000-8000-000000000001', title: 'From my old account', emoji: null },
  ...{ task_date: tuesday, completed: true, starred: true, pinned: false },
  created_at: '2026-11-01T08:00:00+00:00',
};
const OF_ANOTHER_ACCOUNT = JSON.stringify({ format: 'better-space-export', version: 1, tasks: [MINE] });

test('import-files, import-once, import-run: a person brings a calendar and an old account along, sees them in another tab too, and takes them back', async ({
  member: page,
  context,
  account,
}) => {
  const dialog = page.getByRole('dialog', { name: 'Import tasks' });
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  const expectStatus = (text: string) => expect(dialog.getByRole('status')).toHaveText(text);
  const choose = async (name: string, text: string) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose a file…' }).press('Enter');
    await (await chooser).setFiles({ name, mimeType: '', buffer: Buffer.from(text) });
  };
  await insertTask(account, 'Here before', tuesday);
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(taskRow(other, 'Here before')).toBeVisible();
  await page.goto('/settings');

  await test.step('a calendar, and the same once more', async () => {
    await choose('party.ics', PARTY);
    await expectStatus('3 tasks to add from iCalendar.');
    await press('Import 3 tasks');
    await expectStatus('3 tasks added!');
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Choose a file…' })).toBeFocused();
    await choose('party.ics', PARTY);
    await expectStatus('Nothing to add from iCalendar. 3 tasks of it are here already.');
    await press('Cancel');
  });

  await test.step('an export of Better Space', async () => {
    await choose('better-space.json', OF_ANOTHER_ACCOUNT);
    await press('Import 1 task');
    await expectStatus('Task added!');
    await dialog.getByRole('link', { name: 'Show the week' }).click();
    for (const tab of [page, other]) {
      await expect(dayCard(tab, monday).getByRole('checkbox')).toHaveCount(2);
      await expect(taskRow(tab, 'Party at Ann’s')).toContainText('🎉');
      await expect(taskRow(tab, '<b>Second</b>')).toBeVisible();
      await expect(dayCard(tab, tuesday).getByRole('checkbox')).toHaveCount(3);
      await expect(tab.getByRole('checkbox', { name: 'From my old account' })).toBeChecked();
    }
  });

  await test.step('each import is one change for Ctrl+Z; what another tab has changed since stays', async () => {
    await other.getByRole('checkbox', { name: '<b>Second</b>' }).click();
    await expect(taskRow(page, '<b>Second</b>').getByRole('checkbox')).toBeChecked();
    await page.keyboard.press('Control+z');
    await expect(taskRow(page, 'From my old account')).toHaveCount(0);
    await page.keyboard.press('Control+z');
    const reason = '1 of 3 tasks stay as they are. Changed elsewhere in the meantime.';
    await expect(failureNotice(page, `Failed to undo the change. ${reason}`)).toBeVisible();
    for (const tab of [page, other])
      for (const day of [monday, tuesday])
        await expect(dayCard(tab, day).getByRole('checkbox')).toHaveCount(1);
  });
});
