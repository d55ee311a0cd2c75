import type { Page } from '@playwright/test';
import { dayAfter, dayHeading } from '../support/calendar.ts';
import { successNotice } from '../support/notices.ts';
import { dayCard, monday, openComposer, taskRow, titlesOf, today } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

const LIST = '- [x] Buy milk\n- 🦷 Zähne beim Arzt\n\n1. Café für Ana\n* [ ] Water the plants';

const lastMonday = dayAfter(monday, -7);

async function searchFor(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: 'Search tasks, days and pages' });
  await expect(field).toBeFocused();
  await field.fill(text);
}

test('a pasted list, what was left of it, a word without its accent, and a jump to a day', async ({
  member: page,
  account,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/dashboard?week=${lastMonday}`);
  await openComposer(page, lastMonday);
  await page.evaluate((text) => navigator.clipboard.writeText(text), LIST);
  await page.keyboard.press('Control+v');
  await expect(page.getByRole('button', { name: 'Add 4 tasks' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(successNotice(page, '4 tasks added!')).toBeVisible();
  await expect(dayCard(page, lastMonday).getByRole('button', { name: 'Add task' })).toBeFocused();
  expect(await titlesOf(account)).toEqual([
    'Buy milk',
    'Zähne beim Arzt',
    'Café für Ana',
    'Water the plants',
  ]);
  await expect(page.getByRole('checkbox', { name: 'Buy milk' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Café für Ana' }).click();
  await expect(page.getByRole('checkbox', { name: 'Café für Ana' })).toBeChecked();

  await page.getByRole('button', { name: 'Today' }).click();
  const line = dayCard(page, today()).getByRole('group', { name: 'Left undone' });
  await expect(line).toContainText('2 from last week');
  await line.getByRole('button', { name: 'Look' }).click();
  await expect(page.getByRole('checkbox', { name: 'Zähne beim Arzt' })).toBeFocused();

  await searchFor(page, 'next friday');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: dayHeading(dayAfter(monday, 11)) })).toBeFocused();

  await searchFor(page, 'cafe fur');
  await expect(page.getByRole('option', { name: 'Café für Ana' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('checkbox', { name: 'Café für Ana' })).toBeFocused();
  await expect(page.getByRole('checkbox', { name: 'Café für Ana' })).toBeInViewport();

  await page.getByRole('button', { name: 'Today' }).click();
  await line.getByRole('button', { name: 'Move to today' }).click();
  await expect(successNotice(page, '2 tasks moved')).toBeVisible();
  await expect(line).toHaveCount(0);
  await expect(dayCard(page, today()).getByRole('checkbox')).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(line).toContainText('2 from last week');
  await line.getByRole('button', { name: 'Not now' }).click();
  await expect(line).toHaveCount(0);
  await page.reload();
  await expect(dayCard(page, today()).getByText('Nothing planned yet')).toBeVisible();
  await expect(line).toHaveCount(0);
  await searchFor(page, 'plants');
  await page.keyboard.press('Enter');
  await expect(taskRow(page, 'Water the plants')).toBeInViewport();
});
