import { expect } from '@playwright/test';
import type { Locator, Page } from '@playwright/test';
import type { Account } from './accounts.ts';
import { mondayOf } from './calendar.ts';
import { dayCard, openComposer } from './planner.ts';
import { today } from './tasks.ts';

const monday = mondayOf(today());

/** The field of the open composer. */
export const composerField = (page: Page): Locator => page.getByRole('textbox', { name: 'New task' });

/** What opens the composer of this week's Monday. */
export const addButton = (page: Page): Locator =>
  dayCard(page, monday).getByRole('button', { name: 'Add task' });

/**
 * Opens the composer of this week's Monday and types into it. What was typed, said or picked in an earlier one is not in
 * it.
 */
export async function compose(page: Page, text: string): Promise<void> {
  await openComposer(page, monday);
  await expect(composerField(page)).toBeFocused();
  await expect(composerField(page)).toHaveValue('');
  await expect(composerField(page)).toHaveAccessibleDescription('');
  const emoji = page.getByRole('group', { name: 'Emoji' });
  await expect(emoji.getByRole('button', { pressed: true })).toHaveCount(0);
  await page.keyboard.insertText(text);
}

/** The titles of an account's tasks as the server has them, the oldest first. */
export async function titlesOf(account: Account): Promise<string[]> {
  const { data, error } = await account.client.from('tasks').select('title').order('created_at');
  if (error) throw error;
  return data.map((row: { title: string }) => row.title);
}
