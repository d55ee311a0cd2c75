import type { Locator, Page } from '@playwright/test';
import { sheetsOf } from '../support/documents.ts';
import { watchPaths } from '../support/network.ts';
import { expect, test } from '../support/test.ts';

// A page's code is fetched when a visitor is about to open it.

/** Records the requests for a remote's files from now on. Returns a function that lists them by the path's ending. */
function watchRemote(page: Page, remote: string): (ending?: string) => string[] {
  const requested = watchPaths(page);
  return (ending = '') =>
    requested.filter((path) => path.startsWith(`/remotes/${remote}/`) && path.endsWith(ending));
}

const activeSheets = async (page: Page, remote: string) =>
  (await sheetsOf(page, remote)).filter(({ isApplied }) => isApplied);

interface Intent {
  /** A page, a link on it, and the page that the link leads to. */
  from: string;
  link: string;
  to: string;
  /** The heading of the page at `to`: the address changes while the previous page is still shown. */
  heading: RegExp;
  /** The remote that owns the page at `to`. Retro's container is that of the federation plugin. */
  remote: string;
  show: (link: Locator) => Promise<void>;
}

const TO_RETRO = {
  from: '/about',
  link: 'Enter retro mode',
  to: '/retro',
  heading: /Your week is the game/,
  remote: 'retro',
};
const TO_HOME = {
  from: '/retro',
  link: 'NORMAL MODE',
  to: '/',
  heading: /^Tap into a Better Space$/,
  remote: 'marketing',
};

const INTENTS: Readonly<Record<string, Intent>> = {
  'pointing at': { ...TO_RETRO, show: (link) => link.hover() },
  focusing: { ...TO_HOME, show: (link) => link.focus() },
  touching: { ...TO_RETRO, show: (link) => link.dispatchEvent('touchstart') },
};

for (const [name, { from, link, to, heading, remote, show }] of Object.entries(INTENTS)) {
  test(`${name} a link prefetches its code, once, and the visit requests no more of it`, async ({ page }) => {
    const requested = watchRemote(page, remote);
    await page.goto(from);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(requested()).toEqual([]);

    await show(page.getByRole('link', { name: link }));
    await expect.poll(() => requested('/remoteEntry.js')).not.toEqual([]);
    await expect.poll(() => requested('.css')).not.toEqual([]);
    // The styles are fetched and not applied: no font of theirs is requested, and the page looks the same.
    expect(requested('.woff2')).toEqual([]);
    expect(await activeSheets(page, remote)).toEqual([]);
    await expect(page).toHaveURL(from);

    await page.getByRole('link', { name: link }).click();
    await expect(page).toHaveURL(to);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    expect(requested('/remoteEntry.js')).toHaveLength(1);
    expect(requested('.css')).toHaveLength(1);
    expect(await activeSheets(page, remote)).toHaveLength(1);
  });
}

test('the sign-in page prefetches the code of the week', async ({ page }) => {
  const requested = watchRemote(page, 'planner');
  await page.goto('/auth');
  await expect.poll(() => requested('/remoteEntry.js')).not.toEqual([]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');
});

test('nothing is prefetched if the visitor saves data', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  const requested = watchRemote(page, 'retro');
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const link = page.getByRole('link', { name: TO_RETRO.link });
  await link.hover();
  await link.focus();
  await page.goto('/jobs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(requested()).toEqual([]);
});
