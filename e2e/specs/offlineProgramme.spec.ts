import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { derive } from '@space/store';
import { logOut, storedSession } from '../support/accounts.ts';
import { emailField } from '../support/forms.ts';
import { savedNames } from '../support/savedData.ts';
import { HOTEL } from '../support/lyingNetwork.ts';
import { REQUESTS, hold, goOffline, taskRequests } from '../support/network.ts';
import { failureNotice } from '../support/notices.ts';
import {
  compose,
  composerField,
  dayCard,
  monday,
  taskRow,
  titlesOf,
  waitingRows,
} from '../support/planner.ts';
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

// Waiting tasks during network faults, with a full disk and during updates, with the service worker active. Nothing is sent
// twice or lost, and no user sees data of the previous user.

const NETWORK_ERRORS = /Failed to load (resource|profile)|could not be told|MIME type/;
test.beforeEach(({ allowConsole }) => allowConsole(NETWORK_ERRORS));

test('waiting tasks survive closing and reopening the page without a network', async ({
  member: page,
  context,
  account,
}) => {
  await openWeek(page, account);
  await writeOffline(page, 'Buy milk', 'Call Ana');
  await expect(dayCard(page, monday).getByText('0 of 1 done')).toHaveCount(1);
  await page.close();

  const reopened = await context.newPage();
  const reconnect = await goOffline(reopened);
  await reopened.goto('/dashboard');
  await expectWaiting(reopened, 'Buy milk', 'Call Ana');
  await expect(taskRow(reopened, 'Water the plants')).toBeVisible();
  await reconnect();
  await comeBack(reopened);
  await expectSent(reopened, account, 'Buy milk', 'Call Ana');
});

test('a captive portal neither loses tasks nor has its page cached', async ({
  member: page,
  account,
  network,
}) => {
  await openWeek(page, account);
  const reconnectFromTrain = await writeOffline(page, 'On the train');
  network.setMode('portal');
  await reconnectFromTrain();
  await compose(page, 'In the hotel');
  await composerField(page).press('Enter');
  const message = 'Failed to add task. Please try again.';
  await expect(failureNotice(page, message)).toBeVisible();
  await expect(composerField(page)).toHaveValue('In the hotel');
  await expect(page.getByRole('list', { name: 'Tasks that were not added' })).toHaveCount(0);
  network.setMode('honest');
  await comeBack(page);
  await expectSent(page, account, 'On the train');
  await composerField(page).press('Enter');
  await expectSent(page, account, 'On the train', 'In the hotel');
  await composerField(page).press('Escape');

  // A navigation shows the hotel's page, so that the user can sign in to its network. That page is not cached.
  const reconnectFromLift = await writeOffline(page, 'In the lift');
  network.setMode('portal');
  await reconnectFromLift();
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: HOTEL })).toBeVisible();
  const reconnect = await goOffline(page);
  await page.goto('/dashboard');
  await expectWaiting(page, 'In the lift');
  await expect(taskRow(page, 'In the hotel')).toBeVisible();
  network.setMode('honest');
  await reconnect();
  await comeBack(page);
  await expectSent(page, account, 'On the train', 'In the hotel', 'In the lift');
});

test('a task whose response never arrives is not added twice', async ({ member: page, account, network }) => {
  await openWeek(page, account);
  network.setMode('deaf');
  await write(page, 'Buy milk');
  await expectWaiting(page, 'Buy milk');
  // The server has stored the task, but its response was lost.
  expect(await titlesOf(account)).toEqual(['Water the plants', 'Buy milk']);

  network.setMode('silent');
  await page.goto('/dashboard');
  await expect(taskRow(page, 'Water the plants')).toBeVisible();
  await expect(page.getByText(/Last read /)).toBeVisible();
  await expectWaiting(page, 'Buy milk');
  network.setMode('honest');
  await comeBack(page);
  await expectSent(page, account, 'Buy milk');
});

test('with full storage a task stays in its field until it can be sent', async ({
  member: page,
  account,
  site,
  allowConsole,
}) => {
  // The browser logs this if the storage is full before the service worker's script is stored.
  allowConsole(/An unknown error occurred when fetching the script\./);
  await fillStorage(page, account);
  const reconnect = await goOffline(page);
  await compose(page, 'Buy milk');
  await composerField(page).press('Enter');
  await expect(failureNotice(page, 'Failed to add task. Please try again. You are offline.')).toBeVisible();
  await expect(composerField(page)).toHaveValue('Buy milk');
  await expect(waitingRows(page)).toHaveCount(0);
  await reconnect();
  await composerField(page).press('Enter');
  await expectSent(page, account, 'Buy milk');
  await page.reload();
  await expect(taskRow(page, 'Buy milk')).toBeVisible();

  // The next user sees nothing of it either.
  await logOut(page);
  await expect(page).toHaveURL('/auth');
  await signInAsNext(page, site);
});

test('waiting tasks are sent while a new service worker takes over', async ({
  member: page,
  account,
  store,
}) => {
  await openWeek(page, account);
  const reconnect = await writeOffline(page, 'Buy milk', 'Call Ana');
  const resume = await hold(page, REQUESTS.changeTasks);
  await reconnect();
  await comeBack(page);
  await expect(waitingRows(page).and(page.locator('[aria-busy]'))).toHaveCount(1);
  try {
    writeFileSync(join(store.folder, 'service-worker.js'), '// another release\n', { flag: 'a' });
    await updateWorker(page);
    resume();
    await expectSent(page, account, 'Buy milk', 'Call Ana');
  } finally {
    await derive(store.folder);
  }
});

test('two tabs that send at the same time send each task once', async ({
  member: page,
  context,
  account,
}) => {
  await openWeek(page, account);
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(taskRow(other, 'Water the plants')).toBeVisible();
  const reconnectOther = await goOffline(other);
  const reconnect = await writeOffline(page, 'Buy milk', 'Call Ana');
  await expectWaiting(other, 'Buy milk', 'Call Ana');
  const sent = [taskRequests(page, 'POST'), taskRequests(other, 'POST')];
  await Promise.all([reconnect(), reconnectOther()]);
  await Promise.all([page, other].map(comeBack));
  for (const tab of [page, other]) await expectSent(tab, account, 'Buy milk', 'Call Ana');
  expect(sent.flat()).toHaveLength(2);
});

test('signing out with waiting tasks asks first, and the next user sees nothing', async ({
  member: page,
  account,
  site,
}) => {
  await openWeek(page, account);
  // The code of the dialog loads with the first press, before the network is lost.
  const dialogCode = page.waitForResponse(/\/assets\/SignOutDialog-.*\.js$/);
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await (await dialogCode).finished();
  const reconnect = await writeOffline(page, 'A secret plan');

  const dialog = page.getByRole('dialog', { name: '1 task has not been sent. Sign out anyway?' });
  await logOut(page);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expectWaiting(page, 'A secret plan');
  expect(await storedSession(page)).not.toBeNull();

  await logOut(page);
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/auth');
  expect(await savedNames(page)).toEqual([]);
  await expect(emailField(page)).toBeVisible();
  await reconnect();
  const grace = await signInAsNext(page, site);
  for (const user of [account, grace]) expect(await titlesOf(user)).not.toContain('A secret plan');
});
