import { createAccount, logOut, storedSession } from '../support/accounts.ts';
import { submit } from '../support/forms.ts';
import { keptNames, untilKept } from '../support/kept.ts';
import {
  REQUESTS,
  answeredByPortal,
  breakRequests,
  neverAnswered,
  taskRequests,
} from '../support/network.ts';
import { failureNotice, successNotice } from '../support/notices.ts';
import {
  dayCard,
  monday,
  openComposer,
  plantTask,
  taskRow,
  titlesOf,
  waitingList,
} from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// Without a network, and with one that lies: what is there to be read, what waits, and whose it is.

const LAST_READ = /^Last read (on \w+ \d+ )?at \d\d:\d\d$/;

test.beforeEach(({ allowConsole }) => allowConsole(/Failed to load (resource|profile)|could not be told/));

test('a return visit shows the week that was read last, with its time, until the server has answered; it goes at sign-out', async ({
  member: page,
  context,
  account,
  site,
}) => {
  await plantTask(account, 'Water the plants', monday);
  await account.client.from('profiles').update({ display_name: 'Mei Lin' }).eq('id', account.id);
  await page.goto('/dashboard');
  await expect(taskRow(page, 'Water the plants')).toBeVisible();
  await untilKept(page, 'Water the plants');

  await breakRequests(page, { address: '**/rest/v1/**' }, neverAnswered);
  await page.goto('/dashboard');
  await expect(taskRow(page, 'Water the plants')).toBeVisible();
  await expect(page.getByText(LAST_READ)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mei Lin');
  await page.goto('/retro/dashboard');
  await expect(page.getByText('Water the plants')).toBeVisible();
  await expect(page.getByText(LAST_READ)).toBeVisible();

  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await plantTask(account, 'From another device', monday);
  await page.goto('/dashboard');
  await expect(taskRow(page, 'From another device')).toBeVisible();
  await expect(page.getByText(LAST_READ)).toHaveCount(0);

  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(taskRow(other, 'From another device')).toBeVisible();
  await untilKept(page, 'From another device');
  await logOut(page);
  await expect(other).toHaveURL('/auth');
  expect(await keptNames(page)).toEqual([]);
  expect(await keptNames(other)).toEqual([]);

  // Nothing of the one is seen by the next.
  const grace = await createAccount(site);
  await breakRequests(page, REQUESTS.readTasks, neverAnswered);
  await submit(page, 'Sign In', grace.email, grace.password);
  await expect(dayCard(page, monday)).toBeVisible();
  await expect(page.getByText('From another device')).toHaveCount(0);
  await expect(page.getByText(LAST_READ)).toHaveCount(0);
});

test('tasks that are typed without a network survive closing the tab, and two tabs send each of them once', async ({
  member: first,
  context,
  account,
}) => {
  await first.goto('/dashboard');
  await expect(first.getByText('Nothing planned yet')).toHaveCount(7);
  await context.setOffline(true);
  for (const title of ['Buy milk', 'Call Ana']) {
    const field = await openComposer(first, monday);
    await field.fill(title);
    await field.press('Enter');
    await expect(waitingList(first).getByText(title)).toBeVisible();
  }
  await expect(dayCard(first, monday).getByRole('checkbox')).toHaveCount(0);
  await first.close();

  // The page comes, the backend does not answer: a network that lies.
  await context.setOffline(false);
  const [page, other] = [await context.newPage(), await context.newPage()];
  for (const tab of [page, other]) {
    await breakRequests(tab, { address: '**/rest/v1/**' }, answeredByPortal);
    await tab.goto('/dashboard');
    await expect(waitingList(tab).getByRole('listitem')).toHaveCount(2);
  }
  const field = await openComposer(page, monday);
  await field.fill('In the hotel');
  await field.press('Enter');
  await expect(failureNotice(page, 'Failed to add task. Please try again.')).toBeVisible();
  await expect(field).toHaveValue('In the hotel');

  const sent = [taskRequests(page, 'POST'), taskRequests(other, 'POST')];
  for (const tab of [page, other]) await tab.unrouteAll({ behavior: 'wait' });
  for (const tab of [page, other]) await tab.evaluate(() => window.dispatchEvent(new Event('focus')));
  for (const tab of [page, other]) {
    await expect(waitingList(tab)).toHaveCount(0);
    for (const title of ['Buy milk', 'Call Ana']) await expect(taskRow(tab, title)).toBeVisible();
  }
  await field.press('Enter');
  await expect(successNotice(page, 'Task added!')).toBeVisible();
  await expect(taskRow(other, 'In the hotel')).toBeVisible();
  expect(await titlesOf(account)).toEqual(['Buy milk', 'Call Ana', 'In the hotel']);
  expect(sent.flat()).toHaveLength(3);
});

test('signing out with tasks waiting asks first, on every page', async ({ member: page, context }) => {
  await page.goto('/dashboard');
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
  // The question comes with the first press, before it is needed.
  const isThere = page.waitForResponse(/\/assets\/onCallParts-.*\.js$/);
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await (await isThere).finished();
  await context.setOffline(true);
  const field = await openComposer(page, monday);
  await field.fill('A secret plan');
  await field.press('Enter');
  await expect(waitingList(page)).toBeVisible();

  const question = page.getByRole('dialog', { name: '1 task has not been sent. Sign out anyway?' });
  await logOut(page);
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(waitingList(page).getByText('A secret plan')).toBeVisible();
  expect(await storedSession(page)).not.toBeNull();

  await logOut(page);
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/auth');
  expect(await keptNames(page)).toEqual([]);
});
