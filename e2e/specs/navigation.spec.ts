import type { Locator, Page } from '@playwright/test';
import { dayAfter } from '../support/calendar.ts';
import { appliedSheets } from '../support/documents.ts';
import { tabTo } from '../support/focus.ts';
import { REQUESTS, hold, watchPaths } from '../support/network.ts';
import { insertTasks, monday, taskRow } from '../support/planner.ts';
import { expect, test, untilHydrated } from '../support/test.ts';

// How a person gets from page to page: where the focus goes, where the page stands, and what is fetched before.

test('any-device: by keyboard the skip link leads past the header, and a new page has the focus on its heading', async ({
  member: page,
}) => {
  const heading = page.getByRole('heading', { level: 1 });
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
  for (const [role, name, key, title, words] of [
    ['button', 'Account', 'Shift+Tab', 'Settings', 'Settings'],
    ['link', 'Back to Dashboard', 'Tab', 'Dashboard', 'Hi there, your week space looks great!'],
    ['link', 'Home', 'Shift+Tab', 'The simplest way to organize your week', 'Tap into a Better Space'],
  ] as const) {
    await tabTo(page.getByRole(role, { name, exact: true }), key);
    await page.keyboard.press('Enter');
    if (name === 'Account') await page.keyboard.press('Enter');
    await expect(page).toHaveTitle(`Better Space — ${title}`);
    await expect(heading).toHaveText(words);
    await expect(heading).toBeFocused();
  }
  await page.goBack();
  await expect(page).toHaveTitle('Better Space — Dashboard');
  await expect(heading).toBeFocused();
});

const positionOf = (page: Page) => page.evaluate(() => Math.round(scrollY));
const expectAt = (page: Page, top: number) => expect.poll(() => positionOf(page)).toBe(top);

async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate((y) => window.scrollTo(0, y), top);
  await expectAt(page, top);
}

test('page-owners, week-view: a new document starts at its top, each of them is found again where it was left, and a week also if its tasks come late', async ({
  member: page,
  account,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await test.step('documents', async () => {
    await page.goto('/terms');
    await untilHydrated(page);
    // A busy machine may leave it before it paints the page and says that it was scrolled.
    await page.evaluate(() => {
      addEventListener('scroll', (event) => event.stopImmediatePropagation(), { capture: true });
      window.scrollTo(0, 1200);
      location.assign('/jobs');
    });
    await page.waitForURL('/jobs');
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
  });

  // In the open document: landing.spec.ts.
  await test.step('a fragment', async () => {
    const law = page.getByRole('heading', { level: 2, name: '13. Governing law' });
    for (const path of ['/jobs', '/terms#law']) await page.goto(path);
    await expect(law).toBeFocused();
    await expect(law).toBeInViewport();
  });

  const last = taskRow(page, 'Task 27');
  await test.step('a week, by Back', async () => {
    const days = Array.from({ length: 28 }, (_, index) => dayAfter(monday, index % 7));
    const tasks = days.map((task_date, index) => ({ title: `Task ${index}`, task_date }));
    await insertTasks(account, tasks);
    await page.goto('/dashboard');
    await expect(last).toBeVisible();
    await scrollTo(page, 1600);
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('Settings');
    await page.getByRole('option', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused();
    await expectAt(page, 0);
    await page.goBack();
    await expect(last).toBeVisible();
    await expectAt(page, 1600);
  });

  // Without the saved copy of the week.
  await page.addInitScript(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('better-space-kept:')) localStorage.removeItem(key);
  });
  for (const isScrolling of [false, true])
    await test.step(`a week whose tasks come late, by a reload; the visitor scrolls meanwhile: ${isScrolling}`, async () => {
      const resume = await hold(page, REQUESTS.readTasks);
      await page.reload();
      await expect(page.getByRole('button', { name: 'Next week' })).toBeVisible();
      if (isScrolling) {
        await page.mouse.wheel(0, -600);
        await expect.poll(() => positionOf(page)).toBeLessThan(1100);
      }
      resume();
      await expect(last).toBeVisible();
      if (isScrolling) expect(await positionOf(page)).not.toBe(1600);
      else await expectAt(page, 1600);
    });
});

test('page-owners, auth-page: pointing at, focusing or touching a link prefetches the code of its page, once, as the sign-in does that of the week, unless the visitor saves data', async ({
  newVisitor,
}) => {
  /** Records the requests for a remote's files from now on. Returns a function that lists them by the path's ending. */
  const watchRemote = (page: Page, remote: string) => {
    const requested = watchPaths(page);
    return (ending = '') =>
      requested.filter((path) => path.startsWith(`/remotes/${remote}/`) && path.endsWith(ending));
  };
  for (const [from, name, to, remote, show] of [
    ['/about', 'Enter retro mode', '/retro', 'retro', (link: Locator) => link.hover()],
    ['/auth', 'Enter retro mode', '/retro', 'retro', (link: Locator) => link.focus()],
    ['/retro', 'NORMAL MODE', '/', 'marketing', (link: Locator) => link.dispatchEvent('touchstart')],
  ] as const) {
    const page = await newVisitor();
    const requested = watchRemote(page, remote);
    const ofPlanner = watchRemote(page, 'planner');
    await page.goto(from);
    if (from === '/auth') await expect.poll(() => ofPlanner('/remoteEntry.js')).not.toEqual([]);
    expect(requested()).toEqual([]);
    const link = page.getByRole('link', { name });
    await show(link);
    await expect.poll(() => requested('/remoteEntry.js')).not.toEqual([]);
    await expect.poll(() => requested('.css')).not.toEqual([]);
    // The styles are fetched and not applied: no font of theirs is requested, and the page looks the same.
    expect(requested('.woff2')).toEqual([]);
    await expect(appliedSheets(page, remote)).toHaveCount(0);
    await expect(page).toHaveURL(from);

    await link.click();
    await expect(page).toHaveURL(to);
    await expect(page.locator(`[data-remote="${remote}"]`)).toBeVisible();
    for (const ending of ['/remoteEntry.js', '.css']) expect(requested(ending)).toHaveLength(1);
    await expect(appliedSheets(page, remote)).toHaveCount(1);
  }

  const page = await newVisitor();
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  const ofRetro = watchRemote(page, 'retro');
  await page.goto('/about');
  const link = page.getByRole('link', { name: 'Enter retro mode' });
  await link.hover();
  await link.focus();
  await page.goto('/jobs');
  expect(ofRetro()).toEqual([]);
});
