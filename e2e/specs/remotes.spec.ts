import type { Page, Route } from '@playwright/test';
import { changeRegistry, changeRegistryText } from '../support/documents.ts';
import { watchPaths } from '../support/network.ts';
import { expect, test, untilHydrated } from '../support/test.ts';

/**
 * What the containers of two remotes hold of React and of the platform, compared by identity. Takes the page, which has
 * opened both, and the remotes' names.
 */
function compareShares(page: Page, remotes: readonly string[]) {
  return page.evaluate(async (names) => {
    const scripts = performance.getEntriesByType('resource').map(({ name }) => name);
    const held = await Promise.all(
      names.map(async (name) => {
        const isContainer = (script: string) =>
          script.includes(`/remotes/${name}/`) && /\/assets\/container-[^/]*\.js$/.test(script);
        // The same module that the remote runs: the browser keeps one for each address.
        const module = (await import(scripts.find(isContainer) ?? '')) as object;
        return Object.values(module) as unknown[];
      }),
    );
    const isOne = (isIt: (value: unknown) => boolean) => {
      // One function may go by two names (`jsx`, `jsxs`).
      const copies = held.map((values) => [...new Set(values.filter(isIt))]);
      return copies.every((own) => own.length === 1 && own[0] === copies[0]?.[0]);
    };
    const isCode = (pattern: RegExp) => (value: unknown) =>
      typeof value === 'function' && pattern.test(String(value));
    return {
      // Words that a minifier leaves alone: React's dispatcher, an element's fields, the session's actions.
      react: isOne(isCode(/\.H\.useState\(/)),
      jsx: isOne(isCode(/\$\$typeof:\w+,type:\w+,key:/)),
      session: isOne(
        (value) =>
          typeof value === 'object' &&
          value !== null &&
          'getState' in value &&
          'signOut' in (value.getState as () => object)(),
      ),
    };
  }, remotes);
}

test('shell and remotes have one React, one platform and one session', async ({ member: page }) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('your week space looks great!');
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await expect(page).toHaveURL(/\/retro$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The shell's own: with another React than the one that renders them, none of these pages would stand.
  expect(await compareShares(page, ['planner', 'retro'])).toEqual({ react: true, jsx: true, session: true });
});

const ENTRY = /\/remotes\/settings\/[^/]+\/remoteEntry\.js/;
const CHUNK = /\/remotes\/settings\/[^/]+\/assets\/SettingsPage-.*\.js/;
/** The same of retro, whose container is that of the federation plugin. */
const RETRO_ENTRY = /\/remotes\/retro\/[^/]+\/remoteEntry\.js/;
const RETRO_CHUNK = /\/remotes\/retro\/[^/]+\/assets\/RetroDashboardPage-.*\.js/;

const level1 = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const panel = (page: Page) => level1(page, 'This page could not be loaded');
const retry = (page: Page) => page.getByRole('button', { name: 'Retry' });
const missing = (route: Route) => route.fulfill({ status: 404, body: 'Not found' });

test('a missing entry hurts its own page only', async ({ member: page, allowConsole }) => {
  allowConsole(/Failed to load resource/);
  await page.route(ENTRY, missing);
  await page.goto('/settings');
  await expect(panel(page)).toBeVisible();
  await expect(page).toHaveTitle('Better Space — This page could not be loaded');
  await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));

  // Still broken: Retry asks again and says so.
  await retry(page).click();
  await expect(panel(page)).toBeVisible();

  // The rest of the site is alive.
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(level1(page, 'Tap into a Better Space')).toBeVisible();
  await page.goBack();
  await expect(retry(page)).toBeVisible();

  await page.unroute(ENTRY);
  await retry(page).click();
  await expect(level1(page, 'Settings')).toBeFocused();
  expect(await page.evaluate(() => 'isSameDocument' in globalThis)).toBe(true);
});

const otherCode = (route: Route) =>
  route.fulfill({ contentType: 'text/javascript', body: 'export const init = (((' });

const FAULTS: Record<
  string,
  { file: RegExp; answer: (route: Route) => Promise<void>; isLate?: boolean; isRetro?: boolean }
> = {
  'its entry is other code': { file: ENTRY, answer: otherCode },
  'the entry of the plugin’s container is other code': {
    file: RETRO_ENTRY,
    answer: otherCode,
    isRetro: true,
  },
  'the chunk of a page behind it is missing': { file: RETRO_CHUNK, answer: missing, isRetro: true },
  'its entry drops the connection': { file: ENTRY, answer: (route) => route.abort('connectionreset') },
  'the chunk of its page is missing': { file: CHUNK, answer: missing },
  // What is neither answered nor refused is given up after a time limit, which need not be waited for.
  'its entry never answers': { file: ENTRY, answer: () => new Promise(() => {}), isLate: true },
};

test('a remote comes back with Retry, whatever was wrong', async ({ member: page, allowConsole }) => {
  allowConsole(/Failed to load resource|Failed to find a valid digest|uncaught: /);
  await page.clock.install();
  for (const [name, { file, answer, isLate, isRetro }] of Object.entries(FAULTS)) {
    const [path, heading] = isRetro ? ['/retro/dashboard', 'Your week'] : ['/settings', 'Settings'];
    await test.step(name, async () => {
      const isAsked = page.waitForRequest(file);
      await page.route(file, answer);
      await page.goto(path, { waitUntil: 'commit' });
      await isAsked;
      await untilHydrated(page);
      if (isLate) await page.clock.fastForward(8_000);
      await expect(panel(page)).toBeVisible();
      await page.unroute(file);
      await retry(page).click();
      await expect(level1(page, heading)).toBeVisible();
    });
  }
});

test('a page whose registry cannot be read still has the shell', async ({ member: page }) => {
  const mend = await changeRegistryText(page, () => '{');
  await page.goto('/settings');
  await expect(panel(page)).toBeVisible();
  await mend();
  await retry(page).click();
  await expect(level1(page, 'Settings')).toBeVisible();
});

test('a release made for another contract is refused before its code is fetched', async ({ page }) => {
  const fetched = watchPaths(page);
  await changeRegistry(page, ({ remotes }) => {
    for (const { live } of Object.values(remotes)) live.contract = 99;
  });
  // Its own page's HTML has hints for the browser, which fetch without running.
  await page.goto('/auth');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await expect(panel(page)).toBeVisible();
  expect(fetched.filter((path) => path.startsWith('/remotes/'))).toEqual([]);
});

test('a page of the shell that cannot be loaded is called by its name', async ({ page, allowConsole }) => {
  allowConsole(/Failed to load resource/);
  await page.route(/\/shell\/[^/]+\/assets\/(AdminPage|AuthPage)-[^/]+\.js/, missing);
  for (const [path, part] of [
    ['/admin', 'the admin page'],
    ['/auth', 'the sign-in'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(`No answer from ${part}`)).toBeVisible();
  }
});
