import type { Page } from '@playwright/test';
import { PAGES } from '../bench/faults/faults.ts';
import { expect, regionOf, test } from '../bench/faults/test.ts';
import { changeHtml } from '../support/documents.ts';
import { watchPaths } from '../support/network.ts';

// What a visitor does when a part of the site does not load, throws, or is switched off. Every fault, what it looks like, its
// Retry, and that the rest of the site works: faults.spec.ts.

const { retro } = PAGES;

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
const enterRetro = (page: Page) => page.getByRole('link', { name: 'Enter retro mode' }).click();

test('error-pages: what is switched off says so and is not even fetched, and comes back with Retry, as does a page whose list of remotes cannot be read, and a prerendered page whose scripts do not load stays readable', async ({
  member: page,
  store,
  events,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource|Failed to find a valid digest|uncaught: /);
  const panel = heading(page, 'This page could not be loaded');
  const retry = page.getByRole('button', { name: 'Retry' });
  const fetched = watchPaths(page);

  await test.step('the list of the remotes cannot be read', async () => {
    const broken = await changeHtml(page, (html) => html.replace('id="registry">', '$&{'));
    await page.goto('/settings');
    await expect(panel).toBeVisible();
    await expect(page).toHaveTitle('Better Space — This page could not be loaded');
    await broken.dispose();
    await retry.click();
    await expect(heading(page, 'Settings')).toBeVisible();
  });

  await test.step('a remote that is switched off shows the reason, and comes back with Retry', async () => {
    const breaks = heading(page, 'This page is taking a break');
    const disabled = { reason: 'The pixels are being dusted.', since: '2026-01-02T03:04:05.000Z' };
    await store.setPointer('retro', () => ({ disabled }));
    // Not on retro's own page: its HTML has preload hints, which fetch its code without running it.
    await page.goto('/about');
    await enterRetro(page);
    await expect(breaks).toBeFocused();
    await expect(page.getByText(disabled.reason)).toBeVisible();
    await retry.click();
    await expect(retry, 'it has asked').toBeEnabled();
    await expect(breaks).toBeVisible();
    expect(fetched.filter((path) => path.startsWith('/remotes/retro/'))).toEqual([]);
    const ofRetro = events.filter(({ id }) => id === 'retro');
    expect(ofRetro.map(({ outcome, cause }) => `${outcome}, ${cause}`)).toContain('disabled, killed');
    await store.setPointer('retro', () => ({ disabled: null }));
    await retry.click();
    await expect(heading(page, retro.heading)).toBeVisible();
  });

  await test.step('a prerendered page', async () => {
    await page.route(/\/remotes\/marketing\/.*\.js/, (route) => route.abort('blockedbyclient'));
    await page.goto('/about', { waitUntil: 'commit' });
    const line = page.getByRole('complementary', { name: 'Page load' });
    await expect(line).toContainText('No answer from the public pages');
    await expect(line.getByRole('button', { name: 'Retry' })).toBeEnabled();
    await expect(heading(page, 'About Us')).not.toHaveCSS('font-size', '32px');
    await expect(page).toHaveTitle('Better Space — About Us');
    await expect(page.getByRole('main')).toHaveCount(1);
    // Its styles stay with it.
    await enterRetro(page);
    await expect(page.locator('[data-remote="retro"]')).toBeAttached();
    const styles = page.locator('style[data-part-of^="/remotes/marketing/"]');
    await expect(styles).toHaveAttribute('media', 'not all');
  });

  await test.step('a missing page of the shell is named', async () => {
    await page.route('**/assets/AdminPage-*.js', (route) => route.fulfill({ status: 404 }));
    await page.goto('/admin');
    await expect(page.getByText('No answer from the admin page')).toBeVisible();
  });
});

test('error-pages: a page that a translator changed is mounted afresh when it throws, and is replaced by the version before when it throws again', async ({
  page,
  store,
  events,
  allowConsole,
}) => {
  allowConsole(/NotFoundError/);
  // Shows two texts in every second state: React removes each of them when they go.
  const body = `const page = original();
    const children = globalThis.state % 2 === 0 ? ['one ', 'two'] : null;
    const texts = { ...page, type: 'p', key: 'texts', props: { children } };
    return { ...page, type: 'div', props: { children: [page, texts] } };`;
  const live = await store.addVersion('retro', retro.chunk, (text) =>
    text.replace(
      /export\{(\w+) as RetroLandingPage\};?/,
      (_, name: string) => `const original = () => ${name}(); export function RetroLandingPage() { ${body} }`,
    ),
  );
  const sound = store.soundOf('retro');
  await store.goLive('retro', live, sound);
  await page.goto('/about');
  await enterRetro(page);
  await expect(heading(page, retro.heading)).toBeVisible();
  const showState = async (state: number) => {
    await page.evaluate((value) => void Object.assign(globalThis, { state: value }), state);
    await page.getByRole('button', { name: /(Pause|Play) animation/ }).press('Enter');
  };
  for (const [state, shown] of [
    [0, { version: live, source: 'live' }],
    [2, { version: sound, source: 'previous' }],
  ] as const) {
    await showState(state);
    await expect(page.getByText('one two')).toBeVisible();
    // As Chrome's translator does it: each text gets another parent.
    await page.locator('[data-remote]').evaluate((region) => {
      const texts = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode as Text;
        const font = document.createElement('font');
        text.replaceWith(font);
        font.append(text);
      }
    });
    await showState(state + 1);
    await expect(page.locator('[data-remote] font'), 'a new page').toHaveCount(0);
    await expect(heading(page, retro.heading)).toBeFocused();
    expect(await regionOf(page, 'retro')).toEqual(shown);
  }
  const loaded = { version: live, outcome: 'loaded', cause: 'none' };
  const expected = [loaded, { ...loaded, outcome: 'fell-back', cause: 'render' }];
  await expect.poll(() => events.filter(({ id }) => id === 'retro')).toMatchObject(expected);
});
