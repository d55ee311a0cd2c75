import type { Page } from '@playwright/test';

/** The session as the browser keeps it, or null. */
export async function storedSession(page: Page): Promise<Record<string, unknown> | null> {
  const text = await page.evaluate(() => localStorage.getItem('better-space-session'));
  // Written by the site: an object, or nothing.
  return text === null ? null : (JSON.parse(text) as Record<string, unknown>);
}

/** Signs out by the account menu of the dashboard. */
export async function logOut(page: Page): Promise<void> {
  // By keyboard: a notice may lie over the header.
  await page.getByRole('button', { name: 'Account' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Logout' }).press('Enter');
}
