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

/** As many inserts as are under way at once: the server takes one task in a request. */
const AT_ONCE = 8;

/** The same for many, several at a time: in no order of their own. */
export async function plantAtOnce(account: Account, tasks: readonly Planted[]): Promise<void> {
  const waiting = [...tasks];
  const plant = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) await plantTasks(account, [task]);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, plant));
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
