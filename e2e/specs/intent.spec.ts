import type { Locator, Page } from '@playwright/test';
import { sheetsOf } from '../support/documents.ts';
import { watchPaths } from '../support/network.ts';
import { expect, test } from '../support/test.ts';

// A page's code is fetched when a visitor is about to open it.

/** What the page asks for of a remote from now on, by the end of its path. */
function watchRemote(page: Page, remote: string): (ending?: string) => string[] {
  const asked = watchPaths(page);
  return (ending = '') =>
    asked.filter((path) => path.startsWith(`/remotes/${remote}/`) && path.endsWith(ending));
}

const activeSheets = async (page: Page, remote: string) =>
  (await sheetsOf(page, remote)).filter(({ isWorn }) => isWorn);

interface Intent {
  /** A page, a link on it, and the page behind it. */
  from: string;
  link: string;
  to: string;
  /** The heading of that page: the address is the new one while the page before it still stands. */
  heading: RegExp;
  /** Whose that page is: retro's container is that of the federation plugin. */
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
  'pointing at it': { ...TO_RETRO, show: (link) => link.hover() },
  'the focus on it': { ...TO_HOME, show: (link) => link.focus() },
  'touching it': { ...TO_RETRO, show: (link) => link.dispatchEvent('touchstart') },
};

for (const [name, { from, link, to, heading, remote, show }] of Object.entries(INTENTS)) {
  test(`${name} fetches the code behind a link, once, and the visit needs no more of it`, async ({
    page,
  }) => {
    const asked = watchRemote(page, remote);
    await page.goto(from);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(asked()).toEqual([]);

    await show(page.getByRole('link', { name: link }));
    await expect.poll(() => asked('/remoteEntry.js')).not.toEqual([]);
    await expect.poll(() => asked('.css')).not.toEqual([]);
    // Fetched and not applied: no font of it is asked for, and nothing looks otherwise.
    expect(asked('.woff2')).toEqual([]);
    expect(await activeSheets(page, remote)).toEqual([]);
    await expect(page).toHaveURL(from);

    await page.getByRole('link', { name: link }).click();
    await expect(page).toHaveURL(to);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    expect(asked('/remoteEntry.js')).toHaveLength(1);
    expect(asked('.css')).toHaveLength(1);
    expect(await activeSheets(page, remote)).toHaveLength(1);
  });
}

test('while the sign-in is being filled in, the code of the week arrives', async ({ page }) => {
  const asked = watchRemote(page, 'planner');
  await page.goto('/auth');
  await expect.poll(() => asked('/remoteEntry.js')).not.toEqual([]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');
});

test('nothing is fetched ahead for who saves data', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  const asked = watchRemote(page, 'retro');
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const link = page.getByRole('link', { name: TO_RETRO.link });
  await link.hover();
  await link.focus();
  await page.goto('/jobs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(asked()).toEqual([]);
});
