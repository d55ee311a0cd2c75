import type { Locator, Page } from '@playwright/test';
import { createAccount, logOut, storedSession, type Account } from '../support/accounts.ts';
import { dayAfter } from '../support/calendar.ts';
import { submit } from '../support/forms.ts';
import { HOTEL, startLyingNetwork } from '../support/lyingNetwork.ts';
import { REQUESTS, breakRequests, goOffline, neverAnswered, taskRequests } from '../support/network.ts';
import { failureNotice, successNotice } from '../support/notices.ts';
import {
  addTask,
  compose,
  composerField,
  dayCard,
  insertTask,
  insertTasks,
  monday,
  openComposer,
  taskRow,
  titlesOf,
  waitingRows,
} from '../support/planner.ts';
import { savedNames, untilWeekSaved } from '../support/savedData.ts';
import type { Site } from '../support/site.ts';
import { expect, test as base } from '../support/test.ts';

// A week without a network, or with one that lies. Nothing is sent twice or lost, and no user sees data of the one before.

/** `test` with the service worker, behind a network of its own. */
const test = base.extend<{ network: Awaited<ReturnType<typeof startLyingNetwork>> }>({
  serviceWorkers: 'allow',
  network: async ({ site }, provide) => {
    const network = await startLyingNetwork(site.origin);
    await provide(network);
    network.close();
  },
  baseURL: ({ network }, provide) => provide(network.origin),
});

const LAST_READ = /^Last read (on \w+ \d+ )?at \d\d:\d\d$/;

base.beforeEach(({ allowConsole }) =>
  allowConsole(/Failed to load (resource|profile)|could not be told|MIME type/),
);

/** The only message of the dashboard without a network. */
const offlineLine = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('status')
    .getByText(/^You are offline\. Last read at \d\d:\d\d\.$/);

const expectWaiting = (page: Page, ...titles: string[]) => expect(waitingRows(page)).toContainText(titles);

/** Opens the week, and waits until it also opens offline. */
async function openWeek(page: Page, account: Account): Promise<void> {
  await insertTask(account, 'Water the plants', monday);
  await page.goto('/dashboard');
  await untilWeekSaved(page, 'Water the plants');
  const isCached = () =>
    page.evaluate(async () => {
      const all = await Promise.all(['/dashboard', '/registry.json'].map((path) => caches.match(path)));
      return all.every((response) => response !== undefined);
    });
  await expect.poll(isCached).toBe(true);
  // The service worker controls the page from the next document on.
  await page.reload();
  await expect(taskRow(page, 'Water the plants')).toBeVisible();
}

/** Goes offline and types tasks, which wait. Returns a function that restores the network. */
async function writeOffline(page: Page, ...titles: string[]): Promise<() => Promise<void>> {
  const reconnect = await goOffline(page);
  for (const title of titles) await addTask(page, monday, title);
  await expectWaiting(page, ...titles);
  return reconnect;
}

/** Focuses the window again, upon which waiting tasks are sent. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

/** Expects every typed task once in the week and in the account, and nothing that waits. */
async function expectSent(page: Page, account: Account, ...titles: string[]): Promise<void> {
  await expect(waitingRows(page)).toHaveCount(0);
  for (const title of titles) await expect(taskRow(page, title)).toHaveCount(1);
  expect((await titlesOf(account)).slice(1)).toEqual(titles);
}

/** Signs in a second user on the same device, who sees nothing of the first. */
async function signInAsNext(page: Page, site: Site): Promise<Account> {
  const grace = await createAccount(site);
  await submit(page, 'Sign In', grace.email, grace.password);
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
  await expect(waitingRows(page)).toHaveCount(0);
  return grace;
}

/** Where a row stands in its day, and how high it is. */
const placeOf = (row: Locator) =>
  row.evaluate((item) => {
    const { top, height } = item.getBoundingClientRect();
    return [top - (item.closest('section')?.getBoundingClientRect().top ?? 0), height];
  });

base(
  'waiting-tasks, stored-session, saved-week: offline is one line; the week stays, and a task typed then stands at its day until it is sent',
  async ({ member: page, context, account }) => {
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
    const row = taskRow(page, 'Written on the train');
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

    await base.step('the weeks that were read stay readable, and one line says so', async () => {
      const card = await dayCard(page, monday).boundingBox();
      await context.setOffline(true);
      await expect(offlineLine(page)).toBeVisible();
      await expect(page.getByText(/You are offline/)).toHaveCount(1);
      expect(await dayCard(page, monday).boundingBox()).toEqual(card);
      await press('Next week');
      await expect(taskRow(page, 'Next week')).toBeVisible();
      await expect(offlineLine(page)).toBeVisible();
    });

    await base.step('a week that was not read says so, with Retry and no alert', async () => {
      await press('Next week');
      await press('Next week');
      const main = page.getByRole('main');
      await expect(main.getByText('Failed to load tasks', { exact: true })).toBeVisible();
      await expect(main.getByText('You are offline.', { exact: true })).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await press('Today');
    });

    await base.step('a task is typed, and other weeks lead to it', async () => {
      await addTask(page, monday, 'Written on the train');
      await expectWaiting(page, 'Written on the train');
      await expect(dayCard(page, monday).getByText('0 of 1 done')).toHaveCount(1);
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect(page.getByText(/^Failed/)).toHaveCount(0);
      await press('Next week');
      await expect(page.getByText('1 task of another week waits to be sent.')).toBeVisible();
      await press('Show');
      await expect(row.getByRole('checkbox')).toBeFocused();
    });

    await base.step('back online it is sent into its place, and what is being typed stays', async () => {
      const field = await openComposer(page, monday);
      await field.fill('Half a thought');
      const place = await placeOf(row);
      await insertTask(account, 'From another device', dayAfter(monday));
      // The first request on a network that has just come back may fail.
      await page.route('**/rpc/tasks_version', (route) => route.abort('internetdisconnected'), { times: 1 });
      await context.setOffline(false);
      await expect(offlineLine(page)).toHaveCount(0);
      await expect(successNotice(page, 'Task added!')).toBeVisible();
      await expect(taskRow(page, 'From another device')).toBeVisible();
      await expect(waitingRows(page)).toHaveCount(0);
      expect(await placeOf(row)).toEqual(place);
      await expect(field).toHaveValue('Half a thought');
      await field.press('Escape');
    });

    await base.step('on other pages the line can be dismissed, and returns at the next loss', async () => {
      const line = page.getByRole('status').getByText('You are offline. What was loaded stays readable.');
      await page.goto('/settings');
      await expect(page.getByRole('textbox', { name: 'Display Name' })).toBeVisible();
      await context.setOffline(true);
      await expect(line).toBeVisible();
      await press('Dismiss');
      await expect(line).toHaveCount(0);
      await context.setOffline(false);
      await page.waitForFunction(() => navigator.onLine);
      await context.setOffline(true);
      await expect(line).toBeVisible();
    });
  },
);

base(
  'saved-week, kept-data: a return visit shows the saved week with its time until the server has responded; signing out deletes it',
  async ({ member: page, context, account, site }) => {
    await insertTask(account, 'Water the plants', monday);
    await account.client.from('profiles').update({ display_name: 'Mei Lin' }).eq('id', account.id);
    await page.goto('/dashboard');
    await expect(taskRow(page, 'Water the plants')).toBeVisible();
    await untilWeekSaved(page, 'Water the plants');

    await base.step('the server does not respond, in retro mode neither', async () => {
      await breakRequests(page, { address: '**/rest/v1/**' }, neverAnswered);
      await page.goto('/dashboard');
      await expect(taskRow(page, 'Water the plants')).toBeVisible();
      await expect(page.getByText(LAST_READ)).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toContainText('Mei Lin');
      await page.goto('/retro/dashboard');
      await expect(page.getByText('Water the plants')).toBeVisible();
      await expect(page.getByText(LAST_READ)).toBeVisible();
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });

    const other = await context.newPage();
    await base.step('it responds again, and the week is new', async () => {
      await insertTask(account, 'From another device', monday);
      for (const tab of [page, other]) {
        await tab.goto('/dashboard');
        await expect(taskRow(tab, 'From another device')).toBeVisible();
        await expect(tab.getByText(LAST_READ)).toHaveCount(0);
      }
      await untilWeekSaved(page, 'From another device');
    });

    await base.step('after signing out nothing is left, also for the next user', async () => {
      await logOut(page);
      await expect(other).toHaveURL('/auth');
      for (const tab of [page, other]) expect(await savedNames(tab)).toEqual([]);
      const grace = await createAccount(site);
      await breakRequests(page, REQUESTS.readTasks, neverAnswered);
      await submit(page, 'Sign In', grace.email, grace.password);
      await expect(dayCard(page, monday)).toBeVisible();
      await expect(page.getByText('From another device')).toHaveCount(0);
      await expect(page.getByText(LAST_READ)).toHaveCount(0);
    });
  },
);

test('waiting-tasks, sign-out: waiting tasks survive closing the page, are sent once by two tabs, and are asked for before signing out', async ({
  member: page,
  context,
  account,
  site,
}) => {
  await openWeek(page, account);
  await test.step('the page is closed and opened again without a network', async () => {
    await writeOffline(page, 'Buy milk', 'Call Ana');
    await expect(dayCard(page, monday).getByText('0 of 1 done')).toHaveCount(1);
    await page.close();
  });

  const tabs = [await context.newPage(), await context.newPage()] as const;
  const [tab] = tabs;
  await test.step('two tabs send at the same time, each task once', async () => {
    const reconnects = [];
    for (const each of tabs) {
      reconnects.push(await goOffline(each));
      await each.goto('/dashboard');
      await expectWaiting(each, 'Buy milk', 'Call Ana');
      await expect(taskRow(each, 'Water the plants')).toBeVisible();
    }
    const sent = tabs.map((each) => taskRequests(each, 'POST'));
    await Promise.all(reconnects.map((reconnect) => reconnect()));
    await Promise.all(tabs.map(comeBack));
    for (const each of tabs) await expectSent(each, account, 'Buy milk', 'Call Ana');
    expect(sent.flat()).toHaveLength(2);
    await tabs[1].close();
  });

  await test.step('signing out asks first, and the next user sees nothing', async () => {
    // The code of the dialog loads with the first press.
    const code = tab.waitForResponse(/\/assets\/SignOutDialog-.*\.js$/);
    await tab.getByRole('button', { name: 'Today', exact: true }).click();
    await (await code).finished();
    const reconnect = await writeOffline(tab, 'A secret plan');
    const dialog = tab.getByRole('dialog', { name: '1 task has not been sent. Sign out anyway?' });
    await logOut(tab);
    await expect(dialog).toBeVisible();
    await tab.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expectWaiting(tab, 'A secret plan');
    expect(await storedSession(tab)).not.toBeNull();
    await logOut(tab);
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await expect(tab).toHaveURL('/auth');
    expect(await savedNames(tab)).toEqual([]);
    await reconnect();
    const grace = await signInAsNext(tab, site);
    for (const user of [account, grace]) expect(await titlesOf(user)).not.toContain('A secret plan');
  });
});

test('waiting-tasks, add-once, needs-network: a captive portal and lost responses lose no task, add none twice, and are not cached', async ({
  member: page,
  account,
  network,
}) => {
  await openWeek(page, account);
  await test.step('a hotel answers for the server', async () => {
    const reconnect = await writeOffline(page, 'On the train');
    network.setMode('portal');
    await reconnect();
    await compose(page, 'In the hotel');
    await composerField(page).press('Enter');
    await expect(failureNotice(page, 'Failed to add task. Please try again.')).toBeVisible();
    await expect(composerField(page)).toHaveValue('In the hotel');
    await expect(page.getByRole('list', { name: 'Tasks that were not added' })).toHaveCount(0);
    network.setMode('honest');
    await comeBack(page);
    await expectSent(page, account, 'On the train');
    await composerField(page).press('Enter');
    await expectSent(page, account, 'On the train', 'In the hotel');
    await composerField(page).press('Escape');
  });

  await test.step('its page is shown, so that one can sign in to its network, and not cached', async () => {
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

  await test.step('a task whose response never arrives is not added twice', async () => {
    network.setMode('deaf');
    await addTask(page, monday, 'Buy milk');
    await expectWaiting(page, 'Buy milk');
    // The server has stored the task, but its response was lost.
    expect(await titlesOf(account)).toContain('Buy milk');
    network.setMode('silent');
    await page.goto('/dashboard');
    await expect(taskRow(page, 'Water the plants')).toBeVisible();
    await expect(page.getByText(/Last read /)).toBeVisible();
    await expectWaiting(page, 'Buy milk');
    network.setMode('honest');
    await comeBack(page);
    await expectSent(page, account, 'On the train', 'In the hotel', 'In the lift', 'Buy milk');
  });
});
