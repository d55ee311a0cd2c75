import type { Page, Route } from '@playwright/test';
import { THROWN, pageOf } from '../bench/faults/faults.ts';
import { regionOf } from '../bench/faults/observe.ts';
import { expect, test } from '../bench/faults/test.ts';
import { restoreSession } from '../support/accounts.ts';
import { changeRegistry, changeRegistryText } from '../support/documents.ts';
import { watchPaths } from '../support/network.ts';

// What a visitor does when a part of the site does not load, throws, or is switched off. Every fault, what it looks like, and its
// Retry: faults.spec.ts.

const ENTRY = /\/remotes\/settings\/[^/]+\/remoteEntry\.js/;
const LOAD_ERRORS = /Failed to load resource|Failed to find a valid digest|uncaught: /;

const retro = pageOf('retro');

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const panel = (page: Page) => heading(page, 'This page could not be loaded');
const retry = (page: Page) => page.getByRole('button', { name: 'Retry' });
const missing = (route: Route) => route.fulfill({ status: 404, body: 'Not found' });

const markDocument = (page: Page) => page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
const isSameDocument = (page: Page) => page.evaluate(() => 'isSameDocument' in globalThis);

test('error-pages: a part that cannot be loaded affects only its own pages, and Retry brings it back', async ({
  page,
  context,
  account,
  allowConsole,
}) => {
  allowConsole(LOAD_ERRORS);
  await restoreSession(context, account.session);
  await test.step('its entry is missing: the rest of the site works', async () => {
    await page.route(ENTRY, missing);
    await page.goto('/settings');
    await expect(panel(page)).toBeVisible();
    await expect(page).toHaveTitle('Better Space — This page could not be loaded');
    await markDocument(page);
    // Still broken: Retry requests the entry again and shows the panel again.
    await retry(page).click();
    await expect(panel(page)).toBeVisible();

    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(heading(page, 'Tap into a Better Space')).toBeVisible();
    await page.goBack();
    await expect(retry(page)).toBeVisible();
    await page.unroute(ENTRY);
    await retry(page).click();
    await expect(heading(page, 'Settings')).toBeFocused();
    expect(await isSameDocument(page)).toBe(true);
  });
  await test.step('the list of the remotes cannot be read', async () => {
    const restore = await changeRegistryText(page, () => '{');
    await page.goto('/settings');
    await expect(panel(page)).toBeVisible();
    await restore();
    await retry(page).click();
    await expect(heading(page, 'Settings')).toBeVisible();
  });
});

test('error-pages: what does not fit is refused before its code is fetched, and a missing page of the shell is named', async ({
  page,
  allowConsole,
}) => {
  allowConsole(LOAD_ERRORS);
  await test.step('a release made for another contract', async () => {
    const fetched = watchPaths(page);
    const restore = await changeRegistry(page, ({ remotes }) => {
      for (const { live } of Object.values(remotes)) live.contract = 99;
    });
    // Starts on another page: the HTML of retro's own pages has preload hints, which fetch its code without running it.
    await page.goto('/auth');
    await expect(heading(page, 'Sign In')).toBeVisible();
    await page.getByRole('link', { name: 'Enter retro mode' }).click();
    await expect(panel(page)).toBeVisible();
    expect(fetched.filter((path) => path.startsWith('/remotes/'))).toEqual([]);
    await restore();
  });
  await page.route(/\/shell\/[^/]+\/assets\/(AdminPage|AuthPage)-[^/]+\.js/, missing);
  for (const [path, part] of [
    ['/admin', 'the admin page'],
    ['/auth', 'the sign-in'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(`No answer from ${part}`)).toBeVisible();
  }
});

test('error-pages: a prerendered page whose scripts do not load stays readable, with Retry below it', async ({
  page,
  allowConsole,
}) => {
  allowConsole(LOAD_ERRORS);
  const blocked = /\/remotes\/marketing\/.*\.js/;
  await page.route(blocked, (route) => route.abort('blockedbyclient'));
  await page.goto('/about', { waitUntil: 'commit' });
  const line = page.getByRole('complementary', { name: 'Page load' });
  await expect(line).toContainText('No answer from the public pages');
  await expect(heading(page, 'About Us')).toBeVisible();
  await expect(heading(page, 'About Us')).not.toHaveCSS('font-size', '32px');
  await expect(page).toHaveTitle('Better Space — About Us');
  await expect(page.getByRole('main')).toHaveCount(1);

  // Its links work in this document, and its styles stay with it.
  await markDocument(page);
  await page.getByRole('link', { name: 'Enter retro mode' }).first().click();
  await expect(page).toHaveURL(/\/retro$/);
  await expect(page.locator('[data-remote="retro"]')).toBeAttached();
  const styles = page.locator('style[data-part-of^="/remotes/marketing/"]');
  await expect(styles).toHaveAttribute('media', 'not all');
  expect(await isSameDocument(page)).toBe(true);
  await page.goBack();
  await expect(heading(page, 'About Us')).toBeVisible();

  await page.unroute(blocked);
  const button = line.getByRole('button', { name: 'Retry' });
  // A click, which fails if something lies on the button.
  await button.click();
  await expect(button).toBeHidden();
  await expect(heading(page, 'About Us')).toBeVisible();
  await expect(page.locator('[data-remote="marketing"]')).toBeAttached();
});

/** The chunk of retro's title screen with other code for its component, which calls the original as `original()`. */
const wrapLanding = (body: string) => (text: string) =>
  text.replace(
    /export\{(\w+) as RetroLandingPage\};?/,
    (_, name: string) => `const original = () => ${name}(); export function RetroLandingPage() { ${body} }`,
  );

test('error-pages: a page that throws in use is replaced by the version before, and one that a translator changed is mounted afresh first', async ({
  page,
  store,
  events,
  allowConsole,
}) => {
  allowConsole(new RegExp(`${THROWN}|NotFoundError`));
  const previous = { version: store.soundOf('retro'), source: 'previous' };
  const pause = page.getByRole('button', { name: /(Pause|Play) animation/ });
  const ofRetro = () => events.filter(({ id }) => id === 'retro');

  await test.step('it throws: the focus stays on the page', async () => {
    const body = `if (globalThis.mustThrow) throw new Error('${THROWN}'); return original();`;
    const fault = await store.addVersion('retro', retro.chunk, wrapLanding(body));
    await store.goLive('retro', fault, previous.version);
    await page.goto('/retro');
    await expect(heading(page, retro.heading)).toBeVisible();
    expect((await regionOf(page, 'retro'))?.version).toBe(fault);
    await page.evaluate(() => void Object.assign(globalThis, { mustThrow: true }));
    await pause.press('Enter');
    await expect(heading(page, retro.heading)).toBeFocused();
    expect(await regionOf(page, 'retro')).toEqual(previous);
    await expect
      .poll(() => ofRetro().map(({ version, outcome, cause }) => [version, outcome, cause]))
      .toEqual([
        [fault, 'loaded', 'none'],
        [fault, 'fell-back', 'render'],
      ]);
  });

  await test.step('translated: only a second crash is one event', async () => {
    // Shows two texts in every second state: React removes each of them when they go.
    const body = `const page = original();
      const children = globalThis.state % 2 === 0 ? ['one ', 'two'] : null;
      const texts = { ...page, type: 'p', key: 'texts', props: { children } };
      return { ...page, type: 'div', props: { children: [page, texts] } };`;
    const live = await store.addVersion('retro', retro.chunk, wrapLanding(body));
    await store.goLive('retro', live, previous.version);
    await page.goto('/about');
    const before = ofRetro().length;
    await page.getByRole('link', { name: 'Enter retro mode' }).click();
    await expect(heading(page, retro.heading)).toBeVisible();
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
    const outcomes = () => ofRetro().map(({ outcome, cause }) => `${outcome}, ${cause}`);
    await expect.poll(() => outcomes().slice(before)).toEqual(['loaded, none', 'fell-back, render']);
  });
});

test('error-pages: a remote that is switched off shows the reason, and comes back with Retry', async ({
  page,
  store,
  events,
}) => {
  const disabled = { reason: 'The pixels are being dusted.', since: '2026-01-02T03:04:05.000Z' };
  await store.setPointer('retro', () => ({ disabled }));
  const fetched = watchPaths(page);
  await page.goto('/about');
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await expect(heading(page, 'This page is taking a break')).toBeFocused();
  await expect(page.getByText(disabled.reason)).toBeVisible();
  await retry(page).click();
  await expect(retry(page), 'it has asked').toBeEnabled();
  await expect(heading(page, 'This page is taking a break')).toBeVisible();
  expect(fetched.filter((path) => path.startsWith('/remotes/retro/'))).toEqual([]);
  const ofRetro = events.filter(({ id }) => id === 'retro');
  expect(ofRetro.map(({ outcome, cause }) => `${outcome}, ${cause}`)).toContain('disabled, killed');

  await store.setPointer('retro', () => ({ disabled: null }));
  await retry(page).click();
  await expect(heading(page, retro.heading)).toBeVisible();
});
