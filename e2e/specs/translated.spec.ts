import type { Page } from '@playwright/test';
import { statesOfPages } from '../states/index.ts';
import { dayAfter, dayHeading, weekFrom } from '../support/calendar.ts';
import { addTask, dayCard, dayCards, insertTasks, monday, taskRow } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';
import { installTranslator, translate, type TranslationTime } from '../support/translator.ts';

// Chrome's translator replaces text nodes. React still refers to the old ones: it changes nodes that are no longer shown, or throws
// when it removes one. So a text that changes in place is the only child of its element, as one string.

const TIMES = ['at load', 'during hydration', 'later'] as const satisfies TranslationTime[];

/** React says that the HTML was changed before it was hydrated, and renders the page itself. */
const HYDRATION_MISMATCH = /Minified React error #418/;

const PAGES = statesOfPages([]).filter(({ path, isConfirming }) => !/[?#]/.test(path) && !isConfirming);

for (const time of TIMES) {
  test(`every page stays when it is translated ${time}`, async ({ newVisitor, account, allowConsole }) => {
    test.setTimeout(120_000);
    allowConsole(HYDRATION_MISMATCH);
    await account.client.from('profiles').update({ display_name: 'Mei Lin' }).eq('id', account.id);
    const visitors = { member: account.session, visitor: undefined };
    for (const [name, session] of Object.entries(visitors)) {
      const page = await newVisitor(session);
      await installTranslator(page, time);
      // Hydration takes several slices of time.
      const device = await page.context().newCDPSession(page);
      await device.send('Emulation.setCPUThrottlingRate', { rate: time === 'during hydration' ? 4 : 1 });
      for (const { path, heading, visitor } of PAGES) {
        if ((visitor !== undefined) !== (name === 'member')) continue;
        await test.step(path, async () => {
          await page.goto(path);
          const title = page.getByRole('heading', { level: 1, name: heading ?? '' });
          await expect(title).toBeVisible();
          if (time === 'later') await translate(page);
          await expect(title.locator('font').first()).toBeAttached();
          await expect(page.getByText('Something went wrong')).toHaveCount(0);
        });
      }
      await page.context().close();
    }
  });
}

/** Expects the days of a week, and how many of its tasks are done. */
async function expectWeek(page: Page, start: string, progress: string): Promise<void> {
  await expect(dayCards(page)).toHaveCount(7);
  for (const day of weekFrom(start)) await expect(dayCard(page, day)).toBeVisible();
  await expect(page.getByRole('heading', { name: dayHeading(start) })).toContainText(dayHeading(start));
  await expect(page.getByText(progress, { exact: true }).filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
}

for (const time of ['at load', 'later'] as const) {
  test(`a week that is translated ${time} shows the right days and counts after each of ten acts`, async ({
    member: page,
    account,
    allowConsole,
  }) => {
    allowConsole(HYDRATION_MISMATCH);
    await insertTasks(account, [
      { title: 'Tuesday’s first', task_date: dayAfter(monday) },
      { title: 'Tuesday’s second', task_date: dayAfter(monday), completed: true },
      { title: 'Of next week', task_date: dayAfter(monday, 7) },
    ]);
    await installTranslator(page, time);
    await page.goto('/');
    await translate(page);
    await page.getByRole('link', { name: 'Take Me to My Calendar' }).first().click();
    const week = page.getByRole('group', { name: 'Week navigation' });
    const row = taskRow(page, 'Tuesday’s first');
    const act = (name: string) => row.getByRole('button', { name, exact: true }).click();
    const dayCount = (day: string) => dayCard(page, day).getByText(/^\d+\/\d+$/);
    const tuesday = dayAfter(monday);

    await expectWeek(page, monday, '1 of 2 done');
    await expect(dayCount(tuesday)).toHaveText('1/2');

    await week.getByRole('button', { name: 'Next week' }).click();
    await expectWeek(page, dayAfter(monday, 7), '0 of 1 done');
    await week.getByRole('button', { name: 'Previous week' }).click();
    await expectWeek(page, monday, '1 of 2 done');
    await week.getByRole('button', { name: 'Previous day' }).click();
    await expectWeek(page, dayAfter(monday, -1), '1 of 2 done');
    await week.getByRole('button', { name: 'Today' }).click();
    await expectWeek(page, monday, '1 of 2 done');

    await addTask(page, tuesday, 'Added');
    await page.keyboard.press('Escape');
    await expectWeek(page, monday, '1 of 3 done');
    await expect(dayCount(tuesday)).toHaveText('1/3');

    await row.getByRole('checkbox').click();
    await expectWeek(page, monday, '2 of 3 done');
    await expect(dayCount(tuesday)).toHaveText('2/3');
    await row.getByRole('checkbox').click();
    await expectWeek(page, monday, '1 of 3 done');

    await act('Star task');
    await expect(row.getByRole('button', { name: 'Unstar task' })).toBeVisible();
    await expect(page.getByText('One of them has your star.')).toBeVisible();

    await act('Move to next day');
    await expect(dayCard(page, dayAfter(monday, 2)).getByText('Tuesday’s first')).toBeVisible();
    await expect(dayCount(tuesday)).toHaveText('1/2');
    await expect(dayCount(dayAfter(monday, 2))).toHaveText('0/1');

    await act('Edit title');
    await page.getByRole('textbox', { name: 'Task title' }).fill('Renamed');
    await page.keyboard.press('Enter');
    await expect(dayCard(page, dayAfter(monday, 2)).getByText('Renamed', { exact: true })).toBeVisible();
    await expect(page.getByText('Tuesday’s first')).toHaveCount(0);

    await taskRow(page, 'Renamed').getByRole('button', { name: 'Delete task' }).click();
    await expectWeek(page, monday, '1 of 2 done');
    await page
      .getByRole('status')
      .filter({ hasText: 'Task deleted' })
      .getByRole('button', { name: 'Undo' })
      .click();
    await expectWeek(page, monday, '1 of 3 done');
    await expect(dayCount(dayAfter(monday, 2))).toHaveText('0/1');
  });
}
