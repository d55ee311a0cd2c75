import type { BrowserContext, Page } from '@playwright/test';
import { restoreSession } from '../support/accounts.ts';
import type { Account } from '../support/accounts.ts';
import { dayAfter, dayHeading, weekFrom } from '../support/calendar.ts';
import { successNotice } from '../support/notices.ts';
import { dayCard, dayCards, openComposer } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

/** An instant by the clock on the wall, and the day and the week it is in there. */
interface Moment {
  when: string;
  instant: string;
  today: string;
  monday: string;
}

/** The last second before a local midnight and the first one after it. */
function midnight(when: string, day: string, monday: string, offset: string, offsetAfter = offset): Moment[] {
  const next = dayAfter(day);
  const nextMonday = next === dayAfter(monday, 7) ? next : monday;
  return [
    { when: `before ${when}`, instant: `${day}T23:59:59${offset}`, today: day, monday },
    { when: `after ${when}`, instant: `${next}T00:00:01${offsetAfter}`, today: next, monday: nextMonday },
  ];
}

const sundayNight = (offset: string) =>
  midnight('the midnight between Sunday and Monday', '2026-11-15', '2026-11-09', offset);
const newYear = (offset: string) => midnight('the new year', '2026-12-31', '2026-12-28', offset);

/**
 * Zones and the moments that go wrong there when days are counted in hours or in another zone: the clock's two ends and the
 * odd days. Twelve zones over years: shared/domain/src/week.zones.test.ts.
 */
const ZONES: Readonly<Record<string, readonly Moment[]>> = {
  'Pacific/Kiritimati': [...sundayNight('+14:00'), ...newYear('+14:00')],
  'Pacific/Pago_Pago': [...sundayNight('-11:00'), ...newYear('-11:00')],
  'America/Santiago': [
    ...sundayNight('-03:00'),
    // This Sunday has no midnight: after 23:59:59 it is 01:00.
    {
      when: 'before the day without a midnight',
      instant: '2026-09-05T23:59:59-04:00',
      today: '2026-09-05',
      monday: '2026-08-31',
    },
    {
      when: 'in the first second of the day without a midnight',
      instant: '2026-09-06T01:00:00-03:00',
      today: '2026-09-06',
      monday: '2026-08-31',
    },
    ...midnight('the day without a midnight', '2026-09-06', '2026-08-31', '-03:00'),
  ],
  'Australia/Lord_Howe': [
    ...sundayNight('+11:00'),
    // Summer time is half an hour here.
    ...midnight('the start of summer time', '2026-10-04', '2026-09-28', '+11:00'),
    ...midnight('the end of summer time', '2027-04-04', '2027-03-29', '+10:30'),
  ],
  'Pacific/Apia': [
    ...sundayNight('+13:00'),
    // The island skipped Friday, December 30, 2011.
    {
      when: 'before the day that never was',
      instant: '2011-12-29T23:59:59-10:00',
      today: '2011-12-29',
      monday: '2011-12-26',
    },
    {
      when: 'after the day that never was',
      instant: '2011-12-31T00:00:01+14:00',
      today: '2011-12-31',
      monday: '2011-12-26',
    },
    ...midnight('the week of the day that never was', '2012-01-01', '2011-12-26', '+14:00'),
  ],
};

/** Signs in with a session that a device with any clock takes for a fresh one; the server goes by its own. */
async function signIn(context: BrowserContext, account: Account): Promise<void> {
  await restoreSession(context, { ...account.session, expires_at: 4_000_000_000 });
}

/** Opens the dashboard and waits for its answers: what is still on its way when hours are wound on would take hours. */
async function openWhole(page: Page): Promise<void> {
  const answers = [/\/rest\/v1\/profiles/, /\/rest\/v1\/tasks/].map((address) =>
    page.waitForResponse(address),
  );
  await page.goto('/dashboard');
  for (const answer of await Promise.all(answers)) await answer.finished();
}

/** Shows the seven days from that Monday, and marks that one as today. */
async function expectWeek(page: Page, { monday, today }: { monday: string; today: string }): Promise<void> {
  await expect(dayCards(page).getByRole('heading')).toHaveText(weekFrom(monday).map(dayHeading));
  await expectToday(page, today);
}

async function expectToday(page: Page, today: string): Promise<void> {
  const marked = dayCards(page).filter({ has: page.getByText('Today', { exact: true }) });
  await expect(marked.getByRole('heading')).toHaveText([dayHeading(today)]);
  await expect(dayCard(page, today).getByRole('time')).toHaveAttribute('aria-current', 'date');
  await expect(dayCard(page, today).getByRole('time')).toHaveAttribute('datetime', today);
}

for (const [zone, moments] of Object.entries(ZONES)) {
  test.describe(zone, () => {
    test.use({ timezoneId: zone });

    test('the week starts on its Monday, whatever the hour: the sample of the landing page and the planner’s', async ({
      page,
      context,
      account,
    }) => {
      const sample = page
        .getByRole('region', { name: 'Your whole week, one look' })
        .getByRole('heading', { level: 3 });
      for (const { when, instant, monday } of moments.slice(0, 1)) {
        await test.step(`the sample, ${when}`, async () => {
          await page.clock.setFixedTime(instant);
          await page.goto('/');
          await expect(sample).toHaveText(weekFrom(monday).map(dayHeading));
        });
      }
      await signIn(context, account);
      for (const moment of moments) {
        await test.step(moment.when, async () => {
          await page.clock.setFixedTime(moment.instant);
          await page.goto('/dashboard');
          await expectWeek(page, moment);
        });
      }
    });
  });
}

// The clock's two ends: an ordinary midnight is the same everywhere else.
for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
  test.describe(zone, () => {
    test.use({ timezoneId: zone });

    test('across midnight the mark moves and the week stays where it is', async ({
      page,
      context,
      account,
    }) => {
      await signIn(context, account);
      const [before] = ZONES[zone] ?? [];
      if (!before) throw new Error('every zone has a moment');
      const saturday = dayAfter(before.today, -1);
      // 24 hours before the last second of Sunday, with a few seconds to spare for the page to arrive.
      const start = Date.parse(before.instant) - 24 * 3_600_000 - 60_000;
      await page.clock.install({ time: start });
      await openWhole(page);
      await expectWeek(page, { monday: before.monday, today: saturday });
      await page.clock.runFor(70_000);
      await expectWeek(page, { monday: before.monday, today: before.today });

      // The laptop sleeps from Sunday to Monday: one jump, not thousands of seconds. Its week is over, and stays.
      await page.clock.fastForward(24 * 3_600_000);
      await expect(page.getByText('Today', { exact: true }).and(page.getByRole('button'))).toBeVisible();
      await expect(dayCards(page).filter({ has: page.getByText('Today', { exact: true }) })).toHaveCount(0);
      await expect(dayCards(page).getByRole('heading')).toHaveText(weekFrom(before.monday).map(dayHeading));
      await page.getByRole('button', { name: 'Today', exact: true }).click();
      const nextMonday = dayAfter(before.monday, 7);
      await expectWeek(page, { monday: nextMonday, today: nextMonday });
    });
  });
}

test.describe('America/Santiago', () => {
  test.use({ timezoneId: 'America/Santiago' });

  test('a day that begins at one o’clock begins at once', async ({ page, context, account }) => {
    await signIn(context, account);
    await page.clock.install({ time: '2026-09-05T23:59:00-04:00' });
    await openWhole(page);
    await expectWeek(page, { monday: '2026-08-31', today: '2026-09-05' });
    await page.clock.runFor(62_000);
    await expectWeek(page, { monday: '2026-08-31', today: '2026-09-06' });
  });
});

for (const [zone, instant, day] of [
  ['Pacific/Kiritimati', '2026-11-16T00:30:00+14:00', '2026-11-16'],
  ['Pacific/Pago_Pago', '2026-11-15T23:30:00-11:00', '2026-11-15'],
] as const) {
  test.describe(zone, () => {
    test.use({ timezoneId: zone });

    test('a task lands on the day it was added to, whatever day it is in Greenwich', async ({
      page,
      context,
      account,
    }) => {
      await signIn(context, account);
      await page.clock.setFixedTime(instant);
      await page.goto('/dashboard');
      const field = await openComposer(page, day);
      await field.fill('Tonight');
      await field.press('Enter');
      await expect(successNotice(page, 'Task added!')).toBeVisible();
      await page.reload();
      const row = dayCard(page, day).getByRole('listitem');
      await expect(row.getByRole('checkbox')).toHaveAccessibleName('Tonight');
      const { data } = await account.client.from('tasks').select('task_date');
      expect(data).toEqual([{ task_date: day }]);
    });
  });
}
