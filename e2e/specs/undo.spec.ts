import type { Page } from '@playwright/test';
import { mondayOf } from '../support/calendar.ts';
import { successNotice } from '../support/notices.ts';
import { dayCard, plantTasks, taskRow } from '../support/planner.ts';
import { today } from '../support/tasks.ts';
import { expect, test } from '../support/test.ts';

const monday = mondayOf(today());
const rows = (page: Page) => dayCard(page, monday).getByRole('listitem');
const undo = (page: Page) => page.getByRole('status').getByRole('button', { name: 'Undo' });

async function deleteTask(page: Page, title: string): Promise<void> {
  await taskRow(page, title).getByRole('button', { name: 'Delete task' }).click();
  await expect(successNotice(page, 'Task deleted')).toBeVisible();
}

test('a deletion that is undone gives the task back as it was, first among its equals, also after a reload', async ({
  signedInPage: page,
  account,
}) => {
  await plantTasks(account, [
    { title: 'One', task_date: monday, emoji: '☕', completed: true },
    { title: 'Two', task_date: monday },
    { title: 'Three', task_date: monday },
  ]);
  const { data: before } = await account.client.from('tasks').select().order('created_at');
  await page.goto('/dashboard');
  await expect(rows(page)).toHaveText(['One☕', 'Two', 'Three']);
  await deleteTask(page, 'One');
  await expect(rows(page)).toHaveText(['Two', 'Three']);
  await undo(page).click();
  await expect(successNotice(page, 'Task restored')).toBeVisible();
  await expect(rows(page)).toHaveText(['One☕', 'Two', 'Three']);
  await expect(taskRow(page, 'One').getByRole('checkbox')).toBeChecked();
  await page.reload();
  await expect(rows(page)).toHaveText(['One☕', 'Two', 'Three']);
  expect((await account.client.from('tasks').select().order('created_at')).data).toEqual(before);
});
