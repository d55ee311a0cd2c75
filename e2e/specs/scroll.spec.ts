import type { Page } from '@playwright/test';
import { REQUESTS, hold } from '../support/network.ts';
import { insertAtOnce, monday, taskRow } from '../support/planner.ts';
import { dayAfter } from '../support/calendar.ts';
import { expect, test } from '../support/test.ts';

test.use({ viewport: { width: 390, height: 844 } });

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
  await page.goto('/terms');
  await scrollTo(page, 1200);
  await openDocument(page, '/jobs');
  await page.locator('html:not([data-prerendered])').waitFor({ state: 'attached' });
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
  await expectAt(page, 1600);

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
