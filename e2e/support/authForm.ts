import type { Locator, Page } from '@playwright/test';

export const emailField = (page: Page): Locator => page.getByLabel('Email', { exact: true });
export const passwordField = (page: Page): Locator => page.getByLabel('Password', { exact: true });

/** Types an email and a password on /auth or /retro/auth and sends them by the button of that name. */
export async function submit(page: Page, button: string, email: string, password: string): Promise<void> {
  await emailField(page).fill(email);
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: button, exact: true }).click();
}
