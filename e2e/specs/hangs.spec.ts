import type { Page } from '@playwright/test';
import { equalVersion, pageOf } from '../lab/faults/faults.ts';
import { regionOf } from '../lab/faults/observe.ts';
import { expect, test } from '../lab/faults/test.ts';
import type { FaultStore } from '../lab/faults/faultStore.ts';
import { goInside, sheetsOf } from '../support/documents.ts';

// A version from which nothing comes gives way to the one before it after two seconds; one that is only slow does not.
// How long a visitor waits, with every remote: faults.spec.ts.

const retro = pageOf('retro');

/** Puts a version live that has one before it, opens another page, and notes what is fetched of retro. */
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

test('a version that answers after another one has taken its place changes nothing any more', async ({
  page,
  store,
  events,
}) => {
  const { live, previous } = await openAbout(page, store);
  const { promise: isLate, resolve: answer } = Promise.withResolvers<void>();
  await page.route(`**/remotes/retro/${live}/remoteEntry.js*`, async (route) => {
    await isLate;
    await route.fallback();
  });
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await expect(page.getByRole('heading', { level: 1, name: retro.heading })).toBeFocused();
  const shown = { version: previous, source: 'previous' };
  expect(await regionOf(page, 'retro')).toEqual(shown);

  const late = page.waitForResponse(`**/remotes/retro/${live}/remoteEntry.js*`);
  answer();
  await (await late).finished();
  // Another page of the remote: time enough for the late version to do something, if it would.
  await page.goBack();
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await expect(page.getByRole('heading', { level: 1, name: retro.heading })).toBeFocused();
  expect(await regionOf(page, 'retro')).toEqual(shown);
  const worn = (await sheetsOf(page, 'retro')).filter(({ isWorn }) => isWorn);
  expect(worn).toMatchObject([{ version: previous }]);
  const ofRetro = events.filter(({ id }) => id === 'retro');
  expect(ofRetro.map(({ version, outcome, cause }) => [version, outcome, cause])).toEqual([
    [live, 'fell-back', 'timeout'],
  ]);
});

test('on a slow network the newer version is waited for, and nothing of the one before it is loaded', async ({
  page,
  store,
  events,
}) => {
  const { live, fetched } = await openAbout(page, store);
  const devTools = await page.context().newCDPSession(page);
  // Chromium's 'Slow 3G'.
  const slow = { offline: false, latency: 2_000, downloadThroughput: 50_000, uploadThroughput: 50_000 };
  await devTools.send('Network.emulateNetworkConditions', slow);
  // Without a press, before which all would have been fetched at once: here the page's chunk is asked for after the entry.
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
