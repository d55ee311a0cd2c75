import type { Locator, Page } from '@playwright/test';
import type { Account } from './accounts.ts';
import { dayHeading } from './calendar.ts';

const DAY_NAME = /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day /;

/** What a task is planted with; the rest is the database's own. */
export interface Planted {
  title: string;
  task_date: string;
  emoji?: string | null;
  completed?: boolean;
  starred?: boolean;
  pinned?: boolean;
}

/** Puts tasks into an account, past the site, one after the other, so that their order is the given one. */
export async function plantTasks(account: Account, tasks: readonly Planted[]): Promise<void> {
  for (const task of tasks) {
    const { error } = await account.client.from('tasks').insert(task);
    if (error) throw error;
  }
}

/** The same in one request, for many: in no order of their own. */
export async function plantAtOnce(account: Account, tasks: readonly Planted[]): Promise<void> {
  const { error } = await account.client.from('tasks').insert([...tasks]);
  if (error) throw error;
}

/** The cards of the dashboard's seven days, in their order. */
export const dayCards = (page: Page): Locator => page.getByRole('region', { name: DAY_NAME });

/** The card of one day. */
export const dayCard = (page: Page, day: string): Locator =>
  page.getByRole('region', { name: dayHeading(day), exact: true });

/** The row of one task of the dashboard. */
export const taskRow = (page: Page, title: string): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox', { name: title, exact: true, includeHidden: true }) });

/** Opens the composer of a day and returns its field. */
export async function openComposer(page: Page, day: string): Promise<Locator> {
  await dayCard(page, day).getByRole('button', { name: 'Add task' }).click();
  return page.getByRole('textbox', { name: 'New task' });
}
