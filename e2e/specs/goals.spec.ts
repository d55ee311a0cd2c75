import type { Page } from '@playwright/test';
import { expect, test } from '../support/test.ts';

const DEFAULTS = ['Top Goals', 'P0 Tasks', 'Custom Card 1', 'Custom Card 2', 'Custom Card 3'];

const goals = (page: Page) => page.getByRole('region', { name: 'Goals & Priorities' });
const cardTitles = (page: Page) =>
  goals(page)
    .getByRole('heading', { level: 3 })
    .filter({ has: page.getByRole('button') });
const card = (page: Page, title: string) => goals(page).getByRole('region', { name: title, exact: true });

async function addItems(page: Page, title: string, items: readonly string[]): Promise<void> {
  for (const item of items) {
    await card(page, title).getByRole('button', { name: 'Add item' }).click();
    await page.getByPlaceholder('Enter item...').fill(item);
    await page.keyboard.press('Enter');
    await expect(card(page, title).getByRole('listitem').last()).toHaveText(item);
  }
}

/** Three items, one ticked, one deleted; one card with another title. */
async function setGoals(page: Page): Promise<void> {
  await addItems(page, 'Top Goals', ['Learn to swim', 'اقرأ كتابًا', 'Sleep by eleven 👨‍👩‍👧‍👦']);
  await page.getByRole('checkbox', { name: 'Learn to swim' }).click();
  await card(page, 'Top Goals')
    .getByRole('listitem')
    .filter({ hasText: 'Sleep' })
    .getByRole('button', { name: 'Delete item' })
    .click();
  await card(page, 'Custom Card 2').getByRole('button', { name: 'Custom Card 2' }).click();
  await page.getByRole('textbox', { name: 'Card title' }).fill('Garden 🌱');
  await page.keyboard.press('Enter');
}

async function expectGoals(page: Page): Promise<void> {
  await expect(cardTitles(page)).toHaveText(DEFAULTS.with(3, 'Garden 🌱'));
  await expect(card(page, 'Top Goals').getByRole('listitem')).toHaveText(['Learn to swim', 'اقرأ كتابًا']);
  await expect(page.getByRole('checkbox', { name: 'Learn to swim' })).toBeChecked();
  await expect(page.getByRole('checkbox', { name: 'اقرأ كتابًا' })).not.toBeChecked();
}

async function expectDefaults(page: Page): Promise<void> {
  await expect(cardTitles(page)).toHaveText(DEFAULTS);
  await expect(goals(page).getByRole('listitem')).toHaveCount(0);
}

test('goals stay while pages of the site are turned, say that they are not kept, and are gone after a reload', async ({
  signedInPage: page,
}) => {
  await page.goto('/dashboard');
  await expectDefaults(page);
  await expect(goals(page).getByText(/^Goal cards are not saved/)).toBeVisible();
  await setGoals(page);
  await expectGoals(page);

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expectGoals(page);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('link', { name: 'Take Me to My Calendar' }).click();
  await expectGoals(page);

  await page.reload();
  await expectDefaults(page);
});
