import type { Page } from '@playwright/test';
import { sheetsOf } from '../support/documents.ts';
import { watchPaths } from '../support/network.ts';
import { THROWN, equalVersion, pageOf, throwing } from '../bench/faults/faults.ts';
import { regionOf } from '../bench/faults/observe.ts';
import { expect, test } from '../bench/faults/test.ts';

// How the site heals itself beyond a single page: canaries, the kill switch, tabs that were opened before a release.

const ENTRY = /remoteEntry\.js$/;
const JOBS = /JobsPage-[^/]+\.js$/;
const FETCH_ERRORS =
  /Failed to load resource|uncaught: .*dynamically imported module|Failed to find a valid digest/;
const SINCE = '2026-01-02T03:04:05.000Z';

const retro = pageOf('retro');
const marketing = pageOf('marketing');

const heading = (page: Page, name: RegExp | string) => page.getByRole('heading', { level: 1, name });

/** Records the path of each document that the page requests from now on. */
function watchDocuments(page: Page): string[] {
  const opened: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) opened.push(new URL(request.url()).pathname);
  });
  return opened;
}

test('a device gets its canary; if canary and live version cannot load, the previous one runs, as the inspector shows', async ({
  page,
  store,
  events,
  newVisitor,
  allowConsole,
}) => {
  allowConsole(FETCH_ERRORS);
  const previous = store.soundOf('retro');
  const live = await equalVersion(store, retro, 'live');
  const canary = await equalVersion(store, retro, 'canary');
  await store.goLive('retro', live, previous);
  await store.setPointer('retro', () => ({ canary: { version: canary, percent: 100, since: SINCE } }));
  const other = await newVisitor();
  await other.goto('/retro');
  await expect.poll(() => regionOf(other, 'retro')).toEqual({ version: canary, source: 'canary' });

  for (const version of [canary, live]) store.breakFile('retro', version, ENTRY, null);
  await page.goto('/retro');
  await expect(heading(page, retro.heading)).toBeVisible();
  // The document contains the live version's page; the version for this device then replaces it.
  await expect.poll(() => regionOf(page, 'retro')).toEqual({ version: previous, source: 'previous' });
  await expect
    .poll(() => events.map((event) => [event.version, event.outcome]))
    .toEqual([[canary, 'fell-back']]);

  await page.keyboard.press('Alt+Shift+KeyI');
  const entry = page
    .getByRole('dialog', { name: 'Who owns this page' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'retro previous' }) });
  for (const words of [
    `Version: ${previous}`,
    `Live: ${live}`,
    `Canary: ${canary} · on 100 % of devices`,
    `Failed in this tab: ${canary} · network: .+; ${live} · network: .+`,
  ])
    await expect(entry).toContainText(new RegExp(words));
});

test('a remote that is switched off shows the reason, and comes back with Retry', async ({
  page,
  store,
  events,
}) => {
  await store.setPointer('retro', () => ({
    disabled: { reason: 'The pixels are being dusted.', since: SINCE },
  }));
  const fetched = watchPaths(page);
  const retroPaths = () => fetched.filter((path) => path.startsWith('/remotes/retro/'));
  await page.goto('/about');
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await expect(heading(page, 'This page is taking a break')).toBeFocused();
  await expect(page.getByText('The pixels are being dusted.')).toBeVisible();
  const retry = page.getByRole('button', { name: 'Retry' });
  await retry.click();
  await expect(retry, 'it has asked').toBeEnabled();
  await expect(heading(page, 'This page is taking a break')).toBeVisible();
  expect(retroPaths()).toEqual([]);
  expect(
    events.filter(({ id }) => id === 'retro').map(({ outcome, cause }) => `${outcome}, ${cause}`),
  ).toContain('disabled, killed');

  await store.setPointer('retro', () => ({ disabled: null }));
  await retry.click();
  await expect(heading(page, retro.heading)).toBeVisible();
});

test('a version that failed is not tried again on the next page', async ({
  page,
  store,
  events,
  allowConsole,
}) => {
  allowConsole(FETCH_ERRORS);
  const live = await equalVersion(store, marketing, 'live');
  await store.goLive('marketing', live, store.soundOf('marketing'));
  store.breakFile('marketing', live, marketing.chunk, null);
  await page.goto('/about');
  await expect(heading(page, marketing.heading)).toBeVisible();
  await expect.poll(() => events.length).toBe(1);

  const fetched = watchPaths(page);
  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  await expect(page).toHaveURL('/jobs');
  await expect(heading(page, /Jobs/)).toBeFocused();
  expect(await regionOf(page, 'marketing')).toEqual({
    version: store.soundOf('marketing'),
    source: 'previous',
  });
  expect(fetched.filter((path) => path.includes(live) && path.endsWith('remoteEntry.js'))).toEqual([]);
  await expect.poll(() => events.map(({ outcome }) => outcome)).toEqual(['fell-back', 'loaded']);
});

test('a page that throws while it is used is replaced by the previous version, and the focus stays on the page', async ({
  page,
  store,
  events,
  allowConsole,
}) => {
  allowConsole(new RegExp(THROWN));
  const fault = await store.addVersion('retro', retro.chunk, (text) =>
    text.replace(
      /export\{(\w+) as RetroLandingPage\};?/,
      `export function RetroLandingPage() {
         if (globalThis.mustThrow) throw new Error('${THROWN}');
         return $1();
       }`,
    ),
  );
  await store.goLive('retro', fault, store.soundOf('retro'));
  await page.goto('/retro');
  await expect(heading(page, retro.heading)).toBeVisible();
  expect((await regionOf(page, 'retro'))?.version).toBe(fault);
  await page.evaluate(() => void Object.assign(globalThis, { mustThrow: true }));
  await page.getByRole('button', { name: 'Pause animation' }).press('Enter');
  await expect(heading(page, retro.heading)).toBeFocused();
  expect(await regionOf(page, 'retro')).toEqual({ version: store.soundOf('retro'), source: 'previous' });
  await expect
    .poll(() => events.map(({ version, outcome, cause }) => [version, outcome, cause]))
    .toEqual([
      [fault, 'loaded', 'none'],
      [fault, 'fell-back', 'render'],
    ]);
});

test('error-pages: a page whose text a translator has replaced is mounted afresh, and only a second crash is one event', async ({
  page,
  store,
  events,
  allowConsole,
}) => {
  allowConsole(/NotFoundError/);
  // Shows two texts in every second state: React removes each of them when they go.
  const live = await store.addVersion('retro', retro.chunk, (text) =>
    text.replace(
      /export\{(\w+) as RetroLandingPage\};?/,
      `export function RetroLandingPage() {
         const page = $1();
         const children = globalThis.state % 2 === 0 ? ['one ', 'two'] : null;
         const texts = { ...page, type: 'p', key: 'texts', props: { children } };
         return { ...page, type: 'div', props: { children: [page, texts] } };
       }`,
    ),
  );
  await store.goLive('retro', live, store.soundOf('retro'));
  await page.goto('/about');
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await expect(heading(page, retro.heading)).toBeVisible();
  const pause = page.getByRole('button', { name: /(Pause|Play) animation/ });
  const showState = async (state: number) => {
    await page.evaluate((value) => void Object.assign(globalThis, { state: value }), state);
    await pause.press('Enter');
  };
  const isTranslated = () => page.locator('[data-remote] font').count().then(Boolean);
  for (const [state, source] of [
    [0, 'live'],
    [2, 'previous'],
  ] as const) {
    await showState(state);
    await expect(page.getByText('one two')).toBeVisible();
    // As Chrome's translator does it.
    await page.locator('[data-remote]').evaluate((region) => {
      const texts = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
      const all: ChildNode[] = [];
      while (texts.nextNode()) all.push(texts.currentNode as ChildNode);
      for (const text of all) {
        const font = document.createElement('font');
        font.textContent = text.textContent;
        text.replaceWith(font);
      }
    });
    await showState(state + 1);
    await expect.poll(isTranslated, 'a new page').toBe(false);
    await expect(heading(page, retro.heading)).toBeFocused();
    expect((await regionOf(page, 'retro'))?.source).toBe(source);
  }
  await expect
    .poll(() => events.filter(({ id }) => id === 'retro').map(({ outcome, cause }) => `${outcome}, ${cause}`))
    .toEqual(['loaded, none', 'fell-back, render']);
});

test('a page that falls back during navigation has the styles of the version that runs', async ({
  page,
  store,
  allowConsole,
}) => {
  allowConsole(new RegExp(THROWN));
  const live = await store.addVersion('retro', retro.chunk, () => throwing(retro));
  await store.goLive('retro', live, store.soundOf('retro'));
  await page.goto('/about');
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await expect(heading(page, retro.heading)).toBeFocused();
  expect(await sheetsOf(page, 'retro')).toEqual([
    { version: live, isApplied: false, isChecked: true },
    { version: store.soundOf('retro'), isApplied: true, isChecked: true },
  ]);
});

test('the style sheet of a remote, which may have global selectors, applies only while its page is shown', async ({
  page,
  store,
}) => {
  const live = await store.addVersion(
    'retro',
    /\.css$/,
    (text) => `${text} h1 { letter-spacing: 7px !important }`,
  );
  await store.goLive('retro', live);
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
  for (const round of ['first', 'second']) {
    await test.step(round, async () => {
      await page.getByRole('link', { name: 'Enter retro mode' }).click();
      await expect(heading(page, retro.heading)).toHaveCSS('letter-spacing', '7px');
      await page.getByRole('link', { name: 'NORMAL MODE' }).click();
      await expect(heading(page, 'Tap into a Better Space')).not.toHaveCSS('letter-spacing', '7px');
    });
  }
  expect(await page.evaluate(() => (window as unknown as { frames: { bare: number } }).frames.bare)).toBe(0);

  // The HTML of a page that is opened at its address contains its styles.
  await page.goto('/retro');
  await page.getByRole('link', { name: 'NORMAL MODE' }).click();
  await expect(heading(page, 'Tap into a Better Space')).toBeVisible();
  await expect(page.locator('style[data-part-of^="/remotes/retro/"]')).toHaveAttribute('media', 'not all');
});

test('a style sheet that does not match its hash is not used', async ({
  page,
  store,
  events,
  allowConsole,
}) => {
  allowConsole(FETCH_ERRORS);
  const live = await equalVersion(store, retro, 'live');
  await store.goLive('retro', live, store.soundOf('retro'));
  store.breakFile('retro', live, /\.css$/, (text) => `${text} h1 { display: none }`);
  // By a link: the HTML of a page that is opened at its address contains its styles.
  await page.goto('/about');
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await expect(heading(page, retro.heading)).toBeVisible();
  expect(await regionOf(page, 'retro')).toEqual({ version: store.soundOf('retro'), source: 'previous' });
  await expect
    .poll(() => events.map(({ id, outcome, cause }) => `${id} ${outcome}, ${cause}`))
    .toEqual(['marketing loaded, none', 'retro fell-back, integrity']);
});

test('a double click on a link causes one load and one event', async ({ page, events }) => {
  const fetched = watchPaths(page);
  await page.goto('/about');
  await expect(heading(page, marketing.heading)).toBeVisible();
  await page.getByRole('link', { name: 'Enter retro mode' }).dblclick();
  await expect(heading(page, retro.heading)).toBeVisible();
  await expect
    .poll(() => events.map(({ id, outcome }) => `${id}, ${outcome}`))
    .toEqual(['marketing, loaded', 'retro, loaded']);
  expect(fetched.filter((path) => /\/remotes\/retro\/.*remoteEntry/.test(path))).toHaveLength(1);
});

test('a tab of an old release loads a new document if one of its files is missing', async ({
  page,
  store,
  allowConsole,
}) => {
  allowConsole(FETCH_ERRORS);
  const sound = store.soundOf('marketing');
  await page.goto('/about');
  await expect(heading(page, marketing.heading)).toBeVisible();
  await store.goLive('marketing', await equalVersion(store, marketing, 'newer'));
  store.breakFile('marketing', sound, JOBS, null);
  const documents = watchDocuments(page);
  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  await expect(heading(page, /Jobs/)).toBeVisible();
  await expect(page).toHaveURL('/jobs');
  expect(documents).toEqual(['/jobs']);
});
