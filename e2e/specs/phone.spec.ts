import type { Page } from '@playwright/test';
import { dayAfter, mondayOf, shortDate, weekdayName } from '../support/calendar.ts';
import { dayCard, dayCards, plantTasks, taskRow } from '../support/planner.ts';
import { sampleWeekFrom } from '../support/sampleWeek.ts';
import { today } from '../support/tasks.ts';
import { expect, test } from '../support/test.ts';

const monday = mondayOf(today());
const week = sampleWeekFrom(monday);

const strip = (page: Page) => page.getByRole('navigation', { name: 'Days' });

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 640 } });

  test('everything in a row is as large as a fingertip, and a row is two of them high', async ({
    signedInPage: page,
    account,
  }) => {
    await plantTasks(account, week);
    await page.goto('/dashboard');
    await expect(taskRow(page, 'Water the plants')).toBeVisible();
    for (const title of ['Water the plants', 'Film night']) {
      const row = taskRow(page, title);
      for (const control of [...(await row.getByRole('button').all()), row.getByRole('checkbox')]) {
        const box = await control.boundingBox();
        expect(box?.width).toBeGreaterThanOrEqual(44);
        expect(box?.height).toBeGreaterThanOrEqual(44);
      }
      expect((await row.boundingBox())?.height).toBeLessThan(96);
    }
    const excess = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(excess).toBe(0);
  });

  test('a tap on a day in the strip goes to it, and the strip stays in sight and covers nothing', async ({
    signedInPage: page,
    account,
  }) => {
    await plantTasks(account, week);
    await page.goto('/dashboard');
    await expect(taskRow(page, 'Look back at the week')).toBeVisible();
    await expect(strip(page).getByRole('button')).toHaveCount(7);
    const now = strip(page).getByRole('button', { name: weekdayName(today()).slice(0, 3) });
    await expect(now).toHaveAttribute('aria-current', 'date');

    const friday = dayAfter(monday, 4);
    await strip(page).getByRole('button', { name: /^Fri/ }).tap();
    const heading = dayCard(page, friday).getByRole('heading');
    await expect(heading).toBeFocused();
    await expect(heading).toHaveText(`Friday ${shortDate(friday)}`);
    await expect(heading).toBeInViewport({ ratio: 1 });
    await expect(strip(page)).toBeInViewport({ ratio: 1 });
    const stripBox = await strip(page).boundingBox();
    const headingBox = await heading.boundingBox();
    expect(headingBox?.y).toBeGreaterThanOrEqual((stripBox?.y ?? 0) + (stripBox?.height ?? 0));

    // What the keyboard goes back to is not under the strip either.
    await page.keyboard.press('Shift+Tab');
    const box = await page.evaluate(() => document.activeElement?.getBoundingClientRect().top);
    expect(box).toBeGreaterThanOrEqual((stripBox?.y ?? 0) + (stripBox?.height ?? 0));
  });

  test('the strip says which days have something left to do', async ({ signedInPage: page, account }) => {
    await plantTasks(account, [
      { title: 'Done', task_date: monday, completed: true },
      { title: 'Open', task_date: dayAfter(monday) },
      { title: 'Open too', task_date: dayAfter(monday) },
    ]);
    await page.goto('/dashboard');
    const [mon, tue] = [dayAfter(monday, 0), dayAfter(monday)].map((day) => day.slice(8).replace(/^0/, ''));
    await expect(strip(page).getByRole('button', { name: `Mon ${mon}`, exact: true })).toBeVisible();
    await expect(
      strip(page).getByRole('button', { name: new RegExp(`^Tue ${tue} ?, 2 to do$`) }),
    ).toBeVisible();
  });
});

test('from two columns on there is no strip: the days are all in sight', async ({ signedInPage: page }) => {
  await page.goto('/dashboard');
  await expect(dayCards(page)).toHaveCount(7);
  await expect(strip(page)).toBeHidden();
});
