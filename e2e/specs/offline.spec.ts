import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import type { Page } from '@playwright/test';
import { createAccount, logOut, storedSession, type Account } from '../support/accounts.ts';
import { dayAfter } from '../support/calendar.ts';
import { emailField, submit } from '../support/forms.ts';
import { REQUESTS, breakRequests, cachedPaths, goOffline, neverAnswered } from '../support/network.ts';
import { successNotice } from '../support/notices.ts';
import { addTask, dayCard, insertTasks, monday, openWeek, taskRow, titlesOf } from '../support/planner.ts';
import { expect, test as base } from '../support/test.ts';

// A week without a network, or with one that lies: what needs a browser. A week that fails to load, and how a waiting task is
// edited, discarded, refused and reached from other weeks: board.test.tsx of the planner. How each kind of fault is
// classified: faults.test.ts of shared/supabase. The notice of each action: TaskActions.test.tsx, SettingsPage.test.tsx.

/**
 * What happens to every request of a browser, including its service worker's: it is forwarded ('honest'), answered with a
 * hotel's sign-in page ('portal'), lost on the way to the server ('silent'), or its response is lost ('deaf').
 */
type NetworkMode = 'honest' | 'portal' | 'silent' | 'deaf';

const HOTEL = 'Please sign in to the hotel network';

/** A network between a browser and a site, with an origin of its own. Initially 'honest'; `setMode` ends its connections. */
async function startLyingNetwork(site: string) {
  let mode: NetworkMode = 'honest';
  const sockets = new Set<Socket>();
  const network = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    if (mode === 'silent') return;
    const page = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<!doctype html><h1>${HOTEL}</h1>`;
    if (mode === 'portal') return void socket.once('data', () => socket.end(page));
    const server = connect(Number(new URL(site).port), '127.0.0.1');
    pipeline(mode === 'deaf' ? [socket, server] : [socket, server, socket], () => server.destroy());
  });
  await once(network.listen(0, '127.0.0.1'), 'listening');
  const setMode = (next: NetworkMode) => {
    mode = next;
    for (const socket of sockets) socket.destroy();
  };
  const { port } = network.address() as AddressInfo; // a TCP server has one
  return { origin: `http://127.0.0.1:${port}`, setMode, close: () => network.close() };
}

/** `test` with the service worker, behind a network of its own. */
const test = base.extend<{ network: Awaited<ReturnType<typeof startLyingNetwork>> }>({
  serviceWorkers: 'allow',
  network: async ({ site, started }, provide) => provide(await started(startLyingNetwork(site.origin))),
  baseURL: ({ network }, provide) => provide(network.origin),
});

/** The account data that is stored in this browser. */
const savedData = async (page: Page) =>
  (await page.localStorage.items()).filter(({ name }) => name.startsWith('better-space-kept:'));
const expectSaved = (page: Page, title: string) =>
  expect.poll(async () => JSON.stringify(await savedData(page))).toContain(title);

const LAST_READ = /^Last read (on \w+ \d+ )?at \d\d:\d\d$/;

base.beforeEach(({ allowConsole }) =>
  allowConsole(/Failed to load (resource|profile)|not be told|MIME type/),
);

const waitingRows = (page: Page) => page.getByRole('listitem').filter({ hasText: 'Waiting to be sent' });
const expectWaiting = (page: Page, ...titles: string[]) => expect(waitingRows(page)).toContainText(titles);

/** Focuses the window again, upon which waiting tasks are sent. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

/** Expects every typed task once in the week and in the account, and nothing that waits. */
async function expectSent(page: Page, account: Account, ...titles: string[]): Promise<void> {
  await expect(waitingRows(page)).toHaveCount(0);
  for (const title of titles) await expect(taskRow(page, title)).toHaveCount(1);
  expect((await titlesOf(account)).slice(1)).toEqual(titles);
}

base(
  'saved-week, waiting-tasks, kept-data, sign-out: offline is one line above the week that moves nothing, a task typed then is sent into its place, and the saved week is shown until the server answers or its user signs out, after whom the next sees nothing',
  async ({ member: page, context, account, site }) => {
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
    const nextMonday = dayAfter(monday, 7);
    await insertTasks(account, [
      { title: 'This week', task_date: monday },
      { title: 'Next week', task_date: nextMonday },
    ]);
    const main = page.getByRole('main');
    const nextWeekRead = page.waitForResponse((response) => response.url().includes(nextMonday));
    await openWeek(page);
    await (await nextWeekRead).finished();
    await expect(taskRow(page, 'This week')).toBeVisible();

    await base.step('the weeks that were read stay readable, and only one line says so', async () => {
      const line = main.getByRole('status');
      const card = await dayCard(page, monday).boundingBox();
      await context.setOffline(true);
      await expect(line.getByText(/^You are offline\. Last read at \d\d:\d\d\.$/)).toBeVisible();
      await expect(page.getByText(/You are offline/)).toHaveCount(1);
      expect(await dayCard(page, monday).boundingBox()).toEqual(card);
      await press('Next week');
      await expect(taskRow(page, 'Next week')).toBeVisible();
      for (let step = 0; step < 2; step += 1) await press('Next week');
      await expect(line.getByText('You are offline.', { exact: true })).toBeVisible();
      await press('Today');
    });

    await base.step('a task that is typed waits, and is sent into its place', async () => {
      await addTask(page, monday, 'Written on the train');
      await expectWaiting(page, 'Written on the train');
      const place = await taskRow(page, 'Written on the train').boundingBox();
      await context.setOffline(false);
      await expect(successNotice(page, 'Task added!')).toBeVisible();
      await expect(waitingRows(page)).toHaveCount(0);
      await expect(page.getByText(/You are offline/)).toHaveCount(0);
      expect(await taskRow(page, 'Written on the train').boundingBox()).toEqual(place);
    });

    await base.step('on other pages the line can be dismissed, and returns at the next loss', async () => {
      await expectSaved(page, 'Written on the train');
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
      await context.setOffline(false);
    });

    const other = await context.newPage();
    await base.step('the server does not respond, and then it does', async () => {
      await breakRequests(page, { address: '**/rest/v1/**' }, neverAnswered);
      for (const path of ['/retro/dashboard', '/dashboard']) {
        await page.goto(path);
        await expect(page.getByText('Written on the train')).toBeVisible();
        await expect(page.getByText(LAST_READ)).toBeVisible();
      }
      await other.goto('/dashboard');
      await expect(taskRow(other, 'Written on the train')).toBeVisible();
      await expect(other.getByText(LAST_READ)).toHaveCount(0);
    });

    await base.step('she signs out offline: nothing is left in any tab, or for the next user', async () => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.setOffline(true);
      await logOut(other);
      for (const tab of [page, other]) await expect(tab).toHaveURL('/auth');
      expect(await savedData(page)).toEqual([]);
      expect(await storedSession(page)).toBeNull();
      await context.setOffline(false);
      await other.goto('/retro');
      await other.goBack();
      await expect(emailField(other)).toBeVisible();
      await page.goto('/auth');
      const grace = await createAccount(site);
      await breakRequests(page, REQUESTS.readTasks, neverAnswered);
      await submit(page, 'Sign In', grace.email, grace.password);
      await expect(dayCard(page, monday)).toBeVisible();
      await expect(page.getByText(LAST_READ)).toHaveCount(0);
      for (const tab of [page, other]) await expect(tab.getByText('Written on the train')).toHaveCount(0);
    });
  },
);

test('waiting-tasks, add-once, needs-network, sign-out: waiting tasks survive a closed page, a captive portal and lost responses, are sent once, and are asked for before signing out', async ({
  member: page,
  context,
  account,
  network,
}) => {
  await insertTasks(account, [{ title: 'Water the plants', task_date: monday }]);
  await test.step('a page that opens offline, tasks that are typed then, and it is closed', async () => {
    await page.goto('/dashboard');
    await expectSaved(page, 'Water the plants');
    for (const path of ['/dashboard', '/registry.json'])
      await expect.poll(() => cachedPaths(page)).toContain(path);
    // The service worker controls the page from the next document on.
    await openWeek(page);
    await expect(taskRow(page, 'Water the plants')).toBeVisible();
    await goOffline(page);
    for (const title of ['Buy milk', 'Call Ana']) await addTask(page, monday, title);
    await expectWaiting(page, 'Buy milk', 'Call Ana');
    await page.close();
  });

  const [tab, other] = [await context.newPage(), await context.newPage()];
  await test.step('two tabs send at the same time, each task once', async () => {
    const reconnects = [];
    for (const each of [tab, other]) {
      reconnects.push(await goOffline(each));
      await each.goto('/dashboard');
      await expectWaiting(each, 'Buy milk', 'Call Ana');
      await expect(taskRow(each, 'Water the plants')).toBeVisible();
    }
    const sent: string[] = [];
    for (const each of [tab, other])
      each.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await Promise.all(reconnects.map((reconnect) => reconnect()));
    await Promise.all([tab, other].map(comeBack));
    for (const each of [tab, other]) await expectSent(each, account, 'Buy milk', 'Call Ana');
    expect(sent.filter((one) => one === 'POST /rest/v1/tasks')).toHaveLength(2);
    await other.close();
  });

  await test.step('the page of a hotel takes no task, is shown, so that one can sign in to its network, and is not cached', async () => {
    let reconnect = await goOffline(tab);
    await addTask(tab, monday, 'In the lift');
    network.setMode('portal');
    await reconnect();
    await comeBack(tab);
    await expectWaiting(tab, 'In the lift');
    await tab.goto('/dashboard', { waitUntil: 'commit' });
    await expect(tab.getByRole('heading', { name: HOTEL })).toBeVisible();
    reconnect = await goOffline(tab);
    await tab.goto('/dashboard');
    await expectWaiting(tab, 'In the lift');
    await expect(taskRow(tab, 'Buy milk')).toBeVisible();
    network.setMode('honest');
    await reconnect();
    await comeBack(tab);
    await expectSent(tab, account, 'Buy milk', 'Call Ana', 'In the lift');
  });

  await test.step('a task whose response never arrives is not added twice', async () => {
    network.setMode('deaf');
    await addTask(tab, monday, 'Post the letter');
    await expectWaiting(tab, 'Post the letter');
    // The server has stored the task, but its response was lost.
    expect(await titlesOf(account)).toContain('Post the letter');
    network.setMode('silent');
    await tab.goto('/dashboard');
    await expect(taskRow(tab, 'Water the plants')).toBeVisible();
    await expect(tab.getByText(/Last read /)).toBeVisible();
    await expectWaiting(tab, 'Post the letter');
    network.setMode('honest');
    await comeBack(tab);
    await expectSent(tab, account, 'Buy milk', 'Call Ana', 'In the lift', 'Post the letter');
  });

  await test.step('signing out asks first, and then the task is gone', async () => {
    // The code of the dialog loads with the first press.
    const code = tab.waitForResponse(/\/assets\/SignOutDialog-.*\.js$/);
    await tab.getByRole('button', { name: 'Today', exact: true }).click();
    await (await code).finished();
    const reconnect = await goOffline(tab);
    await addTask(tab, monday, 'A secret plan');
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
    expect(await savedData(tab)).toEqual([]);
    await reconnect();
    await submit(tab, 'Sign In', account.email, account.password);
    await expect(taskRow(tab, 'Buy milk')).toBeVisible();
    await expect(waitingRows(tab)).toHaveCount(0);
    expect(await titlesOf(account)).not.toContain('A secret plan');
  });
});
