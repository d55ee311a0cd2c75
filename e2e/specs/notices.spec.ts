import type { Page } from '@playwright/test';
import { addTask, insertAtOnce, insertTask, monday, taskRow, today } from '../support/planner.ts';
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

/** Returns what lies directly below the notices, apart from the strip that is kept free for them. */
const coveredByNotices = (page: Page) =>
  page.evaluate(() => {
    const notices = [...document.querySelectorAll('[role="status"], [role="alert"]')].filter(
      (notice) =>
        notice.querySelector('[aria-label="Close notice"]') &&
        notice.checkVisibility({ visibilityProperty: true }),
    );
    if (notices.length === 0) return ['no notice'];
    const found = new Set<string>();
    for (const notice of notices) {
      const { left, right, top, bottom } = notice.getBoundingClientRect();
      if (left < 0 || right > innerWidth || bottom > innerHeight) found.add('outside the window');
      for (let y = Math.ceil(top); y < bottom; y += 6) {
        for (let x = Math.ceil(left); x < right; x += 6) {
          const below = document.elementsFromPoint(x, y).find((element) => !element.closest('.Toastify'));
          if (below && !below.matches('[data-strip]'))
            found.add(`${below.tagName} ${below.textContent.slice(0, 40)}`);
        }
      }
    }
    return [...found];
  });

test('notice-place: notices cover no row and no control at any width, and the same notice again is counted, not repeated', async ({
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
      await expect.poll(() => coveredByNotices(page)).toEqual([]);
      await taskRow(page, `${dayAfter(day, 2)} 3`).scrollIntoViewIfNeeded();
      await expect.poll(() => coveredByNotices(page)).toEqual([]);

      const deletedRow = taskRow(page, `One at ${width}`);
      if (width < 768) {
        await deletedRow.getByRole('button', { name: 'More' }).tap();
        await page.getByRole('dialog').getByRole('button', { name: 'Delete task' }).tap();
      } else {
        await deletedRow.getByRole('button', { name: 'Delete task' }).click();
      }
      await expect(successNotice(page, 'Task deleted')).toBeVisible();
      await expect.poll(() => coveredByNotices(page)).toEqual([]);
      await page.context().close();
    });
  }
});

test('notice-place: a success goes after two seconds, and several notices at once are shown one after the other', async ({
  member: page,
  account,
}) => {
  for (const title of ['One', 'Two']) await insertTask(account, title, monday);
  await page.goto('/dashboard');
  await addTask(page, monday, 'Three');
  const added = page.getByRole('status').filter({ hasText: 'Task added!' });
  await expect(added).toBeVisible();
  await expect(added).toBeHidden({ timeout: 4_000 });
  await page.keyboard.press('Escape');

  for (const title of ['One', 'Two']) {
    await taskRow(page, title).getByRole('button', { name: 'Delete task' }).click();
    await expect(taskRow(page, title)).toHaveCount(0);
  }
  const undo = page.getByRole('status').getByRole('button', { name: 'Undo' });
  await expect(undo).toHaveCount(1);
  await expect.poll(() => coveredByNotices(page)).toEqual([]);
  // By keyboard too it is the one that is shown.
  await page.keyboard.press('Alt+t');
  await expect(page.getByRole('status').filter({ hasText: 'Task deleted' })).toBeFocused();
  await undo.click();
  await expect(taskRow(page, 'Two')).toBeVisible();
  await expect(undo).toHaveCount(1);
  await undo.click();
  await expect(taskRow(page, 'One')).toBeVisible();
});

test('notice-place: a notice can be pressed while a modal dialog is open', async ({
  member: page,
  account,
}) => {
  await insertTask(account, 'To be restored', monday);
  await page.goto('/dashboard');
  await taskRow(page, 'To be restored').getByRole('button', { name: 'Delete task' }).click();
  const notice = page.getByRole('status').filter({ hasText: 'Task deleted' });
  await expect(notice).toBeVisible();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Search' });
  await expect(search).toBeVisible();
  await notice.getByRole('button', { name: 'Undo' }).click();
  await expect(search).toBeVisible();
  // It was shown in the dialog, and stays when that closes.
  await expect(page.getByRole('status').filter({ hasText: 'Task restored' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(search).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'Task restored' })).toBeVisible();
  await expect(taskRow(page, 'To be restored')).toBeVisible();
});

test('on a phone the strip at the bottom edge lies on nothing that has the focus', async ({
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
  const strip = page.getByRole('complementary', { name: 'Animation and retro mode' });
  const { y: top = 0 } = (await strip.boundingBox()) ?? {};
  for (const day of days) {
    const box = taskRow(page, `${day} 4`).getByRole('checkbox');
    await box.focus();
    const { y = 0, height = 0 } = (await box.boundingBox()) ?? {};
    expect(y + height).toBeLessThanOrEqual(top);
  }
});
