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
  waitingList,
} from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

const OFFLINE = 'You are offline. What was loaded stays readable.';

test('offline, a line says so, loaded weeks stay readable and no text is lost; once dismissed, the line returns at the next loss', async ({
  member: page,
  context,
  account,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  await insertTasks(account, [
    { title: 'This week', task_date: monday },
    { title: 'Next week', task_date: dayAfter(monday, 7) },
  ]);
  const nextWeekRead = page.waitForResponse((response) => response.url().includes(dayAfter(monday, 7)));
  await page.goto('/dashboard');
  await expect(taskRow(page, 'This week')).toBeVisible();
  await (await nextWeekRead).finished();
  await expect(page.getByText(OFFLINE)).toHaveCount(0);

  await context.setOffline(true);
  await expect(page.getByRole('status').getByText(OFFLINE)).toBeVisible();
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(taskRow(page, 'Next week')).toBeVisible();
  await expect(failureNotice(page, 'Failed to load tasks. You are offline.')).toBeVisible();
  await page.getByRole('button', { name: 'Previous week' }).click();
  await expect(taskRow(page, 'This week')).toBeVisible();

  await addTask(page, monday, 'Written on the train');
  await expect(successNotice(page, 'No connection: the task waits to be sent')).toBeVisible();
  await expect(waitingList(page).getByText('Written on the train')).toBeVisible();
  await expect(taskRow(page, 'Written on the train')).toHaveCount(0);
  const field = await openComposer(page, monday);
  await field.fill('Half a thought');

  await insertTask(account, 'From another device', monday);
  // The first request on a network that has just come back may fail.
  await page.route('**/rpc/tasks_version', (route) => route.abort('internetdisconnected'), { times: 1 });
  await context.setOffline(false);
  await expect(page.getByText(OFFLINE)).toHaveCount(0);
  await expect(successNotice(page, 'Task added!')).toBeVisible();
  // Back online, the week is loaded again; the text that is being typed stays.
  await expect(taskRow(page, 'From another device')).toBeVisible();
  await expect(page.getByRole('main').getByText('Failed to load tasks', { exact: true })).toHaveCount(0);
  await expect(dayCard(page, monday).getByRole('checkbox', { name: 'Written on the train' })).toBeVisible();
  await expect(waitingList(page)).toHaveCount(0);
  await expect(field).toHaveValue('Half a thought');
  await field.press('Escape');

  await context.setOffline(true);
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await expect(page.getByText(OFFLINE)).toHaveCount(0);
  // The page loads the week again, so it has noticed that the network is back.
  const weekRead = page.waitForResponse(/\/rest\/v1\/tasks/);
  await context.setOffline(false);
  await weekRead;
  await context.setOffline(true);
  await expect(page.getByText(OFFLINE)).toBeVisible();
});

test('notice-place: what is said before the code for notices has loaded is shown when it arrives', async ({
  member: page,
  context,
  allowConsole,
}) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const codeRequested = Promise.withResolvers<void>();
  await context.route(/at-rest-.*\.js$/, async (route) => {
    codeRequested.resolve();
    await route.abort();
  });
  await page.goto('/dashboard');
  await codeRequested.promise;
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
  await context.setOffline(true);
  const message = 'Failed to load tasks. You are offline.';
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(page.getByText('Failed to load tasks')).toBeVisible();
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
