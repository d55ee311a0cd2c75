import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

// How cards and items are written, renamed, ticked and deleted, and the hint: remotes/planner/src/goals/Goals.test.tsx.

const goals = (page: Page) => page.getByRole('region', { name: 'Goals & Priorities' });

test('goals stay while pages are turned, and are gone after a reload', async ({ member: page }) => {
  await page.goto('/dashboard');
  await expect(goals(page).getByText(/^Goal cards are not saved/)).toBeVisible();
  await goals(page).getByRole('button', { name: 'Custom Card 2' }).click();
  await page.getByRole('textbox', { name: 'Card title' }).fill('Garden 🌱');
  await page.keyboard.press('Enter');
  const card = goals(page).getByRole('region', { name: 'Garden 🌱', exact: true });
  await card.getByRole('button', { name: 'Add item' }).click();
  await page.getByPlaceholder('Enter item...', { exact: true }).fill('اقرأ كتابًا 👨‍👩‍👧‍👦');
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'اقرأ كتابًا 👨‍👩‍👧‍👦' }).click();

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('link', { name: 'Take Me to My Calendar' }).click();
  await expect(card.getByRole('checkbox', { name: 'اقرأ كتابًا 👨‍👩‍👧‍👦' })).toBeChecked();

  await page.reload();
  await expect(goals(page).getByRole('button', { name: 'Custom Card 2' })).toBeVisible();
  await expect(goals(page).getByRole('listitem')).toHaveCount(0);
});
