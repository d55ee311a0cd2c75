import type { Page } from '@playwright/test';
import { dayCard, monday, openComposer, plantTask, taskRow, tuesday } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

const TITLES = ['Water the plants', 'Buy milk', 'Read a book'];

const rows = (page: Page, day = monday) => dayCard(page, day).getByRole('listitem');
const press = (page: Page, title: string, button: string) =>
  taskRow(page, title).getByRole('button', { name: button, exact: true }).click();

test.beforeEach(async ({ account }) => {
  for (const title of TITLES) await plantTask(account, title, monday);
});

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

test('what was changed in another browser shows on coming back', async ({ newVisitor, account }) => {
  const here = await newVisitor(account.session);
  await here.goto('/dashboard');
  await expect(rows(here)).toHaveText(TITLES);
  const field = await openComposer(here, tuesday);
  await field.fill('Half a thught');
  for (let step = 0; step < 4; step += 1) await here.keyboard.press('ArrowLeft');

  const there = await newVisitor(account.session);
  await there.goto('/dashboard');
  await changeMuch(there);
  await here.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expectChanges(here);
  await expect(field).toBeFocused();
  // The caret is where it was, too.
  await here.keyboard.type('o');
  await expect(field).toHaveValue('Half a thought');
  await field.press('Enter');
  await expect(rows(here, tuesday)).toHaveText(['Buy milk', 'Half a thought']);
});
