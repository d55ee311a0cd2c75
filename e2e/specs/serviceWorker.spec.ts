import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { derive } from '@space/store';
import { PAGES, equalVersion } from '../bench/faults/faults.ts';
import { expect, regionOf, test } from '../bench/faults/test.ts';
import { logOut } from '../support/accounts.ts';
import { expectAccessible } from '../support/accessible.ts';
import { cachedPaths, goOffline } from '../support/network.ts';
import { insertTask } from '../support/planner.ts';
import type { Site } from '../support/site.ts';

// The service worker: which pages open offline, what never comes from a cache, and how it is removed.

test.use({ serviceWorkers: 'allow' });

const since = '2026-01-02T03:04:05.000Z';
const disabled = { reason: 'Dusting.', since };
const { retro } = PAGES;
const heading = (page: Page, name: RegExp | string) => page.getByRole('heading', { level: 1, name });

/** Waits until a page, or the newest registry, is cached and contains a text. */
async function untilCached(page: Page, path: string, text = ''): Promise<void> {
  const get = async (path: string) => (await (await caches.open('better-space-pages-3')).match(path))?.text();
  await expect.poll(() => page.evaluate(get, path)).toContain(text);
}

/** Pauses the server's process during `work`: it accepts connections, but responds only when the work is done. */
async function whileServerPaused({ pid }: Site, work: () => Promise<void>): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await work().finally(() => process.kill(pid, 'SIGCONT'));
}

test('installable, offline-pages, kept-data: the site can be installed, its week opens offline after one visit, other pages say that they are offline, of a private page only the outline is painted until the server says that it is live, and signing out removes personal data', async ({
  member: page,
  context,
  account,
  site,
  store,
  allowConsole,
}) => {
  allowConsole(/Failed to load/);
  await insertTask(account, 'Water the plants');
  await page.goto('/retro');
  await test.step('the browser finds nothing that prevents the installation', async () => {
    const devtools = await context.newCDPSession(page);
    const { errors, data = '{}' } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // Chromium treats the contexts of tests as incognito windows, in which nothing can be installed.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    expect(data).toContain('"start_url": "/dashboard"');
  });
  await untilCached(page, '/dashboard');
  await page.goto('/dashboard');
  await expect(page.getByText('Water the plants')).toBeVisible();

  const reconnect = await goOffline(page);
  await page.reload();
  await expect(page.getByRole('status').getByText(/^You are offline\. Last read at /)).toBeVisible();

  const offlinePage = await page.goto('/jobs?from=the-train');
  expect(offlinePage?.headers()).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
  });
  await expect(heading(page, 'You are offline')).toBeVisible();
  await expect(page).toHaveTitle('Better Space — You are offline');
  await expectAccessible(page, 'a page that is not kept', 1);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(page.getByRole('link')).toHaveText(['Try again', 'Dashboard', 'Retro mode']);
  await page.getByRole('link', { name: 'Dashboard' }).click();
  await expect(page.getByText('Water the plants')).toBeVisible();

  await reconnect();
  const week = heading(page, /your week space looks great!/);
  const outline = page.getByRole('main', { name: 'Loading page' });
  await test.step('the server does not respond, and then says that the planner is switched off', async () => {
    await page.goto('/about');
    for (const path of ['/about', '/dashboard']) await untilCached(page, path);
    await whileServerPaused(site, async () => {
      const start = Date.now();
      await page.goto('/about', { waitUntil: 'commit' });
      expect(Date.now() - start, 'public text is not painted before').toBeGreaterThan(2_900);
      await expect(heading(page, /About Us/)).toBeVisible();
      await page.goto('/dashboard?week=2026-01-05#later', { waitUntil: 'commit' });
      await expect(outline).toBeVisible();
      const scripts = () =>
        page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
      await expect.poll(scripts).toContainEqual(expect.stringContaining('/DashboardPage-'));
      expect(await page.evaluate(() => document.readyState)).toBe('loading');
      await expect(week).toHaveCount(0);
      await store.setPointer('planner', () => ({ disabled }));
    });
    await expect(heading(page, 'This page is taking a break')).toBeVisible();
    await expect(page).toHaveURL('/dashboard?week=2026-01-05#later');
    const [arrival] = await page.evaluate(() => performance.getEntriesByType('navigation'));
    expect(arrival).toMatchObject({ type: 'reload' });
    await store.setPointer('planner', () => ({ disabled: null }));
    await page.goto('/dashboard');
    await expect(week).toBeVisible();
  });

  await logOut(page);
  await expect(page).toHaveURL('/auth');
  /** Everything that this browser stores for the site. */
  const stored = await page.evaluate(async () => {
    const all: unknown[] = [localStorage, sessionStorage, await indexedDB.databases()];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys()) all.push(url, await (await cache.match(url))?.text());
    }
    return JSON.stringify(all);
  });
  expect(stored).toContain('/dashboard');
  const { access_token, refresh_token } = account.session;
  for (const text of [account.email, account.id, access_token, refresh_token, 'Water the plants'])
    expect(stored).not.toContain(text);
});

test('offline-pages: with a worker in control a corrupted cached file is requested again, and a release that was rolled back, withdrawn or switched off never comes from a cache once the network responds', async ({
  page,
  store,
  events,
  allowConsole,
}) => {
  allowConsole(/Failed to (load|find)|dynamically imported module/);
  const sound = store.soundOf('retro');
  const next = await equalVersion(store, retro, 'next');
  const open = async () => {
    await page.goto('/retro');
    await expect(heading(page, retro.heading)).toBeVisible();
  };

  await test.step('a corrupted file', async () => {
    const entry = `/remotes/retro/${sound}/remoteEntry.js`;
    await open();
    await expect.poll(() => cachedPaths(page)).toContain(entry);
    await page.evaluate(async (path) => {
      const headers = { 'content-type': 'text/javascript' };
      const spoiled = new Response('export const spoiled = true;', { headers });
      await (await caches.open('better-space-files-3')).put(path, spoiled);
    }, entry);
    await open();
    await expect.poll(() => events.map(({ outcome }) => outcome)).toEqual(['loaded', 'recovered']);
  });

  const expectVersion = async (version: string) => {
    await open();
    await expect.poll(() => regionOf(page, 'retro')).toMatchObject({ version });
  };
  const canary = { version: next, percent: 100, since };
  for (const [name, version, kept, change] of [
    ['a release', next, `"live":{"version":"${next}"`, () => store.goLive('retro', next, sound)],
    ['rolled back', sound, `"live":{"version":"${sound}"`, () => store.goLive('retro', sound)],
    ['a canary', next, next, () => store.setPointer('retro', () => ({ canary }))],
  ] as const)
    await test.step(`${name}: it runs at once, and then also without a network`, async () => {
      await change();
      await expectVersion(version);
      await untilCached(page, '/retro', kept);
      const isCached = async () =>
        (await cachedPaths(page)).includes(`/remotes/retro/${next}/remoteEntry.js`);
      await expect.poll(isCached).toBe(version === next);
      const reconnect = await goOffline(page);
      await expectVersion(version);
      await reconnect();
    });
  await test.step('withdrawn, and switched off: the cached page is not shown, whichever page reported it', async () => {
    await store.setPointer('retro', () => ({ canary: null }));
    await expectVersion(sound);
    await untilCached(page, '/retro', `"live":{"version":"${sound}"`);
    await store.setPointer('retro', () => ({ disabled }));
    await page.goto('/about');
    await untilCached(page, '/registry.json', 'Dusting.');
    const reconnect = await goOffline(page);
    await page.goto('/retro');
    await expect(heading(page, /You are offline|This page is taking a break/)).toBeVisible();
    await reconnect();
    await page.goto('/retro');
    await expect(heading(page, 'This page is taking a break')).toBeVisible();
  });
});

test('a broken worker is replaced at the next visit, and the operator can remove any worker', async ({
  page,
  store,
  allowConsole,
}) => {
  allowConsole(/a fault in the worker|FetchEvent for|net::ERR_FAILED/);
  const broken = `addEventListener('install', () => skipWaiting());
    addEventListener('fetch', (event) => event.respondWith(Promise.reject(new Error('a fault in the worker'))));`;
  const openAbout = async () => {
    await page.goto('/about');
    await expect(heading(page, /About Us/)).toBeVisible();
  };

  await test.step('a broken worker locks no one out', async () => {
    writeFileSync(join(store.folder, 'service-worker.js'), broken);
    await page.goto('/about');
    const state = () => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state);
    await expect.poll(state).toBe('activated');
    await page.evaluate(() => caches.open('better-space-pages-2'));
    await expect(page.goto('/about')).rejects.toThrow('net::ERR_FAILED');
    await derive(store.folder);
    await expect(page.goto('/about')).rejects.toThrow('net::ERR_FAILED');
    await expect(openAbout).toPass();
    await untilCached(page, '/about');
    expect(await page.evaluate(() => caches.keys())).not.toContain('better-space-pages-2');
  });

  await test.step('the operator switches the worker off', async () => {
    const hasWorker = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined);
    const site = join(store.folder, 'site.json');
    writeFileSync(site, JSON.stringify({ serviceWorker: false }));
    try {
      await derive(store.folder);
      await openAbout();
      await expect.poll(hasWorker).toBe(false);
      expect(await page.evaluate(() => caches.keys())).toEqual([]);
      await openAbout();
      await page.evaluate(() => document.fonts.ready);
      expect(await hasWorker()).toBe(false);
    } finally {
      rmSync(site);
      await derive(store.folder);
    }
  });
});
