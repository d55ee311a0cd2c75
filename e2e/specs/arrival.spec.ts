import type { Page, ViewportSize } from '@playwright/test';
import { dayAfter } from '../support/calendar.ts';
import { REQUESTS, hold } from '../support/network.ts';
import { dayCard, monday, plantTasks, sampleWeekFrom, taskRow } from '../support/planner.ts';
import { shiftsOf, sumOf, watchShifts } from '../support/quiet.ts';
import { expect, test } from '../support/test.ts';

const week = sampleWeekFrom(monday);

/** Opens the dashboard, whose tasks arrive only when what it returns is called. */
async function openLate(page: Page): Promise<() => void> {
  const letGo = await hold(page, REQUESTS.readTasks);
  await page.goto('/dashboard');
  await expect(dayCard(page, monday)).toHaveAttribute('aria-busy', 'true');
  return letGo;
}

const heavy = Array.from({ length: 40 }, (_, index) => ({
  ...week[0],
  title: `Task ${index + 1} of a week that is full`,
  task_date: dayAfter(monday, index % 7),
}));

const SIZES: readonly ViewportSize[] = [
  { width: 320, height: 640 },
  { width: 768, height: 1024 },
  { width: 1280, height: 900 },
  { width: 1960, height: 900 },
  // High enough for the goals below the week.
  { width: 1960, height: 1300 },
];

for (const [name, tasks] of [
  ['an ordinary', week],
  ['an empty', []],
  ['a full', heavy],
] as const) {
  test(`${name} week that arrives late moves nothing, however wide the window`, async ({
    member: page,
    account,
  }) => {
    await plantTasks(account, [...tasks]);
    await watchShifts(page);
    for (const size of SIZES) {
      await test.step(`${size.width} x ${size.height} px`, async () => {
        await page.setViewportSize(size);
        (await openLate(page))();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        await expect(page.getByRole('button', { name: 'Add task' })).toHaveCount(7);
        const shifts = await shiftsOf(page);
        expect(sumOf(shifts), JSON.stringify(shifts, null, 2)).toBeLessThanOrEqual(0.01);
      });
    }
  });
}

test('goals that are seen stay where no week can be had', async ({ member: page, allowConsole }) => {
  allowConsole(/ERR_FAILED/);
  await page.route('**/rest/v1/tasks*', (route) => route.abort());
  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByText('Failed to load tasks')).toBeVisible();
  const goals = page.getByRole('heading', { name: 'Goals & Priorities' });
  await expect(goals).toBeVisible();
  await page.unrouteAll();
  const letGo = await hold(page, REQUESTS.readTasks);
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(page.getByRole('main').getByText('Failed to load tasks')).toBeHidden();
  expect(await goals.isVisible()).toBe(true);
  letGo();
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
});

test('who is writing when the week arrives goes on writing', async ({ member: page, account }) => {
  await plantTasks(account, week);
  const letGo = await openLate(page);
  const field = page.getByPlaceholder('Enter task...');
  await dayCard(page, monday).getByRole('button', { name: 'Add task' }).click();
  await field.pressSequentially('Buy ');
  letGo();
  await expect(taskRow(page, 'Look back at the week')).toBeVisible();
  await page.keyboard.type('milk');
  await expect(field).toHaveValue('Buy milk');
});
