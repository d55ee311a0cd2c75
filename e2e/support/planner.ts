import { expect, type Locator, type Page } from '@playwright/test';
import type { Account } from './accounts.ts';
import { dayAfter, dayHeading, mondayOf } from './calendar.ts';

/** The browsers' today (see `timezoneId` in playwright.config.ts), yyyy-MM-dd. */
export const today = (): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Singapore' }).format(new Date());

/** The first days of this week: both have a next day on the page. */
export const monday = mondayOf(today());
export const tuesday = dayAfter(monday);

const DAY_NAME = /^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day /;

/** The columns of an inserted task; the database sets the others. */
export interface Planted {
  title: string;
  task_date: string;
  emoji?: string | null;
  completed?: boolean;
  starred?: boolean;
  pinned?: boolean;
}

/** Inserts tasks into an account, bypassing the site, one after the other, so that they keep the given order. */
export async function insertTasks(account: Account, tasks: readonly Planted[]): Promise<void> {
  for (const task of tasks) await account.client.from('tasks').insert(task).throwOnError();
}

export const insertTask = (account: Account, title: string, task_date = today()) =>
  insertTasks(account, [{ title, task_date }]);

/** How many inserts run concurrently. */
const CONCURRENCY = 8;

/** The same for many tasks, in no particular order. */
export async function insertAtOnce(account: Account, tasks: readonly Planted[]): Promise<void> {
  const remaining = [...tasks];
  const plant = async () => {
    for (let task = remaining.shift(); task; task = remaining.shift()) await insertTasks(account, [task]);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, plant));
}

export const dayCards = (page: Page): Locator => page.getByRole('region', { name: DAY_NAME });

export const dayCard = (page: Page, day: string): Locator =>
  page.getByRole('region', { name: dayHeading(day), exact: true });

export const taskRow = (page: Page, title: string): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('checkbox', { name: title, exact: true, includeHidden: true }) });

export const composerField = (page: Page): Locator => page.getByRole('textbox', { name: 'New task' });

export async function openComposer(page: Page, day: string): Promise<Locator> {
  await dayCard(page, day).getByRole('button', { name: 'Add task' }).click();
  return composerField(page);
}

/** Types a task for a day, submits it and closes the composer. */
export async function addTask(page: Page, day: string, title: string): Promise<void> {
  const field = await openComposer(page, day);
  await field.fill(title);
  await field.press('Enter');
  // With a pointer: after a key, the page would not take the next keys at once.
  await dayCard(page, day).getByRole('button', { name: 'Cancel', exact: true }).click();
}

/** The rows of the tasks that were typed offline. */
export const waitingRows = (page: Page): Locator =>
  page.getByRole('listitem').filter({ hasText: 'Waiting to be sent' });

export const addButton = (page: Page): Locator =>
  dayCard(page, monday).getByRole('button', { name: 'Add task' });

/**
 * Opens the composer of this week's Monday and types into it. Expects that it has nothing left of an earlier one: no text,
 * message or emoji.
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

export async function titlesOf(account: Account): Promise<string[]> {
  const { data } = await account.client.from('tasks').select('title').order('created_at').throwOnError();
  return data.map((row: { title: string }) => row.title);
}

/** Expands every folded day of the dashboard, so that the whole week is in the page. */
export async function unfoldWeek(page: Page): Promise<void> {
  const foldButtons = dayCards(page).getByRole('button', { name: /^Show \d+ more$/ });
  while ((await foldButtons.count()) > 0) await foldButtons.first().click();
  await expect(foldButtons).toHaveCount(0);
}

/** A realistic week for screenshots and tests: its days from Monday on. */
const SAMPLE_WEEK: readonly (readonly Omit<Planted, 'task_date'>[])[] = [
  [
    { title: 'Plan the sprint with the team', emoji: '🎯', completed: true },
    { title: 'Water the plants', completed: true },
  ],
  [
    { title: 'Write the quarterly report', emoji: '💼', starred: true },
    { title: 'Reply to Grandma', emoji: '📧' },
    { title: 'Groceries for the week', emoji: '🛒' },
  ],
  [
    { title: 'Call the dentist and confirm the new time', emoji: '📞', pinned: true },
    { title: 'Gym: legs and core', emoji: '🏋️' },
  ],
  [
    { title: 'Review the contract', emoji: '💼', starred: true },
    { title: 'Read two chapters', emoji: '📚' },
  ],
  [
    { title: 'Ship the release', emoji: '💻', starred: true, pinned: true },
    { title: 'Team dinner', emoji: '🎉' },
    { title: 'Coffee with Ana', emoji: '☕', completed: true },
  ],
  [
    { title: 'Painting class', emoji: '🎨' },
    { title: 'Film night', emoji: '🎬' },
  ],
  [{ title: 'Look back at the week', emoji: '⭐', pinned: true }],
];

/** The sample week as tasks to insert. Takes its Monday ('yyyy-MM-dd'). */
export const sampleWeekFrom = (start: string): Planted[] =>
  SAMPLE_WEEK.flatMap((tasks, day) => tasks.map((task) => ({ ...task, task_date: dayAfter(start, day) })));
