import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { derive } from '@space/store';
import { logOut, storedSession } from '../support/accounts.ts';
import { emailField } from '../support/forms.ts';
import { keptNames } from '../support/kept.ts';
import { HOTEL } from '../support/lyingNetwork.ts';
import { REQUESTS, hold, loseNetwork, taskRequests } from '../support/network.ts';
import { failureNotice } from '../support/notices.ts';
import { composerField, dayCard, monday, taskRow, titlesOf, waitingList } from '../support/planner.ts';
import {
  comeBack,
  expect,
  expectSent,
  expectWaiting,
  fillStorage,
  openWeek,
  signInAsNext,
  test,
  updateWorker,
  write,
  writeOffline,
} from '../support/waiting.ts';

// All that a network, a full disk and an update can do to tasks while they wait, with the service worker as people have it. Nothing
// is sent twice, nothing is lost, nothing of one person is seen by the next (rules waiting-tasks, kept-data, offline-pages).

const OF_THE_NETWORK = /Failed to load (resource|profile)|could not be told|MIME type/;
test.beforeEach(({ allowConsole }) => allowConsole(OF_THE_NETWORK));

test('closed and opened without a network', async ({ member: page, context, account }) => {
  await openWeek(page, account);
  await writeOffline(page, 'Buy milk', 'Call Ana');
  await expect(dayCard(page, monday).getByRole('checkbox')).toHaveCount(1);
  await page.close();

  const again = await context.newPage();
  const bringBack = await loseNetwork(again);
  await again.goto('/dashboard');
  await expectWaiting(again, 'Buy milk', 'Call Ana');
  await expect(taskRow(again, 'Water the plants')).toBeVisible();
  await bringBack();
  await comeBack(again);
  await expectSent(again, account, 'Buy milk', 'Call Ana');
});

test('a network that answers with a page of its own', async ({ member: page, account, network }) => {
  await openWeek(page, account);
  const leaveTheTrain = await writeOffline(page, 'On the train');
  network.behave('portal');
  await leaveTheTrain();
  await write(page, 'In the hotel');
  const sentence = 'Failed to add task. Please try again.';
  await expect(failureNotice(page, sentence)).toBeVisible();
  await expect(composerField(page)).toHaveValue('In the hotel');
  await expect(waitingList(page).getByText(sentence)).toHaveCount(0);
  network.behave('honest');
  await comeBack(page);
  await expectSent(page, account, 'On the train');
  await composerField(page).press('Enter');
  await expectSent(page, account, 'On the train', 'In the hotel');

  // A page is the hotel's: that is where one signs in to its network. It is not kept.
  const leaveTheLift = await writeOffline(page, 'In the lift');
  network.behave('portal');
  await leaveTheLift();
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: HOTEL })).toBeVisible();
  const bringBack = await loseNetwork(page);
  await page.goto('/dashboard');
  await expectWaiting(page, 'In the lift');
  await expect(taskRow(page, 'In the hotel')).toBeVisible();
  network.behave('honest');
  await bringBack();
  await comeBack(page);
  await expectSent(page, account, 'On the train', 'In the hotel', 'In the lift');
});

test('answers that never come', async ({ member: page, account, network }) => {
  await openWeek(page, account);
  network.behave('deaf');
  await write(page, 'Buy milk');
  await expectWaiting(page, 'Buy milk');
  // The server has it; the person cannot know.
  expect(await titlesOf(account)).toEqual(['Water the plants', 'Buy milk']);

  network.behave('silent');
  await page.goto('/dashboard');
  await expect(taskRow(page, 'Water the plants')).toBeVisible();
  await expect(page.getByText(/^Last read /)).toBeVisible();
  await expectWaiting(page, 'Buy milk');
  network.behave('honest');
  await comeBack(page);
  await expectSent(page, account, 'Buy milk');
});

test('a browser that has no room for anything', async ({ member: page, account, site, allowConsole }) => {
  // Said by the browser where the room is gone before the service worker's script could be kept.
  allowConsole(/An unknown error occurred when fetching the script\./);
  await fillStorage(page, account);
  const bringBack = await loseNetwork(page);
  await write(page, 'Buy milk');
  await expect(failureNotice(page, 'Failed to add task. Please try again. You are offline.')).toBeVisible();
  await expect(composerField(page)).toHaveValue('Buy milk');
  await expect(waitingList(page)).toHaveCount(0);
  await bringBack();
  await composerField(page).press('Enter');
  await expectSent(page, account, 'Buy milk');
  await page.reload();
  await expect(taskRow(page, 'Buy milk')).toBeVisible();

  // Nor is there anything to be seen of it by the next.
  await logOut(page);
  await expect(page).toHaveURL('/auth');
  await signInAsNext(page, site);
});

test('another service worker, while tasks wait and are sent', async ({ member: page, account, store }) => {
  await openWeek(page, account);
  const bringBack = await writeOffline(page, 'Buy milk', 'Call Ana');
  const goOn = await hold(page, REQUESTS.changeTasks);
  await bringBack();
  await comeBack(page);
  await expect(waitingList(page).locator('[aria-busy]')).toHaveCount(1);
  try {
    writeFileSync(join(store.folder, 'service-worker.js'), '// another release\n', { flag: 'a' });
    await updateWorker(page);
    goOn();
    await expectSent(page, account, 'Buy milk', 'Call Ana');
  } finally {
    await derive(store.folder);
  }
});

test('two tabs that send at the same time', async ({ member: page, context, account }) => {
  await openWeek(page, account);
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(taskRow(other, 'Water the plants')).toBeVisible();
  const bringOtherBack = await loseNetwork(other);
  const bringBack = await writeOffline(page, 'Buy milk', 'Call Ana');
  await expectWaiting(other, 'Buy milk', 'Call Ana');
  const sent = [taskRequests(page, 'POST'), taskRequests(other, 'POST')];
  await Promise.all([bringBack(), bringOtherBack()]);
  await Promise.all([page, other].map(comeBack));
  for (const tab of [page, other]) await expectSent(tab, account, 'Buy milk', 'Call Ana');
  expect(sent.flat()).toHaveLength(2);
});

test('signing out with tasks waiting asks first, on every page, and the next person sees nothing', async ({
  member: page,
  account,
  site,
}) => {
  await openWeek(page, account);
  // The question comes with the first press, before it is needed.
  const isThere = page.waitForResponse(/\/assets\/onCallParts-.*\.js$/);
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await (await isThere).finished();
  const bringBack = await writeOffline(page, 'A secret plan');

  const question = page.getByRole('dialog', { name: '1 task has not been sent. Sign out anyway?' });
  await logOut(page);
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expectWaiting(page, 'A secret plan');
  expect(await storedSession(page)).not.toBeNull();

  await logOut(page);
  await question.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/auth');
  expect(await keptNames(page)).toEqual([]);
  await expect(emailField(page)).toBeVisible();
  await bringBack();
  const grace = await signInAsNext(page, site);
  for (const whose of [account, grace]) expect(await titlesOf(whose)).not.toContain('A secret plan');
});
