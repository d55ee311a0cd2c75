import type { Page } from '@playwright/test';
import { createAccount } from '../support/accounts.ts';
import { dayHeading, weekFrom } from '../support/calendar.ts';
import { successNotice } from '../support/notices.ts';
import { addTask, dayCard, dayCards, openWeek, taskRow } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// The page uses the time zone and the clock of its device, tested in the zones at both ends of the range, in a week that
// ends a year. Twelve zones over years, and days without a midnight: shared/domain/src/week.zones.test.ts.

const ZONES = { 'Pacific/Kiritimati': '+14:00', 'Pacific/Pago_Pago': '-11:00' };
const [MONDAY, SATURDAY, SUNDAY, NEXT_MONDAY] = ['2026-12-28', '2027-01-02', '2027-01-03', '2027-01-04'];

/** Checks that the seven days from `monday` are shown, and which of them is marked as today. */
async function expectWeek(page: Page, monday: string, ...today: string[]): Promise<void> {
  await expect(dayCards(page).getByRole('heading')).toHaveText(weekFrom(monday).map(dayHeading));
  const todayCard = dayCards(page).filter({ has: page.getByText('Today', { exact: true }) });
  await expect(todayCard.getByRole('heading')).toHaveText(today.map(dayHeading));
  const marked = page.locator('time[aria-current="date"]');
  await expect(marked).toHaveCount(today.length);
  for (const day of today) await expect(marked).toHaveAttribute('datetime', day);
}

test('today-clock, calendar-days, week-view, retro-week: the week follows the device’s clock: at midnight today’s mark moves and the week stays; a task keeps its day; across two years both are said, in retro mode too', async ({
  newVisitor,
  site,
}) => {
  for (const [timezoneId, offset] of Object.entries(ZONES)) {
    await test.step(timezoneId, async () => {
      const account = await createAccount(site);
      const page = await newVisitor(account.session, { timezoneId });
      const range = page.getByRole('heading', { level: 2 }).first();
      await page.clock.install({ time: `${SATURDAY}T23:59:00${offset}` });
      // A request that is pending when the clock jumps would take hours.
      const read = page.waitForResponse(/\/rest\/v1\/tasks/);
      await openWeek(page);
      await (await read).finished();
      await expectWeek(page, MONDAY, SATURDAY);
      await expect(range).toHaveText('Dec 28, 2026 – Jan 3, 2027');
      await page.clock.runFor(70_000);
      await expectWeek(page, MONDAY, SUNDAY);
      await addTask(page, SUNDAY, 'Tonight');
      await expect(successNotice(page, 'Task added!')).toBeVisible();
      await taskRow(page, 'Tonight').getByRole('button', { name: 'Move to', exact: true }).click();
      await expect(page.getByRole('menuitem')).toContainText(['Wednesday, Dec 30, 2026', 'Friday, Jan 1']);
      await page.keyboard.press('Escape');

      // The laptop sleeps from Sunday to Monday: one jump of the clock. The week that is shown is over, and stays.
      await page.clock.fastForward(24 * 3_600_000);
      await expect(page.locator('[aria-current="date"]')).toHaveCount(0);
      await expectWeek(page, MONDAY);
      await page.getByRole('button', { name: 'Today', exact: true }).click();
      await expectWeek(page, NEXT_MONDAY, NEXT_MONDAY);
      await page.reload();
      await expectWeek(page, NEXT_MONDAY, NEXT_MONDAY);
      await page.getByRole('button', { name: 'Previous day' }).click();
      await expect(dayCard(page, SUNDAY).getByRole('listitem')).toHaveText(['Tonight']);
      const { data } = await account.client.from('tasks').select('task_date');
      expect(data).toEqual([{ task_date: SUNDAY }]);

      await page.goto('/dashboard?week=2026-12-21');
      await expect(range).toHaveText('Dec 21 – Dec 27, 2026');
      await page.goto('/retro/dashboard');
      await page.getByRole('button', { name: 'Previous week' }).click();
      await expect(page.getByText('Dec 28, 2026 – Jan 3, 2027', { exact: true })).toBeVisible();
      await page.context().close();
    });
  }
});
