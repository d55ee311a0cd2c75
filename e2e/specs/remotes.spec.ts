import type { Page, Route } from '@playwright/test';
import { changeRegistry, changeRegistryText } from '../support/registry.ts';
import { expect, test } from '../support/test.ts';

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

test('shell and remotes have one React, one platform and one session', async ({ signedInPage: page }) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('your week space looks great!');
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await expect(page).toHaveURL(/\/retro$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The shell's own: with another React than the one that renders them, none of these pages would stand.
  expect(await compareShares(page, ['planner', 'retro'])).toEqual({ react: true, jsx: true, session: true });
});

const faults: Record<string, (route: Route) => Promise<void>> = {
  'answers 404': (route) => route.fulfill({ status: 404, body: 'Not found' }),
  'answers 500': (route) => route.fulfill({ status: 500, body: 'Server error' }),
  'answers HTML': (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Hello</p>' }),
  'is broken code': (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'export const init = (((' }),
  'throws while it starts': (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new Error("no")' }),
  'is code of something else': (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'export const unrelated = 1;' }),
  'drops the connection': (route) => route.abort('connectionreset'),
};

async function expectPanelThenRetry(page: Page, mend: () => Promise<void>) {
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be loaded' })).toBeVisible();
  await expect(page).toHaveTitle('Better Space — This page could not be loaded');
  await page.evaluate(() => {
    (globalThis as { isSameDocument?: boolean }).isSameDocument = true;
  });

  // Still broken: Retry asks again and says so.
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be loaded' })).toBeVisible();

  // The rest of the site is alive.
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tap into a Better Space' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();

  await mend();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
}

const isSameDocument = (page: Page) =>
  page.evaluate(() => (globalThis as { isSameDocument?: boolean }).isSameDocument);

for (const [name, fault] of Object.entries(faults)) {
  test(`a remote whose entry ${name} hurts its own page only and comes back with Retry`, async ({
    signedInPage: page,
    allowConsole,
  }) => {
    allowConsole(
      /Failed to load resource|Failed to load module script|Failed to find a valid digest|uncaught: /,
    );
    const entry = /\/remotes\/settings\/[^/]+\/remoteEntry\.js/;
    await page.route(entry, fault);
    await page.goto('/settings');
    await expectPanelThenRetry(page, () => page.unroute(entry));
    expect(await isSameDocument(page)).toBe(true);
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused();
  });
}

test('a remote that never answers gives way to the panel after a time limit', async ({
  signedInPage: page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const entry = /\/remotes\/settings\/[^/]+\/remoteEntry\.js/;
  await page.route(entry, () => {
    // Neither answered nor refused.
  });
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be loaded' })).toBeVisible();
  await page.unroute(entry);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

test('a page whose own chunk is missing comes back with Retry', async ({
  signedInPage: page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const chunk = /\/remotes\/settings\/[^/]+\/assets\/SettingsPage-.*\.js/;
  await page.route(chunk, (route) => route.fulfill({ status: 404, body: 'Not found' }));
  await page.goto('/settings');
  await expectPanelThenRetry(page, () => page.unroute(chunk));
});

test('a visitor who goes elsewhere while Retry asks the network is not taken back', async ({
  signedInPage: page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  await page.route(/\/remotes\/settings\/[^/]+\/remoteEntry\.js/, (route) =>
    route.fulfill({ status: 404, body: 'Not found' }),
  );
  await page.goto('/settings');
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  const gate = Promise.withResolvers<void>();
  await page.route('**/registry.json', async (route) => {
    await gate.promise;
    await route.fallback();
  });
  await page.getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('link', { name: 'Return to Home' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Tap into a Better Space' })).toBeVisible();
  const answer = page.waitForResponse('**/registry.json');
  gate.resolve();
  await (await answer).finished();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Tap into a Better Space' })).toBeVisible();
});

test('a visitor who goes elsewhere before a page has failed stays there', async ({ page, allowConsole }) => {
  allowConsole(/Failed to load resource/);
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/remotes\/retro\/[^/]+\/remoteEntry\.js/, async (route) => {
    await isReleased;
    await route.fulfill({ status: 404, body: 'Not found' });
  });
  await page.goto('/about');
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await page.getByRole('link', { name: 'Jobs', exact: true }).click();
  await expect(page).toHaveURL('/jobs');

  // What a failure asks last, before it is handed to the router.
  const lastQuestion = page.waitForResponse('**/registry.json');
  release();
  await (await lastQuestion).finished();
  await page.getByRole('link', { name: 'Terms of Service' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of Service' })).toBeVisible();
  await expect(page).toHaveURL('/terms');
});

test('a page whose registry cannot be read still has the shell, and Retry opens it anew', async ({
  signedInPage: page,
}) => {
  const mend = await changeRegistryText(page, () => '{');
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be loaded' })).toBeVisible();
  await mend();
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

test('a release made for another contract is refused before its code is fetched', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await changeRegistry(page, ({ remotes }) => {
    for (const { live } of Object.values(remotes)) live.contract = 99;
  });
  // Its own page's HTML has hints for the browser, which fetch without running.
  await page.goto('/auth');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Enter retro mode' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'This page could not be loaded' })).toBeVisible();
  expect(fetched.filter((path) => path.startsWith('/remotes/'))).toEqual([]);
});

for (const [path, part] of [
  ['/admin', 'the admin page'],
  ['/auth', 'the sign-in'],
] as const) {
  test(`a page of the shell that cannot be loaded is called by its name: ${path}`, async ({
    page,
    allowConsole,
  }) => {
    allowConsole(/Failed to load resource/);
    await page.route(/\/shell\/[^/]+\/assets\/(AdminPage|AuthPage)-[^/]+\.js/, (route) =>
      route.fulfill({ status: 404, body: 'Not found' }),
    );
    await page.goto(path);
    await expect(page.getByText(`No answer from ${part}`)).toBeVisible();
  });
}
