import type { Page } from '@playwright/test';
import type { FaultStore } from '../bench/faults/faultStore.ts';
import { PAGES, equalVersion } from '../bench/faults/faults.ts';
import { expect, regionOf, test } from '../bench/faults/test.ts';
import { appliedSheets, goInside } from '../support/documents.ts';
import { hold, watchPaths } from '../support/network.ts';

// Which version of a remote an open tab runs, and that nothing of another one disturbs it.

const FETCH_ERRORS = /Failed to load resource|dynamically imported module|Failed to find a valid digest/;

const { marketing, retro } = PAGES;

const heading = (page: Page, name: RegExp | string) => page.getByRole('heading', { level: 1, name });
const enterRetro = (page: Page) => page.getByRole('link', { name: 'Enter retro mode' });

/** Makes a new version of retro live, and opens another page. */
async function openAbout(page: Page, store: FaultStore) {
  const previous = store.soundOf('retro');
  const live = await equalVersion(store, retro, 'live');
  await store.goLive('retro', live, previous);
  await page.goto('/about');
  await expect(heading(page, /About Us/)).toBeVisible();
  return { live, previous };
}

test('a version that responds after the one before it has replaced it has no effect', async ({
  page,
  store,
  events,
}) => {
  const { live, previous } = await openAbout(page, store);
  const entry = `**/remotes/retro/${live}/remoteEntry.js*`;
  const resume = await hold(page, { address: entry });
  await enterRetro(page).click();
  await expect(heading(page, retro.heading)).toBeFocused();
  const shown = { version: previous, source: 'previous' };
  expect(await regionOf(page, 'retro')).toEqual(shown);

  const lateResponse = page.waitForResponse(entry);
  resume();
  await (await lateResponse).finished();
  // A second visit gives the late version time to do something, if it ever does.
  await page.goBack();
  await enterRetro(page).click();
  await expect(heading(page, retro.heading)).toBeFocused();
  expect(await regionOf(page, 'retro')).toEqual(shown);
  await expect(appliedSheets(page, 'retro')).toHaveAttribute('href', new RegExp(previous));
  const expected = [{ version: live, outcome: 'fell-back', cause: 'timeout' }];
  expect(events.filter(({ id }) => id === 'retro')).toMatchObject(expected);
});

test('on a slow network the live version is awaited, and at most the entry of the one before it is loaded', async ({
  page,
  store,
  events,
}) => {
  const { live, previous } = await openAbout(page, store);
  const fetched = watchPaths(page);
  const devTools = await page.context().newCDPSession(page);
  // Chromium's 'Slow 3G'.
  const slow = { offline: false, latency: 2_000, downloadThroughput: 50_000, uploadThroughput: 50_000 };
  await devTools.send('Network.emulateNetworkConditions', slow);
  // Without a click, which would prefetch all files at once: here the page's chunk is requested after the entry.
  await goInside(page, '/retro');
  await expect(heading(page, retro.heading)).toBeVisible({ timeout: 20_000 });
  expect(await regionOf(page, 'retro')).toEqual({ version: live, source: 'live' });
  const ofPrevious = fetched.filter((path) => path.startsWith(`/remotes/retro/${previous}/`));
  expect(ofPrevious.filter((path) => !path.endsWith('/remoteEntry.js'))).toEqual([]);
  const ofRetro = () => events.filter(({ id }) => id === 'retro');
  await expect.poll(ofRetro).toMatchObject([{ outcome: 'loaded' }]);
  expect(ofRetro()[0]?.milliseconds).toBeGreaterThan(2_000);
});

test('a version that failed is not tried again on the next page, a double click is one load, and a tab of an old release opens a new document for a missing file', async ({
  page,
  store,
  events,
  allowConsole,
}) => {
  allowConsole(FETCH_ERRORS);
  const sound = store.soundOf('marketing');
  const ofMarketing = () => events.filter(({ id }) => id === 'marketing').map(({ outcome }) => outcome);

  await test.step('one failure', async () => {
    const live = await equalVersion(store, marketing, 'live');
    await store.goLive('marketing', live, sound);
    store.breakFile('marketing', live, marketing.chunk, null);
    await page.goto('/about');
    await expect(heading(page, marketing.heading)).toBeVisible();
    await expect.poll(ofMarketing).toEqual(['fell-back']);
    const fetched = watchPaths(page);
    await page.getByRole('link', { name: 'Jobs', exact: true }).click();
    await expect(page).toHaveURL('/jobs');
    await expect(heading(page, /Jobs/)).toBeFocused();
    expect(await regionOf(page, 'marketing')).toEqual({ version: sound, source: 'previous' });
    expect(fetched.filter((path) => path.includes(live) && path.endsWith('remoteEntry.js'))).toEqual([]);
    await expect.poll(ofMarketing).toEqual(['fell-back', 'loaded']);
  });

  await test.step('a double click', async () => {
    const fetched = watchPaths(page);
    await enterRetro(page).dblclick();
    await expect(heading(page, retro.heading)).toBeVisible();
    const ofRetro = () => events.filter(({ id }) => id === 'retro').map(({ outcome }) => outcome);
    await expect.poll(ofRetro).toEqual(['loaded']);
    expect(fetched.filter((path) => /\/remotes\/retro\/.*remoteEntry/.test(path))).toHaveLength(1);
  });

  await test.step('an old tab', async () => {
    await store.repair();
    await page.goto('/about');
    await expect(heading(page, marketing.heading)).toBeVisible();
    await store.goLive('marketing', await equalVersion(store, marketing, 'newer'));
    // A page that this browser has not opened yet.
    store.breakFile('marketing', sound, /TermsPage-[^/]+\.js$/, null);
    const documents: string[] = [];
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
    });
    await page.getByRole('link', { name: 'Terms of Service' }).click();
    await expect(heading(page, /Terms/)).toBeVisible();
    await expect(page).toHaveURL('/terms');
    expect(documents).toEqual(['/terms']);
  });
});

test('the style sheet of a remote applies only while its page is shown, and only if it matches its hash', async ({
  page,
  store,
  events,
  allowConsole,
}) => {
  allowConsole(FETCH_ERRORS);
  const previous = store.soundOf('retro');
  const ofMarketing = heading(page, 'Tap into a Better Space');

  await test.step('global selectors affect no other page', async () => {
    const addRule = (text: string) => `${text} h1 { letter-spacing: 7px !important }`;
    await store.goLive('retro', await store.addVersion('retro', /\.css$/, addRule));
    await page.goto('/about');
    // Frames in which the page is shown without its style sheet.
    await page.evaluate(() => {
      const state = { bare: 0 };
      Object.assign(window, { frames: state });
      const check = () => {
        const title = document.querySelector('[data-remote="retro"] h1');
        if (title && getComputedStyle(title).letterSpacing !== '7px') state.bare += 1;
        requestAnimationFrame(check);
      };
      requestAnimationFrame(check);
    });
    for (let round = 1; round <= 2; round += 1) {
      await enterRetro(page).click();
      await expect(heading(page, retro.heading)).toHaveCSS('letter-spacing', '7px');
      await page.getByRole('link', { name: 'NORMAL MODE' }).click();
      await expect(ofMarketing).not.toHaveCSS('letter-spacing', '7px');
    }
    const bare = () => page.evaluate(() => (window as unknown as { frames: { bare: number } }).frames.bare);
    expect(await bare()).toBe(0);

    // The HTML of a page that is opened at its address contains its styles.
    await page.goto('/retro');
    await page.getByRole('link', { name: 'NORMAL MODE' }).click();
    await expect(ofMarketing).toBeVisible();
    const styles = page.locator('style[data-part-of^="/remotes/retro/"]');
    await expect(styles).toHaveAttribute('media', 'not all');
  });

  await test.step('a changed style sheet is not used', async () => {
    const live = await equalVersion(store, retro, 'live');
    await store.goLive('retro', live, previous);
    store.breakFile('retro', live, /\.css$/, (text) => `${text} h1 { display: none }`);
    await page.goto('/about');
    const before = events.length;
    await enterRetro(page).click();
    await expect(heading(page, retro.heading)).toBeVisible();
    expect(await regionOf(page, 'retro')).toEqual({ version: previous, source: 'previous' });
    const outcomes = () => events.slice(before).filter(({ id }) => id === 'retro');
    await expect.poll(outcomes).toMatchObject([{ outcome: 'fell-back', cause: 'integrity' }]);
  });
});
