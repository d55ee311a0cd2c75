import type { Locator, Page } from '@playwright/test';
import { dayAfter } from '../support/calendar.ts';
import { sheetsOf } from '../support/documents.ts';
import { tabTo } from '../support/focus.ts';
import { REQUESTS, hold, watchPaths } from '../support/network.ts';
import { insertAtOnce, monday, taskRow } from '../support/planner.ts';
import { expect, test, untilHydrated } from '../support/test.ts';

// How a person gets from page to page: where the focus goes, where the page stands, and what is fetched before.

test('any-device: by keyboard the skip link leads past the header, and a new page has the focus on its heading', async ({
  member: page,
}) => {
  const expectArrival = async (title: string, words: string) => {
    await expect(page).toHaveTitle(`Better Space — ${title}`);
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(words);
    await expect(heading).toBeFocused();
  };
  await page.goto('/dashboard');
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await expect(page).toHaveURL('/dashboard');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Previous week' })).toBeFocused();
  await tabTo(page.getByRole('button', { name: 'Account' }), 'Shift+Tab');
  for (let press = 0; press < 2; press += 1) await page.keyboard.press('Enter');
  await expectArrival('Settings', 'Settings');
  await tabTo(page.getByRole('link', { name: 'Back to Dashboard' }));
  await page.keyboard.press('Enter');
  await expectArrival('Dashboard', 'Hi there, your week space looks great!');
  await tabTo(page.getByRole('link', { name: 'Home', exact: true }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expectArrival('The simplest way to organize your week', 'Tap into a Better Space');
  await page.goBack();
  await expectArrival('Dashboard', 'Hi there, your week space looks great!');
});

const PHONE = { width: 390, height: 844 };

const scrollTo = async (page: Page, top: number) => {
  await page.evaluate((y) => window.scrollTo(0, y), top);
  await expectAt(page, top);
};
const expectAt = (page: Page, top: number) =>
  expect.poll(() => page.evaluate(() => Math.round(window.scrollY))).toBe(top);

/** Follows a link that the router does not know: the browser loads a new document. */
const openDocument = (page: Page, path: string) =>
  Promise.all([page.waitForEvent('load'), page.evaluate((to) => location.assign(to), path)]);

test('page-owners: a new document starts at its top, and each of them is found again where it was left', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto('/terms');
  await scrollTo(page, 1200);
  await openDocument(page, '/jobs');
  await untilHydrated(page);
  await expectAt(page, 0);
  await scrollTo(page, 300);
  await page.goto('/about');
  await expectAt(page, 0);

  await page.goBack();
  await expect(page).toHaveURL('/jobs');
  await expectAt(page, 300);
  await page.goBack();
  await expect(page).toHaveURL('/terms');
  await expectAt(page, 1200);
  await page.reload();
  await expectAt(page, 1200);

  // Typed into the address of the open document: no new one.
  const law = page.getByRole('heading', { level: 2, name: '13. Governing law' });
  await page.evaluate(() => location.assign('#law'));
  await expect(law).toBeFocused();
  await expect(law).toBeInViewport();
  await page.goBack();
  await expectAt(page, 1200);

  await openDocument(page, '/jobs');
  await openDocument(page, '/terms#law');
  await expect(law).toBeFocused();
  await expect(law).toBeInViewport();
});

test('week-view: Back and a reload show the week where it was left, also if its tasks come late', async ({
  member: page,
  account,
}) => {
  await page.setViewportSize(PHONE);
  await insertAtOnce(
    account,
    Array.from({ length: 28 }, (_, index) => ({
      title: `Task ${index}`,
      task_date: dayAfter(monday, index % 7),
    })),
  );
  await page.goto('/dashboard');
  await expect(taskRow(page, 'Task 27')).toBeVisible();
  await scrollTo(page, 1600);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('Settings');
  await page.getByRole('option', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused();
  await expectAt(page, 0);
  await page.goBack();
  await expect(taskRow(page, 'Task 27')).toBeVisible();
  await expectAt(page, 1600);

  // Without the saved copy of the week.
  await page.addInitScript(() => {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith('better-space-kept:')) localStorage.removeItem(key);
    }
  });
  const resume = await hold(page, REQUESTS.readTasks);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Next week' })).toBeVisible();
  resume();
  await expect(taskRow(page, 'Task 27')).toBeVisible();
  // A line above that comes after the week moves the page on by its height, and what is read stays in its place.
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeCloseTo(1600, -2);

  // The visitor scrolls meanwhile: the week that arrives scrolls no further.
  const resumeAgain = await hold(page, REQUESTS.readTasks);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Next week' })).toBeVisible();
  await page.mouse.wheel(0, -600);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeLessThan(1100);
  resumeAgain();
  await expect(taskRow(page, 'Task 27')).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).not.toBe(1600);
});

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

test('page-owners, auth-page: pointing at, focusing or touching a link prefetches the code of its page, once, as the sign-in does that of the week, unless the visitor saves data', async ({
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

  const page = await newVisitor();
  const ofPlanner = watchRemote(page, 'planner');
  await page.goto('/auth');
  await expect.poll(() => ofPlanner('/remoteEntry.js')).not.toEqual([]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign In');

  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  const ofRetro = watchRemote(page, 'retro');
  await page.goto('/about');
  await untilHydrated(page);
  const link = page.getByRole('link', { name: TO_RETRO.link });
  await link.hover();
  await link.focus();
  await page.goto('/jobs');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(ofRetro()).toEqual([]);
});
