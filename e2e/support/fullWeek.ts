import type { Page } from '@playwright/test';
import { expect } from '@playwright/test';
import { dayCards } from './planner.ts';

/** Opens every folded day of the dashboard, so that the whole week is in the page. */
export async function unfoldWeek(page: Page): Promise<void> {
  const folds = dayCards(page).getByRole('button', { name: /^Show \d+ more$/ });
  while ((await folds.count()) > 0) await folds.first().click();
  await expect(folds).toHaveCount(0);
}
