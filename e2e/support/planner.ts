import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Account } from './accounts.ts';
import { dayAfter, dayHeading, mondayOf } from './calendar.ts';

/** The browsers' today (see `timezoneId` in playwright.config.ts), yyyy-MM-dd. */
export const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Singapore' }).format();

/** The first days of this week: both have a next day on the page. */
export const monday = mondayOf(today());
export const tuesday = dayAfter(monday);

export type InsertedTask = Record<'title' | 'task_date', string> & Record<string, string | boolean | null>;

/** Inserts up to a hundred tasks into an account in this order, bypassing the site. */
export async function insertTasks({ id: user_id, client }: Account, tasks: readonly InsertedTask[]) {
  const plain = { user_id, emoji: null, completed: false, starred: false, pinned: false };
  const rows = tasks.map((task) => ({ ...plain, id: randomUUID(), ...task }));
  await client.from('tasks').insert(rows).throwOnError();
}

export const insertTask = (account: Account, title: string, task_date = today()) =>
  insertTasks(account, [{ title, task_date }]);

/** Opens the dashboard and waits for the profile: a request that is under way when the network goes logs an error. */
export async function openWeek(page: Page): Promise<void> {
  const profile = page.waitForResponse('**/rest/v1/profiles*');
  await page.goto('/dashboard');
  await (await profile).finished();
}

/**
 * Lets the week that is opened next come after the tasks that were left undone: the page waits for those for a moment only, and a
 * busy machine would be late.
 */
export async function showWeekAfterLeftovers(page: Page): Promise<void> {
  const leftovers = page.waitForResponse(/\/tasks\?select=id/).then((response) => response.finished());
  const week = /\/tasks\?select=(\*|%2A)/;
  await page.route(week, (route) => leftovers.then(() => route.fallback()), { times: 1 });
}

export const dayCards = (page: Page) =>
  page.getByRole('region', { name: /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day / });

export const dayCard = (page: Page, day: string) =>
  page.getByRole('region', { name: dayHeading(day), exact: true });

export function taskRow(page: Page, title: string) {
  const has = page.getByRole('checkbox', { name: title, exact: true, includeHidden: true });
  return page.getByRole('listitem').filter({ has });
}

export async function openComposer(page: Page, day: string) {
  await dayCard(page, day).getByRole('button', { name: 'Add task' }).click();
  return page.getByRole('textbox', { name: 'New task' });
}

/** Types a task for a day, submits it and closes the composer. */
export async function addTask(page: Page, day: string, title: string): Promise<void> {
  const field = await openComposer(page, day);
  await field.fill(title);
  await field.press('Enter');
  // With a pointer: after a key, the page would not take the next keys at once.
  await dayCard(page, day).getByRole('button', { name: 'Cancel', exact: true }).click();
}

export async function titlesOf(account: Account): Promise<string[]> {
  const { data } = await account.client.from('tasks').select('title').order('created_at').throwOnError();
  return data.map((row: { title: string }) => row.title);
}

/** A realistic week for screenshots and tests: tasks by the number of their day. */
const SAMPLE_WEEK: readonly [day: number, emoji: string | null, title: string, flags?: object][] = [
  [0, '🎯', 'Plan the sprint with the team', { completed: true }],
  [0, null, 'Water the plants', { completed: true }],
  [1, '💼', 'Write the quarterly report', { starred: true }],
  [1, '📧', 'Reply to Grandma'],
  [1, '🛒', 'Groceries for the week'],
  [2, '📞', 'Call the dentist and confirm the new time', { pinned: true }],
  [2, '🏋️', 'Gym: legs and core'],
  [3, '💼', 'Review the contract', { starred: true }],
  [3, '📚', 'Read two chapters'],
  [4, '💻', 'Ship the release', { starred: true, pinned: true }],
  [4, '🎉', 'Team dinner'],
  [4, '☕', 'Coffee with Ana', { completed: true }],
  [5, '🎨', 'Painting class'],
  [5, '🎬', 'Film night'],
  [6, '⭐', 'Look back at the week', { pinned: true }],
];

/** The sample week as tasks to insert. */
export const sampleWeekFrom = (start: string): InsertedTask[] =>
  SAMPLE_WEEK.map(([day, emoji, title, flags]) => {
    return { title, emoji, task_date: dayAfter(start, day), ...flags };
  });
