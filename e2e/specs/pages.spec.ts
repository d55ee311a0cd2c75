import type { Browser, Page } from '@playwright/test';
import { expect, setFaultStage, test as base, type FaultStage } from '../bench/faults/test.ts';
import { restoreSession } from '../support/accounts.ts';
import { goOffline } from '../support/network.ts';
import { pagesRemote } from '../support/pagesRemote.ts';
import { othersOf } from '../support/store.ts';
import { STARTS } from '../support/test.ts';

// Every feature of pages (docs/own-a-remote.md, decision 038), in a remote that a team releases into a running site. In development: dev.spec.ts.

interface Stage extends FaultStage {
  /** A tab on one of the remote's addresses, opened before the remote was released. */
  earlyTab: Page;
  /** The hashes of the store's files before and after the release of the remote. */
  hashes: Record<'before' | 'after', Record<string, string>>;
}

async function setStage(browser: Browser): Promise<Stage> {
  const stage = await setFaultStage();
  const { store, site } = stage;
  const earlyTab = await browser.newPage({ baseURL: site.origin });
  await earlyTab.goto('/help/start');
  await expect(heading(earlyTab)).toHaveText('Oops! Page not found');
  const before = store.hashes();
  const source = pagesRemote();
  await store.command('release', 'notes', '--from', source.folder).finally(() => source.discard());
  const discard = async () => {
    await earlyTab.close();
    await stage.discard();
  };
  return { ...stage, earlyTab, hashes: { before, after: store.hashes() }, discard };
}

const test = base.extend<{ stage: Stage }>({
  stage: [async ({ shared, browser }, use) => use(await shared(setStage, browser)), STARTS],
});
test.describe.configure({ mode: 'default' });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('three-users: a fifth remote appears under its paths in the running site with its font and files, and no other remote is changed', async ({
  page,
  site,
  stage: { earlyTab, hashes },
}) => {
  const { before, after } = hashes;
  expect(after).toMatchObject(before);
  expect(Object.keys(othersOf(after, 'notes'))).toEqual(Object.keys(before));

  const fonts: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'font') fonts.push(new URL(response.url()).pathname);
  });
  const opened = await page.goto('/workshop');
  await expect(heading(page)).toHaveText('Workshop');
  await expect(page).toHaveTitle('Better Space — Workshop');
  await expect(page.locator('[data-remote="notes"]')).toHaveCount(1);
  await expect(page.locator('html')).toHaveAttribute('data-sky', 'night');
  const html = (await opened?.text()) ?? '';
  expect(html).toContain('data-sky="night"');
  expect(html).toContain('<title>Better Space — Workshop</title>');
  expect(html).toMatch(/<h1[^>]*>Workshop<\/h1>/);

  await test.step('its font and files work under the content security policy of the site', async () => {
    expect(opened?.headers()['content-security-policy']).toContain("require-trusted-types-for 'script'");
    const load = async () => (await document.fonts.load("16px 'Notes Mono'", 'ă')).length;
    expect(await page.evaluate(load)).toBe(1);
    expect(fonts.filter((path) => path.startsWith('/remotes/notes/'))).toHaveLength(1);
    const dog = page.getByRole('img', { name: 'Dog' });
    const image = await dog.evaluate((element) => getComputedStyle(element).backgroundImage);
    const address = /url\("(.*)"\)/.exec(image)?.[1] ?? '';
    expect(address).toMatch(new RegExp(`^${site.origin}/remotes/notes/[^/]+/dog\\.svg$`));
    expect((await page.request.get(address)).headers()).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
  });

  await test.step('a tab that is older does not know the remote until it loads a new document', async () => {
    await earlyTab.getByRole('link', { name: 'Return to Home' }).click();
    await expect(heading(earlyTab)).toHaveText('Tap into a Better Space');
    await earlyTab.goto('/help/start');
    await expect(heading(earlyTab)).toHaveText('How to start');
  });
});

test('site-name, prerendered-pages: addresses of a page with parameters are deep links, the listed ones are prerendered, and a page has the title of its data', async ({
  page,
  request,
  newVisitor,
  context,
  account,
}) => {
  // Which addresses have a page, are prerendered and are indexed: app.test.ts of the server, site.test.ts of the store.
  const sitemap = await (await request.get('/sitemap.xml')).text();
  expect(sitemap.match(/\/(help|notes|workshop)[^<]*/g)).toEqual(['/workshop', '/help/start', '/help/tasks']);

  await test.step('visitors', async () => {
    const reader = await newVisitor(undefined, { javaScriptEnabled: false });
    await reader.goto('/help/tasks');
    await expect(heading(reader)).toHaveText('What a note is');
    await expect(reader.getByRole('main')).toHaveCSS('padding-top', '3px');
    // Hydrated from the data in its HTML: a hydration mismatch would be logged to the console.
    await page.goto('/help/start');
    await expect(page).toHaveTitle('Better Space — How to start');
    await page.getByRole('link', { name: 'On notes' }).click();
    await expect(heading(page)).toHaveText('What a note is');
    await expect(heading(page)).toBeFocused();
    await expect(page).toHaveTitle('Better Space — What a note is');
    await page.goto('/notes/1/more');
    await expect(heading(page)).toHaveText('Oops! Page not found');
    await page.goto('/notes/1');
    await expect(page).toHaveURL('/auth');
  });

  await test.step('members: query, hash, reload, the next address without a new mount, Back and forward', async () => {
    await restoreSession(context, account.session);
    await page.goto('/notes/2?color=red#end');
    await expect(heading(page)).toHaveText('Bread & butter');
    await expect(page).toHaveTitle('Better Space — Bread & butter');
    await expect(page.getByText('Mounted 1, color red, place #end')).toBeVisible();
    await page.reload();
    await expect(heading(page)).toHaveText('Bread & butter');
    await expect(page.getByText('Mounted 1, color red, place #end')).toBeVisible();
    const scripts: string[] = [];
    page.on('request', (sent) => {
      if (/\/remotes\/notes\/.*\.js$/.test(sent.url())) scripts.push(sent.url());
    });
    await page.getByRole('link', { name: 'Next note' }).click();
    await expect(page).toHaveURL('/notes/3');
    await expect(heading(page)).toHaveText('Eggs');
    await expect(heading(page)).toBeFocused();
    await expect(page).toHaveTitle('Better Space — Eggs');
    await expect(page.getByText('Mounted 1, color none, place none')).toBeVisible();
    expect(scripts).toEqual([]);
    await page.goBack();
    await expect(page).toHaveURL('/notes/2?color=red#end');
    await expect(page).toHaveTitle('Better Space — Bread & butter');
    await page.goForward();
    await expect(page).toHaveTitle('Better Space — Eggs');
  });

  await test.step('the more specific page has precedence; unknown data leaves the declared title', async () => {
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
});

test('error-pages: a page keeps its draft while a part of it is missing, and leaves neither its title nor a scroll lock to the next one', async ({
  page,
  store,
  events,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const ofNotes = () =>
    events.filter(({ id }) => id === 'notes').map(({ outcome, cause }) => `${outcome}, ${cause}`);
  const draft = page.getByRole('textbox', { name: 'Draft' });
  const line = page.getByRole('complementary', { name: 'Page load' }).filter({ hasText: 'the notes' });
  const retry = line.getByRole('button', { name: 'Retry' });

  await page.goto('/help/a/b');
  await expect(heading(page)).toHaveText('Untidy');
  await expect(page.getByText('Below: a/b')).toBeVisible();
  await expect(page).toHaveTitle('Untidy!');
  await page.getByRole('link', { name: 'Workshop' }).click();
  await expect(heading(page)).toHaveText('Workshop');
  await expect(page).toHaveTitle('Better Space — Workshop');
  for (const tag of ['html', 'body']) await expect(page.locator(tag)).toHaveCSS('overflow', 'visible');

  await draft.fill('milk');
  const version = (await page.locator('[data-remote="notes"]').getAttribute('data-version')) ?? '';
  store.breakFile('notes', version, /Advice-/, null);
  await page.getByRole('button', { name: 'Advice' }).click();
  await expect(line).toContainText('No answer from the notes');
  await expect(draft).toHaveValue('milk');
  // Of its two pages, and of its missing part.
  const reported = ['loaded, none', 'loaded, none', 'failed, network'];
  await expect.poll(ofNotes).toEqual(reported);
  await retry.click();
  await expect(retry).toBeEnabled();

  await store.repair();
  await retry.click();
  await expect(page.getByText('Write less.')).toBeVisible();
  await expect(line).toBeHidden();
  await expect(draft).toHaveValue('milk');
  expect(ofNotes()).toEqual(reported);
});

test('offline-pages: a navigation entry is in the account menu unless its remote is switched off, and without a network all addresses of a page open once one was visited', async ({
  account,
  newVisitor,
  store,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource: net::ERR_INTERNET_DISCONNECTED/);
  const page = await newVisitor(account.session, { serviceWorkers: 'allow' });
  const entry = page.getByRole('menuitem', { name: 'Notes' });
  const openMenu = async () => {
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Account' }).click();
  };
  await openMenu();
  await entry.click();
  await expect(page).toHaveURL('/notes');
  await page.goto('/settings');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Notes' })).toBeVisible();

  await store.command('kill', 'notes', 'We are moving house.');
  await openMenu();
  await expect(page.getByRole('menuitem')).toHaveText(['Settings', 'Logout']);
  await page.goto('/notes/1');
  await expect(page.getByText('We are moving house.')).toBeVisible();
  await store.command('revive', 'notes');
  await openMenu();
  await expect(entry).toBeVisible();

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
