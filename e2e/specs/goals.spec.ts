import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

// How cards and items are written, renamed, ticked and deleted: remotes/planner/src/goals/Goals.test.tsx.

const DEFAULTS = ['Top Goals', 'P0 Tasks', 'Custom Card 1', 'Custom Card 2', 'Custom Card 3'];

const goals = (page: Page) => page.getByRole('region', { name: 'Goals & Priorities' });
const cardTitles = (page: Page) =>
  goals(page)
    .getByRole('heading', { level: 3 })
    .filter({ has: page.getByRole('button') });
const hint = (page: Page) => page.getByRole('complementary', { name: 'How to add goals', exact: true });

async function expectGoals(page: Page, titles: readonly string[], items: readonly string[]): Promise<void> {
  await expect(cardTitles(page)).toHaveText(titles);
  await expect(goals(page).getByRole('listitem')).toHaveText(items);
}

test('goals stay while pages of the site are turned, say that they are not kept, and are gone after a reload; a dismissed hint stays hidden', async ({
  signedInPage: page,
}) => {
  await page.goto('/dashboard');
  await expectGoals(page, DEFAULTS, []);
  await expect(goals(page).getByText(/^Goal cards are not saved/)).toBeVisible();
  await expect(hint(page).getByText(/[Cc]lick .Add item. in any card/)).toBeVisible();
  await expect(hint(page).getByText(/[Cc]ard titles can be renamed/)).toBeVisible();
  await hint(page).getByRole('button', { name: 'Dismiss hint' }).click();
  await expect(hint(page)).toHaveCount(0);

  const items = ['Learn to swim', 'اقرأ كتابًا 👨‍👩‍👧‍👦'];
  const top = goals(page).getByRole('region', { name: 'Top Goals', exact: true });
  for (const item of items) {
    await top.getByRole('button', { name: 'Add item' }).click();
    await page.getByPlaceholder('Enter item...', { exact: true }).fill(item);
    await page.keyboard.press('Enter');
    await expect(top.getByRole('listitem').last()).toHaveText(item);
  }
  await page.getByRole('checkbox', { name: 'Learn to swim' }).click();
  await goals(page).getByRole('button', { name: 'Custom Card 2' }).click();
  await page.getByRole('textbox', { name: 'Card title' }).fill('Garden 🌱');
  await page.keyboard.press('Enter');
  const titles = DEFAULTS.with(3, 'Garden 🌱');
  await expectGoals(page, titles, items);

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expectGoals(page, titles, items);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('link', { name: 'Take Me to My Calendar' }).click();
  await expectGoals(page, titles, items);
  await expect(page.getByRole('checkbox', { name: 'Learn to swim' })).toBeChecked();

  await page.reload();
  await expectGoals(page, DEFAULTS, []);
  await expect(hint(page)).toHaveCount(0);
});
