import type { Page, ViewportSize } from '@playwright/test';
import { dayAfter, mondayOf } from '../support/calendar.ts';
import { dayCard, plantTasks, taskRow } from '../support/planner.ts';
import { shiftsOf, sumOf, watchShifts } from '../support/quiet.ts';
import { sampleWeekFrom } from '../support/sampleWeek.ts';
import { today } from '../support/tasks.ts';
import { expect, test } from '../support/test.ts';

const monday = mondayOf(today());
const week = sampleWeekFrom(monday);

/** Tasks arrive only when the gate that it returns is opened. */
async function holdTasks(page: Page): Promise<PromiseWithResolvers<void>> {
  const gate = Promise.withResolvers<void>();
  await page.route('**/rest/v1/tasks*', async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate;
}

/** Opens the dashboard, whose tasks arrive only when the gate that it returns is opened. */
async function openLate(page: Page): Promise<PromiseWithResolvers<void>> {
  const gate = await holdTasks(page);
  await page.goto('/dashboard');
  await expect(dayCard(page, monday)).toHaveAttribute('aria-busy', 'true');
  return gate;
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
    signedInPage: page,
    account,
  }) => {
    await plantTasks(account, [...tasks]);
    await watchShifts(page);
    for (const size of SIZES) {
      await test.step(`${size.width} x ${size.height} px`, async () => {
        await page.setViewportSize(size);
        (await openLate(page)).resolve();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        await expect(page.getByRole('button', { name: 'Add task' })).toHaveCount(7);
        const shifts = await shiftsOf(page);
        expect(sumOf(shifts), JSON.stringify(shifts, null, 2)).toBeLessThanOrEqual(0.01);
      });
    }
  });
}

test('goals that are seen stay so, where no week can be had', async ({
  signedInPage: page,
  allowConsole,
}) => {
  allowConsole(/ERR_FAILED/);
  await page.route('**/rest/v1/tasks*', (route) => route.abort());
  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByText('Failed to load tasks')).toBeVisible();
  const goals = page.getByRole('heading', { name: 'Goals & Priorities' });
  await expect(goals).toBeVisible();
  const gate = await holdTasks(page);
  await page.getByRole('button', { name: 'Next week' }).click();
  await expect(page.getByRole('main').getByText('Failed to load tasks')).toBeHidden();
  expect(await goals.isVisible()).toBe(true);
  gate.resolve();
  await expect(page.getByText('Nothing planned yet')).toHaveCount(7);
});

test('who is writing already when the week arrives goes on writing', async ({
  signedInPage: page,
  account,
}) => {
  await plantTasks(account, week);
  const gate = await openLate(page);
  const field = page.getByPlaceholder('Enter task...');
  await dayCard(page, monday).getByRole('button', { name: 'Add task' }).click();
  await field.pressSequentially('Buy ');
  gate.resolve();
  await expect(taskRow(page, 'Look back at the week')).toBeVisible();
  await page.keyboard.type('milk');
  await expect(field).toHaveValue('Buy milk');
});
