import type { Browser, Page } from '@playwright/test';
import { requestPath } from '../support/requestPath.ts';
import { goOffline } from '../support/network.ts';
import { pagesRemote } from '../support/pagesRemote.ts';
import { startSiteOn, type Site } from '../support/site.ts';
import { copyStore, othersOf, type Store } from '../support/store.ts';
import { STARTS, expect, test as base } from '../support/test.ts';

// Every feature of pages (docs/own-a-remote.md, decision 038): a remote with path parameters, titles from data, prerendered
// addresses, navigation, a worker, a font and its own files, released into a running site. In development: dev.spec.ts.

interface Stage {
  store: Store;
  site: Site;
  /** A tab on one of the remote's addresses, opened before the remote was released. */
  earlyTab: Page;
  /** The hashes of the store's files before and after the release of the remote. */
  hashes: Record<'before' | 'after', ReturnType<Store['hashes']>>;
  discard(): Promise<void>;
}

async function setStage(browser: Browser): Promise<Stage> {
  const store = copyStore();
  const site = await startSiteOn(store);
  const earlyTab = await browser.newPage({ baseURL: site.origin });
  await earlyTab.goto('/help/start');
  await expect(heading(earlyTab)).toHaveText('Oops! Page not found');
  const before = store.hashes();
  const source = await pagesRemote();
  const args = ['--from', source.folder, '--json'];
  await store.command('release', 'notes', ...args).finally(() => source.discard());
  const discard = async () => {
    await earlyTab.close();
    await site.discard();
  };
  return { store, site, earlyTab, hashes: { before, after: store.hashes() }, discard };
}

const test = base.extend<{ stage: Stage }>({
  stage: [async ({ resources, browser }, use) => use(await resources.ownedBySpec(setStage, browser)), STARTS],
  site: ({ stage }, use) => use(stage.site),
});
test.describe.configure({ mode: 'default' });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Records the requests for scripts of the remote from now on. */
function watchScripts(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (/\/remotes\/notes\/.*\.js$/.test(request.url())) urls.push(request.url());
  });
  return urls;
}

test('a generated fifth remote appears under its paths in the running site, and no other remote is changed', async ({
  page,
  stage: { earlyTab, hashes },
}) => {
  const { before, after } = hashes;
  expect(after).toMatchObject(before);
  expect(Object.keys(othersOf(after, 'notes'))).toEqual(Object.keys(before));

  await page.goto('/workshop');
  await expect(heading(page)).toHaveText('Workshop');
  await expect(page).toHaveTitle('Better Space — Workshop');
  await expect(page.locator('[data-remote="notes"]')).toHaveCount(1);
  await expect(page.locator('html')).toHaveAttribute('data-sky', 'night');
  const html = await (await page.request.get('/workshop')).text();
  expect(html).toContain('data-sky="night"');
  expect(html).toContain('<title>Better Space — Workshop</title>');
  expect(html).toMatch(/<h1[^>]*>Workshop<\/h1>/);

  // The tab that was opened before the release does not know the remote until it loads a new document.
  await earlyTab.getByRole('link', { name: 'Return to Home' }).click();
  await expect(heading(earlyTab)).toHaveText('Tap into a Better Space');
  await earlyTab.goto('/help/start');
  await expect(heading(earlyTab)).toHaveText('How to start');
});

test('site-name: deep links into a page with parameters work, also with Back, reload, query and hash', async ({
  member: page,
}) => {
  await page.goto('/notes/2?color=red#end');
  await expect(heading(page)).toHaveText('Bread & butter');
  await expect(page).toHaveTitle('Better Space — Bread & butter');
  await expect(page.getByText('Mounted 1, color red, place #end')).toBeVisible();

  await page.reload();
  await expect(heading(page)).toHaveText('Bread & butter');
  await expect(page.getByText('Mounted 1, color red, place #end')).toBeVisible();
  const urls = watchScripts(page);
  await page.getByRole('link', { name: 'Next note' }).click();
  await expect(page).toHaveURL('/notes/3');
  await expect(heading(page)).toHaveText('Eggs');
  await expect(heading(page)).toBeFocused();
  await expect(page).toHaveTitle('Better Space — Eggs');
  // The same page: its code is not loaded again and it is not remounted.
  await expect(page.getByText('Mounted 1, color none, place none')).toBeVisible();
  expect(urls).toEqual([]);

  await page.goBack();
  await expect(page).toHaveURL('/notes/2?color=red#end');
  await expect(page).toHaveTitle('Better Space — Bread & butter');
  await page.goForward();
  await expect(page).toHaveTitle('Better Space — Eggs');
});

test('site-name: the more specific page has precedence, and a page has its declared title while its data is unknown', async ({
  member: page,
}) => {
  await page.goto('/notes');
  await expect(page).toHaveTitle('Better Space — Notes');
  await page.getByRole('link', { name: 'First note' }).click();
  await expect(heading(page)).toHaveText('Milk');
  await page.getByRole('link', { name: 'Another note' }).click();
  await expect(page).toHaveURL('/notes/new');
  await expect(heading(page)).toHaveText('New note');
  await expect(page).toHaveTitle('Better Space — New note');
  await page.goBack();
  await expect(heading(page)).toHaveText('Milk');
  await page.goto('/notes/unknown');
  await expect(heading(page)).toHaveText('A note');
  await expect(page).toHaveTitle('Better Space — Note');
});

test('addresses of a page with parameters return 200, any other 404, and visitors are sent to sign in', async ({
  page,
  site,
}) => {
  const { origin } = site;
  const { body: outline } = await requestPath(origin, '/notes/1');
  for (const path of ['/notes/1/', '/notes/a%20b', '/notes/:id', '/help', '/help/a/b', '/help/start']) {
    const { status, body } = await requestPath(origin, path);
    expect({ path, status }).toEqual({ path, status: 200 });
    if (path.startsWith('/notes')) expect(body.toString()).toBe(outline.toString());
  }
  for (const path of ['/notes/1/more', '/notes/1.png', '/notesx/1', '/workshop/1'])
    expect({ path, status: (await requestPath(origin, path)).status }).toEqual({ path, status: 404 });
  await page.goto('/notes/1/more');
  await expect(heading(page)).toHaveText('Oops! Page not found');
  await page.goto('/help/a/b');
  await expect(page.getByText('Below: a/b')).toBeVisible();
  await page.goto('/notes/1');
  await expect(page).toHaveURL('/auth');
});

test('the addresses that a public page lists are prerendered and in the sitemap, others are excluded from indexes', async ({
  page,
  request,
  browser,
  site,
}) => {
  const start = await (await request.get('/help/start')).text();
  expect(start).toContain('<title>Better Space — How to start</title>');
  expect(start).toContain('<meta name="description" content="Press Add." />');
  expect(start).toMatch(/<link rel="canonical" href="[^"]*\/help\/start" \/>/);
  expect(start).not.toContain('noindex');
  const other = await (await request.get('/help/other')).text();
  expect(other).toContain('noindex');
  expect(other).not.toContain('canonical');
  const sitemap = await (await request.get('/sitemap.xml')).text();
  expect(sitemap.match(/\/(help|notes|workshop)[^<]*/g)).toEqual(['/workshop', '/help/start', '/help/tasks']);

  const withoutScripts = await browser.newContext({ javaScriptEnabled: false, baseURL: site.origin });
  const reader = await withoutScripts.newPage();
  await reader.goto('/help/tasks');
  await expect(heading(reader)).toHaveText('What a note is');
  await expect(reader.getByRole('main')).toHaveCSS('padding-top', '3px');
  await withoutScripts.close();

  // Hydrated from the data in its HTML: a hydration mismatch would be logged to the console.
  await page.goto('/help/start');
  await expect(page).toHaveTitle('Better Space — How to start');
  await page.getByRole('link', { name: 'On notes' }).click();
  await expect(heading(page)).toHaveText('What a note is');
  await expect(heading(page)).toBeFocused();
  await expect(page).toHaveTitle('Better Space — What a note is');
});

test('a font and files of a remote work under the content security policy of the site', async ({
  page,
  site,
}) => {
  const fonts: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'font') fonts.push(new URL(response.url()).pathname);
  });
  const opened = await page.goto('/workshop');
  expect(opened?.headers()['content-security-policy']).toContain("require-trusted-types-for 'script'");
  expect(await page.evaluate(async () => (await document.fonts.load("16px 'Notes Mono'", 'ă')).length)).toBe(
    1,
  );
  expect(fonts.filter((path) => path.startsWith('/remotes/notes/'))).toHaveLength(1);
  const image = await page
    .getByRole('img', { name: 'Dog' })
    .evaluate((dog) => getComputedStyle(dog).backgroundImage);
  const address = /url\("(.*)"\)/.exec(image)?.[1] ?? '';
  expect(address).toMatch(new RegExp(`^${site.origin}/remotes/notes/[^/]+/dog\\.svg$`));
  expect((await page.request.get(address)).headers()).toMatchObject({
    'content-type': 'image/svg+xml; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const guide = await page.getByRole('link', { name: 'Guide' }).getAttribute('href');
  expect((await page.request.get(guide ?? '')).headers()['content-type']).toBe('application/pdf');
});

test('a navigation entry is in the account menu, and hidden while its remote is switched off', async ({
  member: page,
  stage,
}) => {
  const entry = page.getByRole('menuitem', { name: 'Notes' });
  const openMenu = () => page.getByRole('button', { name: 'Account' }).click();
  await page.goto('/dashboard');
  await openMenu();
  await entry.click();
  await expect(page).toHaveURL('/notes');
  await page.goto('/settings');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Notes' })).toBeVisible();

  await stage.store.command('kill', 'notes', 'We are moving house.');
  await page.goto('/dashboard');
  await openMenu();
  await expect(page.getByRole('menuitem')).toHaveText(['Settings', 'Logout']);
  await page.goto('/notes/1');
  await expect(page.getByText('We are moving house.')).toBeVisible();
  await stage.store.command('revive', 'notes');
  await page.goto('/dashboard');
  await openMenu();
  await expect(entry).toBeVisible();
});

test('without a network a page with parameters opens at any of its addresses once one was visited', async ({
  account,
  newVisitor,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  const page = await newVisitor(account.session, { serviceWorkers: 'allow' });
  const isCached = (path: string) =>
    page.evaluate(async (key) => {
      const names = (await (await caches.open('better-space-files-3')).keys()).map(({ url }) => url);
      const cachedPage = await (await caches.open('better-space-pages-3')).match(key);
      return cachedPage !== undefined && names.some((name) => name.endsWith('/notes.json'));
    }, path);
  await page.goto('/notes/1');
  await expect(heading(page)).toHaveText('Milk');
  await expect.poll(() => isCached('/notes/:id')).toBe(true);
  expect(await isCached('/notes/1')).toBe(false);
  const reconnect = await goOffline(page);
  await page.goto('/notes/3');
  await expect(heading(page)).toHaveText('Eggs');
  await reconnect();
  await page.goto('/notes/2');
  await expect(heading(page)).toHaveText('Bread & butter');
});
