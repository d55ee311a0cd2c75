import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { derive } from '@space/store';
import { THROWN, equalVersion, pageOf, throwing } from '../bench/faults/faults.ts';
import { regionOf } from '../bench/faults/observe.ts';
import { expect, test } from '../bench/faults/test.ts';
import { logOut } from '../support/accounts.ts';
import { expectAccessible } from '../support/accessible.ts';
import { goOffline } from '../support/network.ts';
import { insertTask } from '../support/planner.ts';
import type { Site } from '../support/site.ts';

// The service worker: which pages open offline, what never comes from a cache, and how it is removed.

test.use({ serviceWorkers: 'allow' });

const SINCE = '2026-01-02T03:04:05.000Z';
const OFFLINE_LINE = /^You are offline\. Last read at \d\d:\d\d\.$/;
/** ERR_FAILED: a request that the worker passed on. */
const DISCONNECTED = /Failed to load resource: net::ERR_(?:INTERNET_DISCONNECTED|FAILED)/;

const retro = pageOf('retro');
const heading = (page: Page, name: RegExp | string) => page.getByRole('heading', { level: 1, name });

/** Returns the cached HTML of a page, or null if there is none. */
const cachedHtml = (page: Page, path: string) =>
  page.evaluate(async (path) => {
    const found = await (await caches.open('better-space-pages-3')).match(path);
    return (await found?.text()) ?? null;
  }, path);

/** Waits until a page, or the newest registry, is cached and contains a text. */
const untilCached = (page: Page, path: string, text = '') =>
  expect.poll(async () => (await cachedHtml(page, path))?.includes(text), `${path} is kept`).toBe(true);

/** Returns whether the entry of a version of retro is cached. */
const hasCachedEntry = (page: Page, version: string) =>
  page.evaluate(async (version) => {
    const files = await (await caches.open('better-space-files-3')).keys();
    return files.some(({ url }) => url.endsWith(`/remotes/retro/${version}/remoteEntry.js`));
  }, version);

/** Pauses the server's process during `work`: it accepts connections, but responds only when the work is done. */
async function whileServerPaused({ pid }: Site, work: () => Promise<void>): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  try {
    await work();
  } finally {
    process.kill(pid, 'SIGCONT');
  }
}

const retroVersion = (page: Page) => regionOf(page, 'retro').then((region) => region?.version);

/** Returns everything that this browser stores for the site, as one text. */
const allStoredText = (page: Page) =>
  page.evaluate(async () => {
    const texts = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        texts.push(request.url, (await (await cache.match(request))?.text()) ?? '');
    }
    texts.push(...(await indexedDB.databases()).map(({ name }) => name ?? ''));
    return texts.join('\n');
  });

test('installable, offline-pages, kept-data: the site can be installed, its week opens offline after one visit, other pages say that they are offline, and signing out removes personal data', async ({
  member: page,
  context,
  account,
  allowConsole,
}) => {
  allowConsole(DISCONNECTED);
  allowConsole(/Failed to load profile/);
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
  await expect(heading(page, /your week space looks great!/)).toBeVisible();
  await expect(page.getByRole('status').getByText(OFFLINE_LINE)).toBeVisible();

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
  await expect(heading(page, /your week space looks great!/)).toBeVisible();

  await reconnect();
  await logOut(page);
  await expect(page).toHaveURL('/auth');
  const stored = await allStoredText(page);
  expect(stored).toContain('/dashboard');
  const { access_token, refresh_token } = account.session;
  for (const text of [account.email, account.id, access_token, refresh_token, 'Water the plants'])
    expect(stored).not.toContain(text);
});

test('offline-pages: a release that was rolled back, withdrawn or switched off never comes from a cache once the network responds', async ({
  page,
  store,
  allowConsole,
}) => {
  allowConsole(DISCONNECTED);
  const sound = store.soundOf('retro');
  const next = await equalVersion(store, retro, 'next');
  const open = async () => {
    await page.goto('/retro');
    await expect(heading(page, retro.heading)).toBeVisible();
  };

  await test.step('a release is cached, and runs without a network', async () => {
    await store.goLive('retro', next, sound);
    await open();
    await untilCached(page, '/retro', `"live":{"version":"${next}"`);
    const reconnect = await goOffline(page);
    await open();
    expect(await retroVersion(page)).toBe(next);
    await reconnect();
  });

  await test.step('rolled back: the previous version runs at once, and from then on also without a network', async () => {
    await store.goLive('retro', sound);
    await open();
    expect(await retroVersion(page)).toBe(sound);
    await untilCached(page, '/retro', `"live":{"version":"${sound}"`);
    expect(await hasCachedEntry(page, next)).toBe(false);
    const reconnect = await goOffline(page);
    await open();
    expect(await retroVersion(page)).toBe(sound);
    await reconnect();
  });

  await test.step('a device keeps its canary without a network, until the canary is withdrawn', async () => {
    await store.setPointer('retro', () => ({ canary: { version: next, percent: 100, since: SINCE } }));
    await open();
    await expect.poll(() => retroVersion(page)).toBe(next);
    await untilCached(page, '/retro', next);
    await expect.poll(() => hasCachedEntry(page, next)).toBe(true);
    const reconnect = await goOffline(page);
    await open();
    await expect.poll(() => retroVersion(page)).toBe(next);
    await reconnect();
    await store.setPointer('retro', () => ({ canary: null }));
    await open();
    expect(await retroVersion(page)).toBe(sound);
  });

  await test.step('switched off: the cached page is not shown, whichever page reported it', async () => {
    await untilCached(page, '/retro', `"live":{"version":"${sound}"`);
    await store.setPointer('retro', () => ({ disabled: { reason: 'Dusting.', since: SINCE } }));
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

test('offline-pages: a cached public page is shown if the server does not respond; of a private one the outline is painted, and it runs only once the server says that it is live', async ({
  member: page,
  site,
  store,
}) => {
  const scripts = () =>
    page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname));
  await page.goto('/retro');
  await untilCached(page, '/dashboard');
  await page.goto('/about');
  await untilCached(page, '/about');
  await whileServerPaused(site, async () => {
    await page.goto('/about');
    await expect(heading(page, /About Us/)).toBeVisible();
    await page.goto('/dashboard', { waitUntil: 'commit' });
    await expect(page.getByRole('main', { name: 'Loading page' })).toBeVisible();
    await expect.poll(scripts).toContainEqual(expect.stringContaining('/DashboardPage-'));
    expect(await page.evaluate(() => document.readyState)).toBe('loading');
    await expect(heading(page, /week space/)).toHaveCount(0);
  });
  await expect(heading(page, /your week space looks great!/)).toBeVisible();

  await untilCached(page, '/dashboard');
  // The server is paused when the remote is switched off: only the response for the page can report it.
  await whileServerPaused(site, async () => {
    await store.setPointer('planner', () => ({ disabled: { reason: 'Dusting.', since: SINCE } }));
    await page.goto('/dashboard?week=2026-01-05#later', { waitUntil: 'commit' });
    await expect(page.getByRole('main', { name: 'Loading page' })).toBeVisible();
  });
  await expect(heading(page, 'This page is taking a break')).toBeVisible();
  await expect(page).toHaveURL('/dashboard?week=2026-01-05#later');
  const [arrival] = await page.evaluate(() => performance.getEntriesByType('navigation'));
  expect(arrival).toMatchObject({ type: 'reload' });
});

test('with a worker in control, a corrupted cached file is requested again, and a release that is missing or throws falls back to the version before', async ({
  page,
  store,
  events,
  allowConsole,
}) => {
  // React's error: the page threw while it was hydrated.
  allowConsole(new RegExp(`${THROWN}|Failed to load resource|dynamically imported module|React error #422`));
  allowConsole(/Failed to find a valid digest/);
  const sound = store.soundOf('retro');
  await page.goto('/retro');
  await untilCached(page, '/retro');
  await page.evaluate(async () => {
    const files = await caches.open('better-space-files-3');
    const entry = (await files.keys()).find(({ url }) => /retro\/.*remoteEntry\.js$/.test(url));
    if (!entry) throw new Error('the entry is not kept');
    const headers = { 'content-type': 'text/javascript' };
    await files.put(entry, new Response('export const spoiled = true;', { headers }));
  });
  await page.goto('/retro');
  await expect(heading(page, retro.heading)).toBeVisible();
  const outcomes = () => events.map(({ outcome, cause }) => `${outcome}, ${cause}`);
  await expect.poll(() => outcomes().length).toBe(2);
  expect(events.map(({ outcome }) => outcome)).toEqual(['loaded', 'recovered']);

  const missing = await equalVersion(store, retro, 'missing');
  const thrower = await store.addVersion('retro', retro.chunk, () => throwing(retro));
  for (const [version, fault] of [
    [missing, () => store.breakFile('retro', missing, /remoteEntry\.js$/, null)],
    [thrower, () => {}],
  ] as const) {
    await store.goLive('retro', version, sound);
    fault();
    await page.goto('/retro');
    await expect(heading(page, retro.heading)).toBeVisible();
    await expect.poll(() => regionOf(page, 'retro')).toEqual({ version: sound, source: 'previous' });
  }
  await expect.poll(() => outcomes().slice(2)).toEqual(['fell-back, network', 'fell-back, render']);
});

test('a broken worker is replaced at the next visit, and the operator can remove any worker', async ({
  page,
  store,
  allowConsole,
}) => {
  allowConsole(/a fault in the worker|FetchEvent for|net::ERR_FAILED/);
  const broken = `addEventListener('install', () => skipWaiting());
    addEventListener('fetch', (event) => event.respondWith(Promise.reject(new Error('a fault in the worker'))));`;
  const hasWorker = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined);

  await test.step('a broken worker locks no one out', async () => {
    writeFileSync(join(store.folder, 'service-worker.js'), broken);
    await page.goto('/about');
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state))
      .toBe('activated');
    await expect(page.goto('/about')).rejects.toThrow('net::ERR_FAILED');
    await derive(store.folder);
    await expect(page.goto('/about')).rejects.toThrow('net::ERR_FAILED');
    await expect(async () => {
      await page.goto('/about');
      await expect(heading(page, /About Us/)).toBeVisible();
    }).toPass();
    await untilCached(page, '/about');
  });

  await test.step('the operator switches the worker off', async () => {
    const site = join(store.folder, 'site.json');
    writeFileSync(site, JSON.stringify({ serviceWorker: false }));
    try {
      await derive(store.folder);
      await page.goto('/about');
      await expect(heading(page, /About Us/)).toBeVisible();
      await expect.poll(hasWorker).toBe(false);
      expect(await page.evaluate(() => caches.keys())).toEqual([]);
      await page.reload();
      await expect(heading(page, /About Us/)).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      expect(await hasWorker()).toBe(false);
    } finally {
      rmSync(site);
      await derive(store.folder);
    }
  });
});
