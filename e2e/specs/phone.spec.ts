import type { Page } from '@playwright/test';
import { dayAfter, dayHeading, mondayOf, shortDate, weekFrom, weekdayName } from '../support/calendar.ts';
import { dayCard, dayCards, plantTasks, taskRow } from '../support/planner.ts';
import { today } from '../support/tasks.ts';
import { expect, test } from '../support/test.ts';

const monday = mondayOf(today());

const strip = (page: Page) => page.getByRole('navigation', { name: 'Days' });

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 640 } });

  test('the strip says which days have something left to do, a tap on a day goes to it, and the strip stays in sight and covers nothing', async ({
    signedInPage: page,
    account,
  }) => {
    await plantTasks(account, [
      { title: 'Done', task_date: monday, completed: true },
      { title: 'Open', task_date: dayAfter(monday) },
      { title: 'Open too', task_date: dayAfter(monday) },
    ]);
    await page.goto('/dashboard');
    await expect(taskRow(page, 'Open too')).toBeVisible();
    await expect(strip(page).getByRole('button')).toHaveCount(7);
    const [mon, tue] = [monday, dayAfter(monday)].map((day) => day.slice(8).replace(/^0/, ''));
    await expect(strip(page).getByRole('button', { name: `Mon ${mon}`, exact: true })).toBeVisible();
    const name = new RegExp(`^Tue ${tue} ?, 2 to do$`);
    await expect(strip(page).getByRole('button', { name })).toBeVisible();
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
    const end = (stripBox?.y ?? 0) + (stripBox?.height ?? 0);
    expect((await heading.boundingBox())?.y).toBeGreaterThanOrEqual(end);

    // What the keyboard goes back to is not under the strip either.
    await page.keyboard.press('Shift+Tab');
    const top = await page.evaluate(() => document.activeElement?.getBoundingClientRect().top);
    expect(top).toBeGreaterThanOrEqual(end);
  });
});

test('seven day cards from Monday on, each with its date and its tasks, today marked, at least 280 px wide; the strip is only where they stand in one column', async ({
  signedInPage: page,
  account,
}) => {
  const days = weekFrom(monday);
  await plantTasks(
    account,
    days.map((day) => ({ title: `A task for ${weekdayName(day)}`, task_date: day })),
  );
  await page.goto('/dashboard');
  await expect(dayCards(page).getByRole('heading')).toHaveText(days.map(dayHeading));
  for (const day of days) {
    const card = dayCard(page, day);
    await expect(card.getByRole('listitem')).toHaveText([`A task for ${weekdayName(day)}`]);
    await expect(card.getByText('Today', { exact: true })).toHaveCount(day === today() ? 1 : 0);
    await expect(card.getByRole('time')).toHaveAttribute('datetime', day);
  }
  for (const width of [320, 768, 1024, 1280, 1960]) {
    await page.setViewportSize({ width, height: 900 });
    const narrowest = () =>
      dayCards(page).evaluateAll((cards) =>
        Math.min(...cards.map((card) => card.getBoundingClientRect().width)),
      );
    // The page is laid out anew a moment after the window has its size.
    await expect.poll(narrowest, `at ${width} px`).toBeGreaterThanOrEqual(280);
    await expect(strip(page), `at ${width} px`).toBeVisible({ visible: width < 768 });
  }
});
