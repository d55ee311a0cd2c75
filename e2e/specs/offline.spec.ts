import type { Locator, Page } from '@playwright/test';
import { dayAfter } from '../support/calendar.ts';
import { neverAnswered } from '../support/network.ts';
import { failureNotice, successNotice } from '../support/notices.ts';
import {
  addTask,
  dayCard,
  monday,
  openComposer,
  insertTask,
  insertTasks,
  taskRow,
  waitingRows,
} from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

/** The only message of the dashboard without a network. */
const offlineLine = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('status')
    .getByText(/^You are offline\. Last read at \d\d:\d\d\.$/);

/** Where a row stands in its day, and how high it is. */
const placeOf = (row: Locator) =>
  row.evaluate((item) => {
    const { top, height } = item.getBoundingClientRect();
    return [top - (item.closest('section')?.getBoundingClientRect().top ?? 0), height];
  });

test('waiting-tasks: offline is one line; the week stays, and a task typed then stands at its day until it is sent', async ({
  member: page,
  context,
  account,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  const nextMonday = dayAfter(monday, 7);
  await insertTasks(account, [
    { title: 'This week', task_date: monday },
    { title: 'Next week', task_date: nextMonday },
  ]);
  const nextWeekRead = page.waitForResponse((response) => response.url().includes(nextMonday));
  await page.goto('/dashboard');
  await expect(taskRow(page, 'This week')).toBeVisible();
  await (await nextWeekRead).finished();
  await expect(offlineLine(page)).toHaveCount(0);
  const card = await dayCard(page, monday).boundingBox();

  await context.setOffline(true);
  await expect(offlineLine(page)).toBeVisible();
  await expect(page.getByText(/You are offline/)).toHaveCount(1);
  expect(await dayCard(page, monday).boundingBox()).toEqual(card);
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(taskRow(page, 'Next week')).toBeVisible();
  await expect(offlineLine(page)).toBeVisible();
  await page.getByRole('button', { name: 'Previous week' }).click();

  await addTask(page, monday, 'Written on the train');
  await expect(waitingRows(page)).toContainText(['Written on the train']);
  await expect(dayCard(page, monday).getByText('0 of 1 done')).toHaveCount(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText(/^Failed/)).toHaveCount(0);
  const row = taskRow(page, 'Written on the train');
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(page.getByText('1 task of another week waits to be sent.')).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(row.getByRole('checkbox')).toBeFocused();

  const field = await openComposer(page, monday);
  await field.fill('Half a thought');
  const place = await placeOf(row);
  await insertTask(account, 'From another device', dayAfter(monday));
  // The first request on a network that has just come back may fail.
  await page.route('**/rpc/tasks_version', (route) => route.abort('internetdisconnected'), { times: 1 });
  await context.setOffline(false);
  await expect(offlineLine(page)).toHaveCount(0);
  await expect(successNotice(page, 'Task added!')).toBeVisible();
  // Back online, the week is loaded again; the text that is being typed stays.
  await expect(taskRow(page, 'From another device')).toBeVisible();
  await expect(waitingRows(page)).toHaveCount(0);
  expect(await placeOf(row)).toEqual(place);
  await expect(field).toHaveValue('Half a thought');
});

test('saved-week: a week without a copy says that it could not be loaded, with Retry, and nothing covers a control', async ({
  member: page,
  context,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await page.goto('/dashboard');
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
  await context.setOffline(true);
  for (let week = 0; week < 2; week += 1) await page.getByRole('button', { name: 'Next week' }).click();
  const main = page.getByRole('main');
  await expect(main.getByText('Failed to load tasks', { exact: true })).toBeVisible();
  await expect(main.getByText('You are offline.', { exact: true })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
  await expect(main.getByText('Failed to load tasks', { exact: true })).toHaveCount(0);
});

test('stored-session: other pages say that they are offline; once dismissed, the line returns at the next loss', async ({
  member: page,
  context,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const line = page.getByRole('status').getByText('You are offline. What was loaded stays readable.');
  await page.goto('/settings');
  await context.setOffline(true);
  await expect(line).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await expect(line).toHaveCount(0);
  await context.setOffline(false);
  await page.waitForFunction(() => navigator.onLine);
  await context.setOffline(true);
  await expect(line).toBeVisible();
});

test('notice-place: what is said before the code for notices has loaded is shown when it arrives', async ({
  member: page,
  context,
  account,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const codeRequested = Promise.withResolvers<void>();
  await context.route(/at-rest-.*\.js$/, async (route) => {
    codeRequested.resolve();
    await route.abort();
  });
  await insertTask(account, 'Water the plants', monday);
  await page.goto('/dashboard');
  await codeRequested.promise;
  await expect(taskRow(page, 'Water the plants')).toBeVisible();
  await context.setOffline(true);
  const message = 'Failed to update task. You are offline.';
  await taskRow(page, 'Water the plants').getByRole('checkbox').click();
  await expect(taskRow(page, 'Water the plants')).not.toHaveAttribute('aria-busy');
  await expect(page.getByRole('alert')).toHaveCount(0);

  await context.unrouteAll();
  await context.setOffline(false);
  await expect(failureNotice(page, message)).toHaveCount(1);
});

test('a failure is shown while a part of the document never arrives', async ({ page }) => {
  await page.route('**/never.png', neverAnswered);
  await page.addInitScript(() => {
    new Image().src = '/never.png';
  });
  await page.goto('/auth', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(failureNotice(page, 'Please fill in all fields')).toBeVisible();
  expect(await page.evaluate(() => document.readyState)).toBe('interactive');
  await page.goto('about:blank');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
