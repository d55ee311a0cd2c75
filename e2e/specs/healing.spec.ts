import type { Page } from '@playwright/test';
import { sheetsOf } from '../support/documents.ts';
import { watchPaths } from '../support/network.ts';
import { THROWN, equalVersion, pageOf, throwing } from '../lab/faults/faults.ts';
import { regionOf } from '../lab/faults/observe.ts';
import { expect, test } from '../lab/faults/test.ts';

// How the site heals itself beyond a single page: canaries, the kill switch, tabs from before a release.

const ENTRY = /remoteEntry\.js$/;
const JOBS = /JobsPage-[^/]+\.js$/;
const NOT_FETCHED =
  /Failed to load resource|uncaught: .*dynamically imported module|Failed to find a valid digest/;
const SINCE = '2026-01-02T03:04:05.000Z';

const retro = pageOf('retro');
const marketing = pageOf('marketing');

const heading = (page: Page, name: RegExp | string) => page.getByRole('heading', { level: 1, name });

/** Notes each opening of a document. */
function watchDocuments(page: Page): string[] {
  const opened: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) opened.push(new URL(request.url()).pathname);
  });
  return opened;
}

test('a canary is what a device in its share gets; when neither it nor the live version can load, the one before it runs, and the inspector says all of it', async ({
  page,
  store,
  events,
  newVisitor,
  allowConsole,
}) => {
  allowConsole(NOT_FETCHED);
  const previous = store.soundOf('retro');
  const live = await equalVersion(store, retro, 'live');
  const canary = await equalVersion(store, retro, 'canary');
  await store.goLive('retro', live, previous);
  await store.point('retro', () => ({ canary: { version: canary, percent: 100, since: SINCE } }));
  const other = await newVisitor();
  await other.goto('/retro');
  await expect.poll(() => regionOf(other, 'retro')).toEqual({ version: canary, source: 'canary' });

  for (const version of [canary, live]) store.breakFile('retro', version, ENTRY, null);
  await page.goto('/retro');
  await expect(heading(page, retro.heading)).toBeVisible();
  // The document comes with the live version's page; what this device gets takes its place.
  await expect.poll(() => regionOf(page, 'retro')).toEqual({ version: previous, source: 'previous' });
  await expect
    .poll(() => events.map((event) => [event.version, event.outcome]))
    .toEqual([[canary, 'fell-back']]);

  await page.keyboard.press('Alt+Shift+KeyI');
  const inspected = page
    .getByRole('dialog', { name: 'Who owns this page' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'retro previous' }) });
  const commit = String.raw` · commit [0-9a-f]{10}(\+changes)?`;
  for (const words of [
    `Live${live}${commit}`,
    `Canary${canary} · on 100 % of all devices${commit}`,
    `Before it${previous}${commit}`,
    `Failed in this tab${canary} · network: .+`,
    `Failed in this tab${live} · network: .+`,
  ])
    await expect(inspected).toContainText(new RegExp(words));
});

test('a remote that is switched off says why and comes back by Retry', async ({ page, store, events }) => {
  await store.point('retro', () => ({ disabled: { reason: 'The pixels are being dusted.', since: SINCE } }));
  const fetched = watchPaths(page);
  const ofRetro = () => fetched.filter((path) => path.startsWith('/remotes/retro/'));
  await page.goto('/about');
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await expect(heading(page, 'This page is taking a break')).toBeFocused();
  await expect(page.getByText('The pixels are being dusted.')).toBeVisible();
  const retry = page.getByRole('button', { name: 'Retry' });
  await retry.click();
  await expect(retry, 'it has asked').toBeEnabled();
  await expect(heading(page, 'This page is taking a break')).toBeVisible();
  expect(ofRetro()).toEqual([]);
  expect(
    events.filter(({ id }) => id === 'retro').map(({ outcome, cause }) => `${outcome}, ${cause}`),
  ).toContain('disabled, killed');

  await store.point('retro', () => ({ disabled: null }));
  await retry.click();
  await expect(heading(page, retro.heading)).toBeVisible();
});

test('what broke is not tried again on the next page', async ({ page, store, events, allowConsole }) => {
  allowConsole(NOT_FETCHED);
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

test('a page that throws while it is used gives way to the version before it, and the focus stays on the page', async ({
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

test('a page that heals on the way has the styles of its own version', async ({
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
    { version: live, isWorn: false, isChecked: true },
    { version: store.soundOf('retro'), isWorn: true, isChecked: true },
  ]);
});

test('a style sheet that was changed is not used', async ({ page, store, events, allowConsole }) => {
  allowConsole(NOT_FETCHED);
  const live = await equalVersion(store, retro, 'live');
  await store.goLive('retro', live, store.soundOf('retro'));
  store.breakFile('retro', live, /\.css$/, (text) => `${text} h1 { display: none }`);
  // By a link: a page that is opened at its address brings its styles along.
  await page.goto('/about');
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await expect(heading(page, retro.heading)).toBeVisible();
  expect(await regionOf(page, 'retro')).toEqual({ version: store.soundOf('retro'), source: 'previous' });
  await expect
    .poll(() => events.map(({ id, outcome, cause }) => `${id} ${outcome}, ${cause}`))
    .toEqual(['marketing loaded, none', 'retro fell-back, integrity']);
});

test('a link that is pressed twice is one load and one event', async ({ page, events }) => {
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

test('an old tab is opened anew when a file of it is gone', async ({ page, store, allowConsole }) => {
  allowConsole(NOT_FETCHED);
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
