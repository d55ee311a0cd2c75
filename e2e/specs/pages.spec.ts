import type { Page } from '@playwright/test';
import { startFaultSite } from '../bench/faults/faultStore.ts';
import { expect, test as base } from '../bench/faults/test.ts';
import { restoreSession } from '../support/accounts.ts';
import { cachedPaths, goOffline, watchPaths } from '../support/network.ts';
import { copySource } from '../support/source.ts';
import { STARTS } from '../support/test.ts';

// Every feature of pages (docs/own-a-remote.md), in a remote that a team releases into a running site. In development: dev.spec.ts.

/** `test` on a site of its own, which keeps the new remote. */
const test = base.extend({
  site: [async ({ started }, use) => use(await started(startFaultSite())), STARTS],
});

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('three-users, site-name, prerendered-pages, error-pages, offline-pages: a fifth remote appears in the running site; its pages have parameters, titles of their data, prerendered addresses, files and an entry in the account menu, keep a draft while a part is missing, and open without a network', async ({
  page,
  context,
  account,
  site,
  store,
  events,
  started,
  newVisitor,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await test.step('its release, while a page of the site is open', async () => {
    await page.goto('/help/start');
    await expect(heading(page)).toHaveText('Oops! Page not found');
    // The other planner of release.spec.ts, as a remote beside ours.
    const source = await started(copySource('e2e/other-planner'));
    source.edit('package.json', 'other-planner', 'notes');
    source.edit('remote.json', '"planner"', '"notes"');
    for (const file of ['remote.json', 'src/routes.tsx']) source.edit(file, /.*\/dashboard.*\n/, '');
    // That it touches no file of the others: firstRelease.test.ts of shared/release.
    await store.command('release', 'notes', '--from', source.folder);
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(heading(page)).toHaveText('Tap into a Better Space');
  });

  const paths = watchPaths(page);
  const opened = await page.goto('/help/start');
  const expectTitle = async (words: string, title = words) => {
    await expect(heading(page)).toHaveText(words);
    await expect(page).toHaveTitle(`Better Space — ${title}`);
  };
  // Hydrated from the data in its HTML: a hydration mismatch would be logged to the console.
  await expectTitle('How to start');
  await expect(page.locator('[data-remote="notes"]')).toHaveCount(1);
  await expect(page.locator('html')).toHaveAttribute('data-sky', 'night');

  await test.step('its font and files work under the content security policy of the site', async () => {
    expect(opened?.headers()['content-security-policy']).toContain("require-trusted-types-for 'script'");
    const load = async () => (await document.fonts.load("16px 'Notes Mono'", 'ă')).length;
    expect(await page.evaluate(load)).toBe(1);
    expect(paths.filter((path) => /^\/remotes\/notes\/.*\.woff2$/.test(path))).toHaveLength(1);
    const dog = page.getByRole('img', { name: 'Dog' });
    const image = await dog.evaluate((element) => getComputedStyle(element).backgroundImage);
    const address = /url\("(.*)"\)/.exec(image)?.[1] ?? '';
    expect(address).toMatch(new RegExp(`^${site.origin}/remotes/notes/[^/]+/dog\\.svg$`));
    const { 'content-type': type } = (await page.request.get(address)).headers();
    expect(type).toBe('image/svg+xml; charset=utf-8');
  });

  // Which addresses have a page, are prerendered and are indexed: app.test.ts of the server, site.test.ts of the store.
  await test.step('pages with parameters, for visitors', async () => {
    const reader = await newVisitor(undefined, { javaScriptEnabled: false });
    await reader.goto('/help/tasks');
    await expect(heading(reader)).toHaveText('What a note is');
    await expect(reader.getByRole('main')).toHaveCSS('padding-top', '16px');
    await page.getByRole('link', { name: 'On notes' }).click();
    await expectTitle('What a note is');
    await expect(heading(page)).toBeFocused();
  });

  await restoreSession(context, account.session);
  await test.step('members: query, hash, reload, the next address without a new mount, Back and forward', async () => {
    await page.goto('/notes/2?color=red#end');
    await expectTitle('Bread & butter');
    await page.reload();
    await expectTitle('Bread & butter');
    await expect(page.getByText('Color red, place #end')).toBeVisible();
    await page.getByRole('main').evaluate((main) => main.classList.add('still-mounted'));
    paths.length = 0;
    await page.getByRole('link', { name: 'Next note' }).click();
    await expect(page).toHaveURL('/notes/3');
    await expectTitle('Eggs');
    await expect(heading(page)).toBeFocused();
    await expect(page.getByText('Color none, place none')).toBeVisible();
    await expect(page.getByRole('main')).toHaveClass('still-mounted');
    expect(paths.filter((path) => /^\/remotes\/notes\/.*\.js$/.test(path))).toEqual([]);
    await page.goBack();
    await expect(page).toHaveURL('/notes/2?color=red#end');
    await expectTitle('Bread & butter');
    await page.goForward();
    await expectTitle('Eggs');
  });

  await test.step('the more specific page has precedence; unknown data leaves the declared title', async () => {
    for (const [path, words, title] of [
      ['/notes', 'Notes', 'Notes'],
      ['/notes/new', 'New note', 'New note'],
      ['/notes/unknown', 'A note', 'Note'],
    ] as const) {
      await page.goto(path);
      await expectTitle(words, title);
    }
  });

  await test.step('an untidy page', async () => {
    await page.goto('/help/a/b');
    await expect(heading(page)).toHaveText('Untidy');
    await expect(page.getByText('Below: a/b')).toBeVisible();
    await expect(page).toHaveTitle('Untidy!');
    await page.getByRole('link', { name: 'On notes' }).click();
    await expectTitle('What a note is');
    for (const tag of ['html', 'body']) await expect(page.locator(tag)).toHaveCSS('overflow', 'visible');
  });

  await test.step('a part is missing', async () => {
    const before = events.length;
    const ofNotes = () => events.slice(before).map(({ outcome, cause }) => `${outcome}, ${cause}`);
    const draft = page.getByRole('textbox', { name: 'Draft' });
    const line = page.getByRole('complementary', { name: 'Page load' }).filter({ hasText: 'the agenda' });
    const retry = line.getByRole('button', { name: 'Retry' });
    await draft.fill('milk');
    const version = (await page.locator('[data-remote="notes"]').getAttribute('data-version')) ?? '';
    store.breakFile('notes', version, /Advice-/, null);
    await page.getByRole('button', { name: 'Advice' }).click();
    await expect(line).toContainText('No answer from the agenda');
    await expect.poll(ofNotes).toEqual(['failed, network']);
    await retry.click();
    await expect(retry).toBeEnabled();
    await expect(draft).toHaveValue('milk');
    await store.repair();
    await retry.click();
    await expect(page.getByText('Write less.')).toBeVisible();
    await expect(line).toBeHidden();
    await expect(draft).toHaveValue('milk');
    expect(ofNotes()).toEqual(['failed, network']);
  });

  await test.step('an entry of the account menu, unless its remote is switched off', async () => {
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

    await store.command('kill', 'notes', '--message', 'We are moving house.');
    await openMenu();
    await expect(page.getByRole('menuitem')).toHaveText(['Settings', 'Logout']);
    await page.goto('/notes/1');
    await expect(page.getByText('We are moving house.')).toBeVisible();
    await store.command('revive', 'notes');
    await openMenu();
    await expect(entry).toBeVisible();
  });

  await test.step('without a network all addresses of a page open once one was visited', async () => {
    const traveller = await newVisitor(account.session, { serviceWorkers: 'allow' });
    await traveller.goto('/notes/1');
    await expect(heading(traveller)).toHaveText('Milk');
    for (const end of [/\/notes\.json$/, /^\/notes\/:id$/])
      await expect.poll(() => cachedPaths(traveller)).toContainEqual(expect.stringMatching(end));
    const reconnect = await goOffline(traveller);
    await traveller.goto('/notes/3');
    await expect(heading(traveller)).toHaveText('Eggs');
    await reconnect();
    await traveller.goto('/notes/2');
    await expect(heading(traveller)).toHaveText('Bread & butter');
  });
});
