import type { Page } from '@playwright/test';
import { dayAfter, mondayOf } from '../support/calendar.ts';
import { dayCard, openComposer, plantTasks, taskRow } from '../support/planner.ts';
import { deleteTask, today } from '../support/tasks.ts';
import { expect, test } from '../support/visitors.ts';

const monday = mondayOf(today());
const tuesday = dayAfter(monday);
const TITLES = ['Water the plants', 'Buy milk', 'Read a book'];

const rows = (page: Page, day = monday) => dayCard(page, day).getByRole('listitem');
const press = (page: Page, title: string, button: string) =>
  taskRow(page, title).getByRole('button', { name: button, exact: true }).click();

/** What the browser says when a person has looked at another tab or window and comes back. */
async function comeBack(page: Page, how: 'visibilitychange' | 'focus'): Promise<void> {
  await page.evaluate((type) => {
    (type === 'focus' ? window : document).dispatchEvent(new Event(type));
  }, how);
}

/** Changes of every kind, by another device of the same person. */
async function changeMuch(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Water the plants' }).click();
  await press(page, 'Read a book', 'Star task');
  await expect(taskRow(page, 'Read a book').getByRole('button', { name: 'Unstar task' })).toBeVisible();
  await press(page, 'Buy milk', 'Move to next day');
  await expect(rows(page, tuesday)).toHaveText(['Buy milk']);
  const field = await openComposer(page, monday);
  await field.fill('Call Ada');
  await field.press('Enter');
  await expect(rows(page)).toHaveText(['Read a book', 'Water the plants', 'Call Ada']);
}

async function expectChanges(page: Page): Promise<void> {
  await expect(rows(page)).toHaveText(['Read a book', 'Water the plants', 'Call Ada']);
  await expect(rows(page, tuesday)).toHaveText(['Buy milk']);
  await expect(page.getByRole('checkbox', { name: 'Water the plants' })).toBeChecked();
  await expect(taskRow(page, 'Read a book').getByRole('button', { name: 'Unstar task' })).toBeVisible();
}

test('what was changed in another browser shows on coming back, and what is being typed stays', async ({
  newVisitor,
  account,
}) => {
  await plantTasks(
    account,
    TITLES.map((title) => ({ title, task_date: monday })),
  );
  const here = await newVisitor(account.session);
  await here.goto('/dashboard');
  await expect(rows(here)).toHaveText(TITLES);
  const field = await openComposer(here, tuesday);
  await field.fill('Half a thught');
  for (let step = 0; step < 4; step += 1) await here.keyboard.press('ArrowLeft');

  const there = await newVisitor(account.session);
  await there.goto('/dashboard');
  await changeMuch(there);
  await comeBack(here, 'visibilitychange');
  await expectChanges(here);
  await expect(field).toBeFocused();
  // The caret is where it was, too.
  await here.keyboard.type('o');
  await expect(field).toHaveValue('Half a thought');
  await field.press('Enter');
  await expect(rows(here, tuesday)).toHaveText(['Buy milk', 'Half a thought']);
});

test('what was changed elsewhere while the network was away shows when it returns, and what is being typed stays', async ({
  newVisitor,
  account,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED/);
  await plantTasks(
    account,
    TITLES.map((title) => ({ title, task_date: monday })),
  );
  const here = await newVisitor(account.session);
  await here.goto('/dashboard');
  await press(here, 'Water the plants', 'Edit title');
  const field = here.getByRole('textbox', { name: 'Task title' });
  await field.fill('Water the herbs');
  await here.context().setOffline(true);

  const there = await newVisitor(account.session);
  await there.goto('/dashboard');
  await changeMuch(there);
  await expect(rows(here, tuesday)).toHaveCount(0);
  await here.context().setOffline(false);
  await expect(rows(here, tuesday)).toHaveText(['Buy milk']);
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('Water the herbs');
  await field.press('Enter');
  await expect(rows(here)).toHaveText(['Read a book', 'Water the herbs', 'Call Ada']);
});

test('a row that was deleted elsewhere hands its focus on when it leaves', async ({
  signedInPage: page,
  account,
}) => {
  await plantTasks(
    account,
    TITLES.map((title) => ({ title, task_date: monday })),
  );
  await page.goto('/dashboard');
  await taskRow(page, 'Buy milk').getByRole('button', { name: 'Star task' }).focus();
  await deleteTask(account, 'Buy milk');
  await comeBack(page, 'focus');
  await expect(rows(page)).toHaveText(['Water the plants', 'Read a book']);
  await expect(taskRow(page, 'Read a book').getByRole('button', { name: 'Star task' })).toBeFocused();
});
