import type { Page } from '@playwright/test';
import { createAccount, neverExpiring, restoreSession } from '../support/accounts.ts';
import { dayAfter, dayHeading, weekFrom } from '../support/calendar.ts';
import { successNotice } from '../support/notices.ts';
import { addTask, dayCard, dayCards, insertTask, taskRow } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

// The page uses the time zone and the clock of its device, tested in the zones at both ends of the range. Twelve zones over
// years, and days without a midnight: shared/domain/src/week.zones.test.ts.

/** Opens the dashboard and waits for its responses: a request that is pending when the clock jumps would take hours. */
async function openDashboard(page: Page): Promise<void> {
  const responses = [/\/rest\/v1\/profiles/, /\/rest\/v1\/tasks/].map((address) =>
    page.waitForResponse(address),
  );
  await page.goto('/dashboard');
  for (const response of await Promise.all(responses)) await response.finished();
}

/** Checks that the seven days from `monday` are shown, and that `today` is marked. */
async function expectWeek(page: Page, monday: string, today: string): Promise<void> {
  await expect(dayCards(page).getByRole('heading')).toHaveText(weekFrom(monday).map(dayHeading));
  const todayCard = dayCards(page).filter({ has: page.getByText('Today', { exact: true }) });
  await expect(todayCard.getByRole('heading')).toHaveText([dayHeading(today)]);
  await expect(dayCard(page, today).getByRole('time')).toHaveAttribute('aria-current', 'date');
  await expect(dayCard(page, today).getByRole('time')).toHaveAttribute('datetime', today);
}

const MONDAY = '2026-11-09';
const SATURDAY = dayAfter(MONDAY, 5);
const SUNDAY = dayAfter(MONDAY, 6);
const NEXT_MONDAY = dayAfter(MONDAY, 7);

test('today-clock, calendar-days: the week follows the device’s clock: at midnight today’s mark moves and the week stays; a task keeps its day', async ({
  newVisitor,
  site,
}) => {
  for (const [timezoneId, offset] of [
    ['Pacific/Kiritimati', '+14:00'],
    ['Pacific/Pago_Pago', '-11:00'],
  ] as const) {
    await test.step(timezoneId, async () => {
      const account = await createAccount(site);
      const page = await newVisitor(undefined, { timezoneId });
      await page.clock.install({ time: `${SATURDAY}T23:59:00${offset}` });
      await page.goto('/');
      const sample = page.getByRole('region', { name: 'Your whole week, one look' });
      await expect(sample.getByRole('heading', { level: 3 })).toHaveText(weekFrom(MONDAY).map(dayHeading));

      await restoreSession(page.context(), neverExpiring(account.session));
      await openDashboard(page);
      await expectWeek(page, MONDAY, SATURDAY);
      await page.clock.runFor(70_000);
      await expectWeek(page, MONDAY, SUNDAY);
      await addTask(page, SUNDAY, 'Tonight');
      await expect(successNotice(page, 'Task added!')).toBeVisible();

      // The laptop sleeps from Sunday to Monday: one jump of the clock. The week that is shown is over, and stays.
      await page.clock.fastForward(24 * 3_600_000);
      await expect(page.getByText('Today', { exact: true }).and(page.getByRole('button'))).toBeVisible();
      await expect(dayCards(page).filter({ has: page.getByText('Today', { exact: true }) })).toHaveCount(0);
      await expect(dayCards(page).getByRole('heading')).toHaveText(weekFrom(MONDAY).map(dayHeading));
      await page.getByRole('button', { name: 'Today', exact: true }).click();
      await expectWeek(page, NEXT_MONDAY, NEXT_MONDAY);

      await page.reload();
      await expectWeek(page, NEXT_MONDAY, NEXT_MONDAY);
      await page.getByRole('button', { name: 'Previous day' }).click();
      await expect(dayCard(page, SUNDAY).getByRole('listitem')).toHaveText(['Tonight']);
      const { data } = await account.client.from('tasks').select('task_date');
      expect(data).toEqual([{ task_date: SUNDAY }]);
      await page.context().close();
    });
  }
});

test('week-view, retro-week: a week across two years, and one of another year, say the year, in retro mode too', async ({
  page,
  context,
  account,
}) => {
  await page.clock.install({ time: '2026-12-31T12:00:00+08:00' });
  await restoreSession(context, neverExpiring(account.session));
  await insertTask(account, 'Buy sparklers', '2026-12-31');
  await page.goto('/dashboard');
  const heading = page.getByRole('heading', { level: 2 }).first();
  await expect(heading).toHaveText('Dec 28, 2026 – Jan 3, 2027');
  await expect(dayCards(page).getByRole('heading')).toHaveText(weekFrom('2026-12-28').map(dayHeading));
  await taskRow(page, 'Buy sparklers').getByRole('button', { name: 'Move to', exact: true }).click();
  await expect(page.getByRole('menuitem')).toContainText(['Wednesday, Dec 30', 'Friday, Jan 1, 2027']);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(heading).toHaveText('Jan 4 – Jan 10, 2027');
  await page.goto('/retro/dashboard');
  await expect(page.getByText('Dec 28, 2026 – Jan 3, 2027', { exact: true })).toBeVisible();
});
