import type { Page } from '@playwright/test';
import { addTask, monday, insertAtOnce, taskRow, today, unfoldWeek } from '../support/planner.ts';
import { dayAfter, mondayOf, weekFrom } from '../support/calendar.ts';
import { isLong } from '../support/longForm.ts';
import { successNotice } from '../support/notices.ts';
import { expect, test } from '../support/test.ts';

/** Without `--long` every second size is tested: a phone, a tablet, a wide screen. */
const WIDTHS = [
  [320, 640],
  [390, 844],
  [768, 1024],
  [1280, 800],
  [1960, 1100],
] as const;

/** Returns the names of the visible controls that a notice covers. */
const coveredControls = (page: Page) =>
  page.evaluate(() => {
    const notices = [...document.querySelectorAll('[role="status"], [role="alert"]')]
      .filter((notice) => notice.querySelector('[aria-label="Close notice"]'))
      .map((notice) => notice.getBoundingClientRect());
    if (notices.length === 0) return ['no notice'];
    return [...document.querySelectorAll('a[href], button, input')]
      .filter((control) => !control.closest('[role="status"], [role="alert"]'))
      .filter((control) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((control) => {
        const { left, right, top, bottom, width } = control.getBoundingClientRect();
        return (
          width > 1 &&
          notices.some((box) => left < box.right && right > box.left && top < box.bottom && bottom > box.top)
        );
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent);
  });

test('notices cover no control at any width, and the same notice again is counted, not repeated', async ({
  newVisitor,
  account,
}) => {
  test.setTimeout(120_000);
  const days = weekFrom(mondayOf(today()));
  await insertAtOnce(
    account,
    days.flatMap((day) => [1, 2, 3, 4, 5].map((number) => ({ title: `${day} ${number}`, task_date: day }))),
  );
  for (const [width, height] of isLong ? WIDTHS : WIDTHS.filter((_, place) => place % 2 === 0)) {
    await test.step(`${width} px`, async () => {
      const touch = width < 768 ? { hasTouch: true, isMobile: true } : {};
      const page = await newVisitor(account.session, { viewport: { width, height }, ...touch });
      await page.goto('/dashboard');
      const day = days[1] ?? '';
      await expect(taskRow(page, `${day} 5`)).toBeVisible();
      for (const title of ['One', 'Two']) {
        await addTask(page, day, `${title} at ${width}`);
        await expect(taskRow(page, `${title} at ${width}`)).toBeVisible();
      }
      const notice = page.getByRole('status').filter({ hasText: 'Task added!' });
      await expect(notice).toHaveText(/^Task added!×2/);
      expect(await coveredControls(page)).toEqual([]);
      await taskRow(page, `${dayAfter(day, 2)} 3`).scrollIntoViewIfNeeded();
      await expect.poll(() => coveredControls(page)).toEqual([]);

      const deletedRow = taskRow(page, `One at ${width}`);
      if (width < 768) {
        await deletedRow.getByRole('button', { name: 'More' }).tap();
        await page.getByRole('dialog').getByRole('button', { name: 'Delete task' }).tap();
      } else {
        await deletedRow.getByRole('button', { name: 'Delete task' }).click();
      }
      await expect(successNotice(page, 'Task deleted')).toBeVisible();
      await expect.poll(() => coveredControls(page)).toEqual([]);
      await page.context().close();
    });
  }
});

test('a notice over a long day covers no control, and only a few rows are measured', async ({
  member: page,
  account,
}) => {
  await insertAtOnce(
    account,
    Array.from({ length: 200 }, (_, index) => ({ title: `No. ${index}`, task_date: monday })),
  );
  await page.goto('/dashboard');
  await expect(page.getByText('200 tasks to go')).toBeVisible();
  await unfoldWeek(page);
  // Marks each row that is measured: measuring a thousand rows would delay the response to a press.
  await page.evaluate(() => {
    const original = Element.prototype.getBoundingClientRect;
    Element.prototype.getBoundingClientRect = function ask() {
      if (this instanceof HTMLElement && this.matches('li')) this.dataset['asked'] = '';
      return original.call(this);
    };
  });
  const measuredRows = page.locator('[data-day] li[data-asked]');
  await addTask(page, monday, 'The newest of all');
  await expect(successNotice(page, 'Task added!')).toBeVisible();
  await expect.poll(() => coveredControls(page)).toEqual([]);
  await expect(measuredRows).not.toHaveCount(0);
  expect(await measuredRows.count()).toBeLessThan(80);
  await taskRow(page, 'No. 100').getByRole('checkbox').focus();
  await expect.poll(() => coveredControls(page)).toEqual([]);
});

test('on a phone the fixed corner is hidden while it would cover a row, unless it has the focus', async ({
  newVisitor,
  account,
}) => {
  const days = weekFrom(mondayOf(today()));
  await insertAtOnce(
    account,
    days.flatMap((day) => [1, 2, 3, 4].map((number) => ({ title: `${day} ${number}`, task_date: day }))),
  );
  const page = await newVisitor(account.session, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await page.goto('/dashboard');
  await expect(taskRow(page, `${days[6]} 4`)).toBeAttached();
  const corner = page.getByRole('complementary', { name: 'Animation and retro mode' });
  await taskRow(page, `${days[2]} 4`).evaluate((row) => row.scrollIntoView({ block: 'end' }));
  await expect(corner).toHaveCSS('opacity', '0');
  await corner.getByRole('link').focus();
  await expect(corner).toHaveCSS('opacity', '1');
  await corner.getByRole('link').blur();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(corner).toHaveCSS('opacity', '1');
});
