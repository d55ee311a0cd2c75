import type { Page } from '@playwright/test';
import { expect, test as base } from '../lab/faults/test.ts';
import { createAccount, type Account } from './accounts.ts';
import { submit } from './forms.ts';
import { untilKept } from './kept.ts';
import { startLyingNetwork } from './lyingNetwork.ts';
import { loseNetwork } from './network.ts';
import { addTask, monday, plantTask, taskRow, titlesOf, waitingList } from './planner.ts';
import type { Site } from './site.ts';

// Tasks that wait to be sent, behind a network that may lie.

export { expect };

/** `test` on a site of its own, behind a network of its own, with the service worker as people have it. */
export const test = base.extend<{ network: Awaited<ReturnType<typeof startLyingNetwork>> }>({
  serviceWorkers: 'allow',
  network: async ({ site }, provide) => {
    const network = await startLyingNetwork(site.origin);
    await provide(network);
    network.close();
  },
  baseURL: ({ network }, provide) => provide(network.origin),
});

/** Opens the week, and waits until it opens without a network as well. */
export async function openWeek(page: Page, account: Account): Promise<void> {
  await plantTask(account, 'Water the plants', monday);
  await page.goto('/dashboard');
  await untilKept(page, 'Water the plants');
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const pages = await caches.open('better-space-pages');
        const [page, registry] = await Promise.all([
          pages.match('/dashboard'),
          pages.match('/registry.json'),
        ]);
        return page !== undefined && registry !== undefined;
      }),
    )
    .toBe(true);
  // From the next document on the service worker is in control.
  await page.reload();
  await expect(taskRow(page, 'Water the plants')).toBeVisible();
}

/** Types a task for Monday and sends it. */
export const write = (page: Page, title: string) => addTask(page, monday, title);

export const expectWaiting = (page: Page, ...titles: string[]) =>
  expect(waitingList(page).getByRole('listitem')).toContainText(titles);

/** Takes the network away and types tasks, which wait then. Returns what brings the network back. */
export async function writeOffline(page: Page, ...titles: string[]): Promise<() => Promise<void>> {
  const bringBack = await loseNetwork(page);
  for (const title of titles) await write(page, title);
  await expectWaiting(page, ...titles);
  return bringBack;
}

/** Brings the person back to the page: what waits is sent. */
export const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

/** All that was typed is in the week and in the account, once, and nothing waits any more. */
export async function expectSent(page: Page, account: Account, ...titles: string[]): Promise<void> {
  await expect(waitingList(page)).toHaveCount(0);
  for (const title of titles) await expect(taskRow(page, title)).toHaveCount(1);
  expect((await titlesOf(account)).slice(1)).toEqual(titles);
}

/** Another person signs in on the same device, and sees nothing of the one before. */
export async function signInAsNext(page: Page, site: Site): Promise<Account> {
  const grace = await createAccount(site);
  await submit(page, 'Sign In', grace.email, grace.password);
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
  await expect(waitingList(page)).toHaveCount(0);
  return grace;
}

/** The week of a browser that gives no more room, in its caches and in its storage. */
export async function fillStorage(page: Page, account: Account): Promise<void> {
  await plantTask(account, 'Water the plants', monday);
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

/** Looks for another service worker, and finds one. When it takes over is up to the browser. */
export async function updateWorker(page: Page): Promise<void> {
  const isFound = page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const before = registration.active;
    await registration.update();
    return (registration.installing ?? registration.waiting ?? registration.active) !== before;
  });
  expect(await isFound).toBe(true);
}
