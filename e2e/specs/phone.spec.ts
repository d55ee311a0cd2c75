import type { Locator } from '@playwright/test';
import { dayAfter, dayNumber, shortDate } from '../support/calendar.ts';
import { expectShiftsBelow } from '../support/layoutShifts.ts';
import { REQUESTS, hold } from '../support/network.ts';
import {
  dayCard,
  dayCards,
  monday,
  insertTasks,
  openComposer,
  sampleWeekFrom,
  showWeekAfterLeftovers,
  taskRow,
  tuesday,
} from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// What the sheet of a row has: TaskRow.test.tsx of the planner. Which days are shown: time.spec.ts. Every page on a phone:
// layoutShifts.spec.ts.

test.use({ hasTouch: true, isMobile: true, viewport: { width: 320, height: 640 } });

const boxOf = async (element: Locator) =>
  (await element.boundingBox()) ?? { x: NaN, y: NaN, width: NaN, height: NaN };

test('week-view, task-composer, row-actions: on a phone the week opens with today in view and without a shift, the strip of days leads to each day, the composer is low, and touch opens the actions of a row as a sheet', async ({
  member: page,
  context,
  account,
}) => {
  const saturday = dayAfter(monday, 5);
  await page.clock.setFixedTime(new Date(`${saturday}T12:00:00+08:00`));
  await insertTasks(account, sampleWeekFrom(monday));
  const headingOf = (day: string) => dayCard(page, day).getByRole('heading');
  const strip = page.getByRole('navigation', { name: 'Days' });

  await test.step('it opens at today, before and after the tasks arrive', async () => {
    await showWeekAfterLeftovers(page);
    const release = await hold(page, REQUESTS.readTasks);
    await page.goto('/dashboard');
    await expect(headingOf(saturday)).toBeInViewport({ ratio: 1 });
    const top = (await boxOf(headingOf(saturday))).y;
    expect(top).toBeLessThan(150);
    release();
    const rows = dayCard(page, saturday).getByRole('listitem');
    await expect(rows).toHaveText(['Painting class🎨', 'Film night🎬']);
    expect(Math.abs((await boxOf(headingOf(saturday))).y - top)).toBeLessThan(2);
    await expect(page.locator('body')).toBeFocused();
    await expectShiftsBelow(page, 0.01);
  });

  await test.step('the strip has the open tasks of each day, leads to it and covers nothing', async () => {
    await expect(strip.getByRole('button')).toHaveCount(7);
    await expect(strip.getByRole('button', { name: `Mon ${dayNumber(monday)}`, exact: true })).toBeVisible();
    const name = new RegExp(`^Tue ${dayNumber(tuesday)} ?, 3 to do$`);
    await expect(strip.getByRole('button', { name: /^Sat/ })).toHaveAttribute('aria-current', 'date');
    await strip.getByRole('button', { name }).tap();
    await expect(headingOf(tuesday)).toBeFocused();
    await expect(headingOf(tuesday)).toHaveText(`Tuesday ${shortDate(tuesday)}`);
    await expect(headingOf(tuesday)).toBeInViewport({ ratio: 1 });
    await expect(strip).toBeInViewport({ ratio: 1 });
    const { y, height } = await boxOf(strip);
    expect((await boxOf(headingOf(tuesday))).y).toBeGreaterThanOrEqual(y + height);
    // Nor does the strip cover the element that Shift+Tab focuses.
    await page.keyboard.press('Shift+Tab');
    const top = await page.evaluate(() => document.activeElement?.getBoundingClientRect().top);
    expect(top).toBeGreaterThanOrEqual(y + height);
    await strip.getByRole('button', { name }).tap();
  });

  // Back leads to where the week was left: navigation.spec.ts.
  await test.step('a link leads to today again, another week opens at its top', async () => {
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await expect(headingOf(saturday)).toBeInViewport({ ratio: 1 });
    await page.goto(`/dashboard?week=${dayAfter(monday, 7)}`);
    await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.goto('/dashboard');
  });

  await test.step('More opens the actions as a sheet, with lines for a finger', async () => {
    const row = taskRow(page, 'Film night');
    const more = row.getByRole('button', { name: 'More' });
    const { width, height } = await boxOf(more);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    await more.tap();
    const sheet = page.getByRole('dialog', { name: 'Film night' });
    for (const line of await sheet.getByRole('button').all())
      expect((await boxOf(line)).height).toBeGreaterThanOrEqual(44);
    await sheet.getByRole('button', { name: 'Star task' }).tap();
    await expect(sheet).toHaveCount(0);
    await expect(more).toBeFocused();
    await expect(row.getByRole('button', { name: 'Unstar task' })).toBeAttached();
  });

  await test.step('a long press on the title opens it too: it ticks nothing, drags nothing and opens no menu of the browser', async () => {
    const touch = await context.newCDPSession(page);
    const words = page.getByText('Painting class', { exact: true });
    await words.scrollIntoViewIfNeeded();
    const { x, y } = await boxOf(words);
    const touchPoints = [{ x: x + 20, y: y + 10 }];
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    const sheet = page.getByRole('dialog', { name: 'Painting class' });
    await expect(sheet).toBeVisible();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(sheet).toBeVisible();
    await sheet.getByRole('button', { name: 'Move to', exact: true }).tap();
    await sheet.getByRole('list', { name: 'Move to' }).getByRole('button').first().tap();
    await expect(page.getByText('Task moved')).toBeVisible();
    await expect(page.getByRole('checkbox', { name: 'Painting class' })).not.toBeChecked();
  });

  await test.step('a button unfolds the emoji, and the next task begins with them folded', async () => {
    const field = await openComposer(page, saturday);
    const emoji = page.getByRole('group', { name: 'Emoji' });
    const unfold = page.getByRole('button', { name: 'Emoji', exact: true });
    await expect(emoji).toBeHidden();
    await unfold.tap();
    await emoji.getByRole('button', { name: 'Cart' }).tap();
    // The field keeps the focus, and with it the phone its keyboard.
    await expect(field).toBeFocused();
    await page.keyboard.type('Groceries');
    await page.keyboard.press('Enter');
    await expect(taskRow(page, 'Groceries')).toContainText('🛒');
    await expect(emoji).toBeHidden();
    await page.setViewportSize({ width: 700, height: 900 });
    await expect(emoji).toBeVisible();
    await expect(unfold).toBeHidden();
  });

  await test.step('seven day cards are at least 280 px wide', async () => {
    for (const width of [320, 768, 1024, 1280, 1960]) {
      await page.setViewportSize({ width, height: 900 });
      const narrowest = () =>
        dayCards(page).evaluateAll((cards) =>
          Math.min(...cards.map((card) => card.getBoundingClientRect().width)),
        );
      // The layout follows a moment after the window is resized.
      await expect.poll(narrowest, `at ${width} px`).toBeGreaterThanOrEqual(280);
      await expect(strip, `at ${width} px`).toBeVisible({ visible: width < 768 });
    }
  });
});
