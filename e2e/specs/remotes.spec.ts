import type { Page, Route } from '@playwright/test';
import { changeRegistry, changeRegistryText } from '../support/documents.ts';
import { watchPaths } from '../support/network.ts';
import { expect, test, untilHydrated } from '../support/test.ts';

/**
 * Compares, by identity, the React and the platform that the containers of two remotes hold. Takes the page, which has
 * opened both remotes, and their names.
 */
function compareShares(page: Page, remotes: readonly string[]) {
  return page.evaluate(async (names) => {
    const scripts = performance.getEntriesByType('resource').map(({ name }) => name);
    const exportsByRemote = await Promise.all(
      names.map(async (name) => {
        const isContainer = (script: string) =>
          script.includes(`/remotes/${name}/`) && /\/assets\/container-[^/]*\.js$/.test(script);
        // The same module instance that the remote runs: the browser has one for each address.
        const module = (await import(scripts.find(isContainer) ?? '')) as object;
        return Object.values(module) as unknown[];
      }),
    );
    const isShared = (matches: (value: unknown) => boolean) => {
      // One function may be exported under two names (`jsx`, `jsxs`).
      const copies = exportsByRemote.map((values) => [...new Set(values.filter(matches))]);
      return copies.every((distinct) => distinct.length === 1 && distinct[0] === copies[0]?.[0]);
    };
    const isCode = (pattern: RegExp) => (value: unknown) =>
      typeof value === 'function' && pattern.test(String(value));
    return {
      // Names that a minifier keeps: React's dispatcher, the fields of an element, the actions of the session.
      react: isShared(isCode(/\.H\.useState\(/)),
      jsx: isShared(isCode(/\$\$typeof:\w+,type:\w+,key:/)),
      session: isShared(
        (value) =>
          typeof value === 'object' &&
          value !== null &&
          'getState' in value &&
          'signOut' in (value.getState as () => object)(),
      ),
    };
  }, remotes);
}

test('shell and remotes share one React, one platform and one session', async ({ member: page }) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('your week space looks great!');
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await expect(page).toHaveURL(/\/retro$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The shell's React is the same one: with another React than the renderer's, these pages would fail.
  expect(await compareShares(page, ['planner', 'retro'])).toEqual({ react: true, jsx: true, session: true });
});

const ENTRY = /\/remotes\/settings\/[^/]+\/remoteEntry\.js/;
const CHUNK = /\/remotes\/settings\/[^/]+\/assets\/SettingsPage-.*\.js/;
/** The same for retro, whose container is that of the federation plugin. */
const RETRO_ENTRY = /\/remotes\/retro\/[^/]+\/remoteEntry\.js/;
const RETRO_CHUNK = /\/remotes\/retro\/[^/]+\/assets\/RetroDashboardPage-.*\.js/;

const pageHeading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const panel = (page: Page) => pageHeading(page, 'This page could not be loaded');
const retry = (page: Page) => page.getByRole('button', { name: 'Retry' });
const missing = (route: Route) => route.fulfill({ status: 404, body: 'Not found' });

test('a missing entry affects only its own page', async ({ member: page, allowConsole }) => {
  allowConsole(/Failed to load resource/);
  await page.route(ENTRY, missing);
  await page.goto('/settings');
  await expect(panel(page)).toBeVisible();
  await expect(page).toHaveTitle('Better Space — This page could not be loaded');
  await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));

  // Still broken: Retry requests the entry again and shows the panel again.
  await retry(page).click();
  await expect(panel(page)).toBeVisible();

  // The rest of the site works.
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(pageHeading(page, 'Tap into a Better Space')).toBeVisible();
  await page.goBack();
  await expect(retry(page)).toBeVisible();

  await page.unroute(ENTRY);
  await retry(page).click();
  await expect(pageHeading(page, 'Settings')).toBeFocused();
  expect(await page.evaluate(() => 'isSameDocument' in globalThis)).toBe(true);
});

const otherCode = (route: Route) =>
  route.fulfill({ contentType: 'text/javascript', body: 'export const init = (((' });

const noResponse = (): Promise<void> => new Promise(() => {});

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
  // A request without a response fails after a timeout; the test moves the clock there instead of waiting.
  'its entry never responds': { file: ENTRY, answer: noResponse, isLate: true },
};

test('error-pages: Retry brings a remote back, whatever was wrong', async ({
  member: page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource|Failed to find a valid digest|uncaught: /);
  await page.clock.install();
  for (const [name, { file, answer, isLate, isRetro }] of Object.entries(FAULTS)) {
    const [path, heading] = isRetro ? ['/retro/dashboard', 'Your week'] : ['/settings', 'Settings'];
    await test.step(name, async () => {
      const requested = page.waitForRequest(file);
      await page.route(file, answer);
      await page.goto(path, { waitUntil: 'commit' });
      await requested;
      await untilHydrated(page);
      if (isLate) await page.clock.fastForward(8_000);
      await expect(panel(page)).toBeVisible();
      await page.unroute(file);
      await retry(page).click();
      await expect(pageHeading(page, heading)).toBeVisible();
    });
  }
});

test('error-pages: a prerendered page whose scripts do not load stays readable, with Retry below it', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource|Failed to find a valid digest|uncaught: /);
  await page.clock.install();
  const blocked = /\/remotes\/marketing\/.*\.js/;
  const faults: Record<string, (route: Route) => Promise<void>> = {
    'an extension blocks them': (route) => route.abort('blockedbyclient'),
    'they are other code': otherCode,
    'they are missing': missing,
    'they never arrive': noResponse,
  };
  for (const [name, answer] of Object.entries(faults)) {
    await test.step(name, async () => {
      const requested = page.waitForRequest(blocked);
      await page.route(blocked, answer);
      await page.goto('/about', { waitUntil: 'commit' });
      await requested;
      const line = page.getByRole('complementary', { name: 'Page load' });
      // The time limit starts when the shell's own code has arrived. In small steps: the readable page has one of its own.
      await expect
        .poll(async () => {
          if (answer === noResponse) await page.clock.fastForward(2_000);
          return line.isVisible();
        })
        .toBe(true);
      await expect(line).toContainText('No answer from the public pages');
      await expect(pageHeading(page, 'About Us')).toBeVisible();
      await expect(pageHeading(page, 'About Us')).not.toHaveCSS('font-size', '32px');
      await expect(page).toHaveTitle('Better Space — About Us');
      await expect(page.getByRole('main')).toHaveCount(1);

      // Its links work in this document, and its styles stay with it.
      await page.evaluate(() => Object.assign(globalThis, { isSameDocument: true }));
      await page.getByRole('link', { name: 'Enter retro mode' }).first().click();
      await expect(page).toHaveURL(/\/retro$/);
      await expect(page.locator('[data-remote="retro"]')).toBeAttached();
      await expect(page.locator('style[data-part-of^="/remotes/marketing/"]')).toHaveAttribute(
        'media',
        'not all',
      );
      expect(await page.evaluate(() => 'isSameDocument' in globalThis)).toBe(true);
      await page.goBack();
      await expect(pageHeading(page, 'About Us')).toBeVisible();

      await page.unroute(blocked);
      const button = line.getByRole('button', { name: 'Retry' });
      // A click, which fails if something lies on the button.
      await button.click();
      await expect(button).toBeHidden();
      await expect(pageHeading(page, 'About Us')).toBeVisible();
      await expect(page.locator('[data-remote="marketing"]')).toBeAttached();
    });
  }
});

test('a page whose registry cannot be read still shows the shell, and Retry loads the page', async ({
  member: page,
}) => {
  const restore = await changeRegistryText(page, () => '{');
  await page.goto('/settings');
  await expect(panel(page)).toBeVisible();
  await restore();
  await retry(page).click();
  await expect(pageHeading(page, 'Settings')).toBeVisible();
});

test('a release made for another contract is refused before its code is fetched', async ({ page }) => {
  const fetched = watchPaths(page);
  await changeRegistry(page, ({ remotes }) => {
    for (const { live } of Object.values(remotes)) live.contract = 99;
  });
  // Starts on another page: the HTML of retro's own pages has preload hints, which fetch its code without running it.
  await page.goto('/auth');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await expect(panel(page)).toBeVisible();
  expect(fetched.filter((path) => path.startsWith('/remotes/'))).toEqual([]);
});

test('a page of the shell that cannot be loaded is named in the error message', async ({
  page,
  allowConsole,
}) => {
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
