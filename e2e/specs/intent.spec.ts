import type { Locator, Page } from '@playwright/test';
import { sheetsOf } from '../support/documents.ts';
import { watchPaths } from '../support/network.ts';
import { expect, test, untilHydrated } from '../support/test.ts';

// A page's code is fetched when a visitor is about to open it.

/** Records the requests for a remote's files from now on. Returns a function that lists them by the path's ending. */
function watchRemote(page: Page, remote: string): (ending?: string) => string[] {
  const requested = watchPaths(page);
  return (ending = '') =>
    requested.filter((path) => path.startsWith(`/remotes/${remote}/`) && path.endsWith(ending));
}

const activeSheets = async (page: Page, remote: string) =>
  (await sheetsOf(page, remote)).filter(({ isApplied }) => isApplied);

const [TO_RETRO, TO_HOME] = [
  {
    from: '/about',
    link: 'Enter retro mode',
    to: '/retro',
    heading: /Your week is the game/,
    remote: 'retro',
  },
  {
    from: '/retro',
    link: 'NORMAL MODE',
    to: '/',
    heading: /^Tap into a Better Space$/,
    remote: 'marketing',
  },
] as const;

test('page-owners: pointing at, focusing or touching a link prefetches the code of its page, once, and the visit requests no more of it', async ({
  newVisitor,
}) => {
  for (const [name, way, show] of [
    ['pointing at', TO_RETRO, (link: Locator) => link.hover()],
    ['focusing', TO_HOME, (link: Locator) => link.focus()],
    ['touching', TO_RETRO, (link: Locator) => link.dispatchEvent('touchstart')],
  ] as const) {
    await test.step(name, async () => {
      const page = await newVisitor();
      const requested = watchRemote(page, way.remote);
      await page.goto(way.from);
      await untilHydrated(page);
      expect(requested()).toEqual([]);
      const link = page.getByRole('link', { name: way.link });
      await show(link);
      await expect.poll(() => requested('/remoteEntry.js')).not.toEqual([]);
      await expect.poll(() => requested('.css')).not.toEqual([]);
      // The styles are fetched and not applied: no font of theirs is requested, and the page looks the same.
      expect(requested('.woff2')).toEqual([]);
      expect(await activeSheets(page, way.remote)).toEqual([]);
      await expect(page).toHaveURL(way.from);

      await link.click();
      await expect(page).toHaveURL(way.to);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(way.heading);
      expect(requested('/remoteEntry.js')).toHaveLength(1);
      expect(requested('.css')).toHaveLength(1);
      expect(await activeSheets(page, way.remote)).toHaveLength(1);
    });
  }
});

test('auth-page: the sign-in page prefetches the code of the week, and nothing is prefetched if the visitor saves data', async ({
  page,
}) => {
  const ofPlanner = watchRemote(page, 'planner');
  await page.goto('/auth');
  await expect.poll(() => ofPlanner('/remoteEntry.js')).not.toEqual([]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');

  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  const ofRetro = watchRemote(page, 'retro');
  await page.goto('/about');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const link = page.getByRole('link', { name: TO_RETRO.link });
  await link.hover();
  await link.focus();
  await page.goto('/jobs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(ofRetro()).toEqual([]);
});
