import type { Page } from '@playwright/test';
import { dayAfter, mondayOf } from '../support/calendar.ts';
import { dayCard, dayCards, plantTasks, taskRow } from '../support/planner.ts';
import { sampleWeekFrom } from '../support/sampleWeek.ts';
import { today } from '../support/tasks.ts';
import { expect, test } from '../support/test.ts';

const monday = mondayOf(today());
const week = sampleWeekFrom(monday);

/** What can only be pressed. */
const PRESSED =
  /^(Add|Star|Unstar|Pin|Unpin|Edit|Give|Move|Delete|Previous|Next|Today|Account|Dismiss|Pause|Mon|Sun)/;

/** How many sheets the page takes: every sheet is one object of the file that says so. */
async function sheets(page: Page): Promise<{ count: number; isLandscape: boolean }> {
  const text = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const [, width = '0', height = '0'] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(text) ?? [];
  return {
    count: text.match(/\/Type\s*\/Page\b/g)?.length ?? 0,
    isLandscape: Number(width) > Number(height),
  };
}

test('an ordinary week is one sheet: white, without buttons, four columns of days, seen in light or in dark', async ({
  signedInPage: page,
  account,
}) => {
  await plantTasks(account, week);
  await page.goto('/dashboard');
  await expect(taskRow(page, 'Look back at the week')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ media: 'print', colorScheme });

    // Emoji and the titles of goal cards are buttons too, and look like what they say.
    await expect(page.getByRole('button', { name: PRESSED })).toHaveCount(0);
    await expect(page.getByText('Nothing planned yet')).toHaveCount(0);
    await expect(page.getByRole('link')).toHaveCount(0);
    await expect(page.getByText('Enter retro mode')).toBeHidden();
    await expect(dayCards(page)).toHaveCount(7);
    const lefts = await dayCards(page).evaluateAll((cards) => [
      ...new Set(cards.map((card) => Math.round(card.getBoundingClientRect().left))),
    ]);
    expect(lefts).toHaveLength(4);

    const done = page.getByText('Plan the sprint with the team');
    const heading = dayCard(page, monday).getByRole('heading');
    for (const element of [
      page.getByRole('heading', { level: 1 }),
      page.getByText('Film night'),
      done,
      heading,
    ]) {
      await expect(element, colorScheme).toHaveCSS('color', 'rgb(0, 0, 0)');
    }
    await expect(done).toHaveCSS('text-decoration-line', 'line-through');
    const ground = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(ground, colorScheme).toBe('rgb(255, 255, 255)');
    expect(await sheets(page)).toEqual({ count: 1, isLandscape: true });
  }
});

test('a heavy week is printed whole, each day in one piece', async ({ signedInPage: page, account }) => {
  const errands = Array.from({ length: 22 }, (_, index) => ({
    title: `Errand ${index + 1}`,
    task_date: dayAfter(monday, 5),
  }));
  await plantTasks(account, [...week, ...errands]);
  await page.goto('/dashboard');
  await expect(taskRow(page, 'Errand 5')).toBeVisible();
  await expect(taskRow(page, 'Errand 22')).toHaveCount(0);
  // Nothing on paper can be unfolded.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(taskRow(page, 'Errand 22')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(dayCards(page).first()).toHaveCSS('break-inside', 'avoid');
  expect((await sheets(page)).count).toBeLessThanOrEqual(3);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(taskRow(page, 'Errand 22')).toHaveCount(0);
});
