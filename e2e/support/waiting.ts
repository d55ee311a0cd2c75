import type { Page } from '@playwright/test';
import { expect, test as base } from '../bench/faults/test.ts';
import { createAccount, type Account } from './accounts.ts';
import { submit } from './forms.ts';
import { untilWeekSaved } from './savedData.ts';
import { startLyingNetwork } from './lyingNetwork.ts';
import { goOffline } from './network.ts';
import { addTask, monday, insertTask, taskRow, titlesOf, waitingRows } from './planner.ts';
import type { Site } from './site.ts';

// Tasks that are queued to be sent, behind a network that may fail or respond falsely.

export { expect };

/** `test` with a site and a network of its own, and with the service worker. */
export const test = base.extend<{ network: Awaited<ReturnType<typeof startLyingNetwork>> }>({
  serviceWorkers: 'allow',
  network: async ({ site }, provide) => {
    const network = await startLyingNetwork(site.origin);
    await provide(network);
    network.close();
  },
  baseURL: ({ network }, provide) => provide(network.origin),
});

/** Opens the week, and waits until it also opens offline. */
export async function openWeek(page: Page, account: Account): Promise<void> {
  await insertTask(account, 'Water the plants', monday);
  await page.goto('/dashboard');
  await untilWeekSaved(page, 'Water the plants');
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const pages = await caches.open('better-space-pages-3');
        const [page, registry] = await Promise.all([
          pages.match('/dashboard'),
          pages.match('/registry.json'),
        ]);
        return page !== undefined && registry !== undefined;
      }),
    )
    .toBe(true);
  // The service worker controls the page from the next document on.
  await page.reload();
  await expect(taskRow(page, 'Water the plants')).toBeVisible();
}

/** Types a task for Monday and submits it. */
export const write = (page: Page, title: string) => addTask(page, monday, title);

export const expectWaiting = (page: Page, ...titles: string[]) =>
  expect(waitingRows(page)).toContainText(titles);

/** Goes offline and types tasks, which are queued. Returns a function that restores the network. */
export async function writeOffline(page: Page, ...titles: string[]): Promise<() => Promise<void>> {
  const restoreNetwork = await goOffline(page);
  for (const title of titles) await write(page, title);
  await expectWaiting(page, ...titles);
  return restoreNetwork;
}

/** Focuses the window again, upon which queued tasks are sent. */
export const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

/** Expects every typed task once in the week and in the account, and an empty queue. */
export async function expectSent(page: Page, account: Account, ...titles: string[]): Promise<void> {
  await expect(waitingRows(page)).toHaveCount(0);
  for (const title of titles) await expect(taskRow(page, title)).toHaveCount(1);
  expect((await titlesOf(account)).slice(1)).toEqual(titles);
}

/** Signs in a second user on the same device, and expects that nothing of the first user is shown. */
export async function signInAsNext(page: Page, site: Site): Promise<Account> {
  const grace = await createAccount(site);
  await submit(page, 'Sign In', grace.email, grace.password);
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
  await expect(waitingRows(page)).toHaveCount(0);
  return grace;
}

/** Opens the week in a browser whose cache quota and local storage are full. */
export async function fillStorage(page: Page, account: Account): Promise<void> {
  await insertTask(account, 'Water the plants', monday);
  await page.goto('/about');
  const devtools = await page.context().newCDPSession(page);
  const { origin } = new URL(page.url());
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await page.evaluate(() => {
    let piece = 'x'.repeat(1_000_000);
    for (let index = 0; piece !== ''; index += 1) {
      try {
        localStorage.setItem(`full-${index}`, piece);
      } catch {
        piece = piece.slice(0, piece.length / 2);
      }
    }
  });
  await page.goto('/dashboard');
  await expect(taskRow(page, 'Water the plants')).toBeVisible();
}

/** Checks for a new service worker and expects to find one. The browser decides when it takes over. */
export async function updateWorker(page: Page): Promise<void> {
  const isFound = page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const before = registration.active;
    await registration.update();
    return (registration.installing ?? registration.waiting ?? registration.active) !== before;
  });
  expect(await isFound).toBe(true);
}
