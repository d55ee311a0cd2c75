import { dayCard, plantTasks, taskRow } from '../support/planner.ts';
import { today } from '../support/tasks.ts';
import { expect, test } from '../support/test.ts';

// That everything has an edge there is looked at in accessibility.spec.ts, along with the rest.

test('in forced colours done, starred, pinned, chosen and today are told by more than a colour', async ({
  signedInPage: page,
  account,
}) => {
  await plantTasks(account, [
    { title: 'Plain', task_date: today() },
    { title: 'Starred', task_date: today(), starred: true, emoji: '🎯' },
    { title: 'Pinned', task_date: today(), pinned: true },
    { title: 'Done', task_date: today(), completed: true },
  ]);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/dashboard');
  await expect(taskRow(page, 'Plain')).toBeVisible();
  await expect(page.getByText('Done', { exact: true })).toHaveCSS('text-decoration-line', 'line-through');
  await expect(page.getByRole('checkbox', { name: 'Done' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'Done' })).toHaveCSS('appearance', 'auto');
  for (const [title, name] of [
    ['Starred', 'Unstar task'],
    ['Pinned', 'Unpin task'],
  ] as const) {
    await expect(page.getByText(title, { exact: true })).toHaveCSS('font-weight', '600');
    const fill = taskRow(page, title)
      .getByRole('button', { name })
      .evaluate((button) => getComputedStyle(button.firstElementChild ?? button).fill);
    expect(await fill, 'the icon is filled').not.toBe('none');
  }
  await expect(dayCard(page, today()).getByText('Today', { exact: true })).toBeVisible();
  await expect(dayCard(page, today())).toHaveCSS('border-top-width', '3px');

  await taskRow(page, 'Starred').getByRole('button', { name: 'Change emoji' }).click();
  const choices = page.getByRole('group', { name: 'Choose an emoji' }).getByRole('button');
  const width = (name: string) =>
    choices
      .and(page.getByRole('button', { name, exact: true }))
      .evaluate((button) => Number.parseFloat(getComputedStyle(button).borderTopWidth));
  expect(await width('Target')).toBeGreaterThan(await width('Coffee'));
});
