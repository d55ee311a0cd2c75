import { dayAfter } from '../support/calendar.ts';
import { neverAnswered } from '../support/network.ts';
import { closeFailure, failureNotice, successNotice } from '../support/notices.ts';
import {
  addTask,
  dayCard,
  monday,
  openComposer,
  plantTask,
  plantTasks,
  taskRow,
  waitingList,
} from '../support/planner.ts';
import { expectAccessible, viewsInTurn } from '../support/axe.ts';
import { expect, test } from '../support/test.ts';

const OFFLINE = 'You are offline. What was loaded stays readable.';

test('without a network the line says so, reading goes on, and nothing typed is lost; put away, the line comes back with the next loss', async ({
  member: page,
  context,
  account,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  await plantTasks(account, [
    { title: 'This week', task_date: monday },
    { title: 'Next week', task_date: dayAfter(monday, 7) },
  ]);
  const neighbours = page.waitForResponse((response) => response.url().includes(dayAfter(monday, 7)));
  await page.goto('/dashboard');
  await expect(taskRow(page, 'This week')).toBeVisible();
  await (await neighbours).finished();
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

  await plantTask(account, 'From another device', monday);
  // The first question to a network that has just come back may get no answer.
  await page.route('**/rpc/tasks_version', (route) => route.abort('internetdisconnected'), { times: 1 });
  await context.setOffline(false);
  await expect(page.getByText(OFFLINE)).toHaveCount(0);
  // Coming back reads the week again around what is being typed.
  await expect(taskRow(page, 'From another device')).toBeVisible();
  await expect(page.getByRole('main').getByText('Failed to load tasks', { exact: true })).toHaveCount(0);
  await expect(successNotice(page, 'Task added!')).toBeVisible();
  await expect(dayCard(page, monday).getByRole('checkbox', { name: 'Written on the train' })).toBeVisible();
  await expect(waitingList(page)).toHaveCount(0);
  await expect(field).toHaveValue('Half a thought');
  await field.press('Escape');

  await context.setOffline(true);
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click();
  await expect(page.getByText(OFFLINE)).toHaveCount(0);
  // The week is brought up to date: the page has noticed that the network is back.
  const isBack = page.waitForResponse(/\/rest\/v1\/tasks/);
  await context.setOffline(false);
  await isBack;
  await context.setOffline(true);
  await expect(page.getByText(OFFLINE)).toBeVisible();
});

test('what failed is said without the code for it', async ({ member: page, context, allowConsole }) => {
  allowConsole(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  const isAsked = Promise.withResolvers<void>();
  await context.route(/at-rest-.*\.js$/, async (route) => {
    isAsked.resolve();
    await route.abort();
  });
  await page.goto('/dashboard');
  await isAsked.promise;
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
  await context.setOffline(true);
  const sentence = 'Failed to load tasks. You are offline.';
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(failureNotice(page, sentence)).toBeVisible();
  // Said again it takes the place of the first.
  await page.getByRole('button', { name: 'Previous week' }).click();
  await expect(failureNotice(page, sentence)).toHaveCount(1);
  await expectAccessible(page, 'a plain notice', { views: viewsInTurn(0) });
  await closeFailure(page);

  await context.unrouteAll();
  const isSaid = Promise.withResolvers<void>();
  await context.route(/at-rest-.*\.js$/, async (route) => {
    await isSaid.promise;
    await route.continue();
  });
  await context.setOffline(false);
  await expect(page.getByText(OFFLINE)).toHaveCount(0);
  await addTask(page, monday, 'Written at home');
  await expect(successNotice(page, 'Task added!')).toBeVisible();
  // The code comes while a notice stands: it is said on, and from now on for its five seconds.
  const library = page.locator('.Toastify__toast');
  await expect(library).toHaveCount(0);
  isSaid.resolve();
  await expect(library.getByText('Task added!', { exact: true })).toBeVisible();
  await expect(successNotice(page, 'Task added!')).toHaveCount(1);
});

test('what failed is said while a part of the document never arrives', async ({ page }) => {
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
