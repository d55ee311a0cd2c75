import type { Page } from '@playwright/test';
import { dayAfter } from '../support/calendar.ts';
import { dayCard, dayCards, insertTasks, monday, sampleWeekFrom, taskRow } from '../support/planner.ts';
import { expect, test } from '../support/test.ts';

/** The names of buttons that have no use on paper. */
const BUTTON_NAMES =
  /^(Add|Star|Unstar|Pin|Unpin|Edit|Give|Move|Delete|Previous|Next|Today|Account|Dismiss|Pause|Mon|Sun)/;

/** Returns how many sheets the printed page takes, from the page objects of its PDF, and whether they are landscape. */
async function printedSheets(page: Page): Promise<{ count: number; isLandscape: boolean }> {
  const text = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const [, width = '0', height = '0'] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(text) ?? [];
  const count = text.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  return { count, isLandscape: Number(width) > Number(height) };
}

test('any-device: an ordinary week is printed on one white sheet without buttons, and a heavy one whole, each day in one piece; in forced colours it is told without colour', async ({
  member: page,
  account,
}) => {
  const done = page.getByText('Plan the sprint with the team');
  await insertTasks(account, sampleWeekFrom(monday));
  await page.goto('/dashboard');
  await expect(taskRow(page, 'Look back at the week')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ media: 'print', colorScheme });
    // Emoji and the titles of goal cards are buttons too, but print as plain text.
    await expect(page.getByRole('button', { name: BUTTON_NAMES })).toHaveCount(0);
    await expect(page.getByText('Nothing planned yet')).toHaveCount(0);
    await expect(page.getByRole('link')).toHaveCount(0);
    await expect(page.getByText('Enter retro mode')).toBeHidden();
    await expect(dayCards(page)).toHaveCount(7);
    const lefts = await dayCards(page).evaluateAll((cards) =>
      cards.map((card) => Math.round(card.getBoundingClientRect().left)),
    );
    expect(new Set(lefts).size, 'columns').toBe(4);
    for (const element of [
      page.getByRole('heading', { level: 1 }),
      page.getByText('Film night'),
      done,
      dayCard(page, monday).getByRole('heading'),
    ])
      await expect(element, colorScheme).toHaveCSS('color', 'rgb(0, 0, 0)');
    await expect(done).toHaveCSS('text-decoration-line', 'line-through');
    await expect(page.locator('html'), colorScheme).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    expect(await printedSheets(page)).toEqual({ count: 1, isLandscape: true });
  }

  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  const task_date = dayAfter(monday, 5);
  const errands = Array.from({ length: 22 }, (_, index) => ({ title: `Errand ${index + 1}`, task_date }));
  await insertTasks(account, errands);
  await page.reload();
  await expect(taskRow(page, 'Errand 5')).toBeVisible();
  await expect(taskRow(page, 'Errand 22')).toHaveCount(0);
  // Before printing all days unfold: paper has no button for it.
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(taskRow(page, 'Errand 22')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(dayCards(page).first()).toHaveCSS('break-inside', 'avoid');
  expect((await printedSheets(page)).count).toBeLessThanOrEqual(3);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(taskRow(page, 'Errand 22')).toHaveCount(0);

  // That every control has a border then: allStatesOfMembers.spec.ts.
  await test.step('in forced colours nothing is conveyed by colour alone', async () => {
    await page.emulateMedia({ media: 'screen', forcedColors: 'active' });
    await expect(done).toHaveCSS('text-decoration-line', 'line-through');
    const box = page.getByRole('checkbox', { name: 'Plan the sprint with the team' });
    await expect(box).toBeChecked();
    await expect(box).toHaveCSS('appearance', 'auto');
    for (const [title, name] of [
      ['Review the contract', 'Unstar task'],
      ['Call the dentist and confirm the new time', 'Unpin task'],
    ] as const) {
      await expect(page.getByText(title, { exact: true })).toHaveCSS('font-weight', '600');
      const fill = taskRow(page, title)
        .getByRole('button', { name })
        .evaluate((button) => getComputedStyle(button.firstElementChild ?? button).fill);
      expect(await fill, 'the icon is filled').not.toBe('none');
    }
    const today = dayCards(page).filter({ has: page.getByText('Today', { exact: true }) });
    await expect(today).toHaveCSS('border-top-width', '3px');

    await taskRow(page, 'Review the contract').getByRole('button', { name: 'Change emoji' }).click();
    const choices = page.getByRole('group', { name: 'Choose an emoji' });
    const width = (name: string) =>
      choices
        .getByRole('button', { name, exact: true })
        .evaluate((button) => Number.parseFloat(getComputedStyle(button).borderTopWidth));
    expect(await width('Briefcase')).toBeGreaterThan(await width('Coffee'));
  });
});
