import type { Page } from '@playwright/test';
import { equalVersion, pageOf } from '../bench/faults/faults.ts';
import { regionOf } from '../bench/faults/observe.ts';
import { expect, test } from '../bench/faults/test.ts';
import type { FaultStore } from '../bench/faults/faultStore.ts';
import { goInside, sheetsOf } from '../support/documents.ts';

// If a version does not respond, the previous version replaces it after two seconds; a version that is only slow is kept.
// How long a visitor waits, with every remote: faults.spec.ts.

const retro = pageOf('retro');

/** Makes a new version of retro live, records the requests for retro's files from now on, and opens another page. */
async function openAbout(page: Page, store: FaultStore) {
  const previous = store.soundOf('retro');
  const live = await equalVersion(store, retro, 'live');
  await store.goLive('retro', live, previous);
  const fetched: string[] = [];
  page.on('request', (request) => {
    const [, version = '', file = ''] = /\/remotes\/retro\/([^/]+)\/(.*)$/.exec(request.url()) ?? [];
    if (version !== '') fetched.push(`${version === live ? 'live' : 'previous'} ${file}`);
  });
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1, name: /About Us/ })).toBeVisible();
  return { live, previous, fetched };
}

test('a version that responds after the previous one has replaced it has no effect', async ({
  page,
  store,
  events,
}) => {
  const { live, previous } = await openAbout(page, store);
  const { promise: responseAllowed, resolve: allowResponse } = Promise.withResolvers<void>();
  await page.route(`**/remotes/retro/${live}/remoteEntry.js*`, async (route) => {
    await responseAllowed;
    await route.fallback();
  });
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await expect(page.getByRole('heading', { level: 1, name: retro.heading })).toBeFocused();
  const shown = { version: previous, source: 'previous' };
  expect(await regionOf(page, 'retro')).toEqual(shown);

  const lateResponse = page.waitForResponse(`**/remotes/retro/${live}/remoteEntry.js*`);
  allowResponse();
  await (await lateResponse).finished();
  // A second visit gives the late version time to do something, if it ever does.
  await page.goBack();
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await expect(page.getByRole('heading', { level: 1, name: retro.heading })).toBeFocused();
  expect(await regionOf(page, 'retro')).toEqual(shown);
  const applied = (await sheetsOf(page, 'retro')).filter(({ isApplied }) => isApplied);
  expect(applied).toMatchObject([{ version: previous }]);
  const ofRetro = events.filter(({ id }) => id === 'retro');
  expect(ofRetro.map(({ version, outcome, cause }) => [version, outcome, cause])).toEqual([
    [live, 'fell-back', 'timeout'],
  ]);
});

test('on a slow network the live version is awaited, and at most the entry of the previous version is loaded', async ({
  page,
  store,
  events,
}) => {
  const { live, fetched } = await openAbout(page, store);
  const devTools = await page.context().newCDPSession(page);
  // Chromium's 'Slow 3G'.
  const slow = { offline: false, latency: 2_000, downloadThroughput: 50_000, uploadThroughput: 50_000 };
  await devTools.send('Network.emulateNetworkConditions', slow);
  // Without a click, which would prefetch all files at once: here the page's chunk is requested after the entry.
  await goInside(page, '/retro');
  await expect(page.getByRole('heading', { level: 1, name: retro.heading })).toBeVisible({ timeout: 20_000 });
  expect(await regionOf(page, 'retro')).toEqual({ version: live, source: 'live' });
  expect(fetched.filter((file) => file.startsWith('previous') && file !== 'previous remoteEntry.js')).toEqual(
    [],
  );
  await expect.poll(() => events.filter(({ id }) => id === 'retro')).toMatchObject([{ outcome: 'loaded' }]);
  const [event] = events.filter(({ id }) => id === 'retro');
  expect(event?.milliseconds).toBeGreaterThan(2_000);
});
