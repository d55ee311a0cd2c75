import type { Page } from '@playwright/test';

export const emailField = (page: Page) => page.getByLabel('Email', { exact: true });
export const passwordField = (page: Page) => page.getByLabel('Password', { exact: true });

/** Types an email and a password on /auth or /retro/auth and submits them with the named button. */
export async function submit(page: Page, button: string, email: string, password: string): Promise<void> {
  await emailField(page).fill(email);
  await passwordField(page).fill(password);
  await page.getByRole('button', { name: button, exact: true }).click();
}

export const nameField = (page: Page) => page.getByRole('textbox', { name: 'Display Name' });

export async function saveName(page: Page, name: string): Promise<void> {
  await nameField(page).fill(name);
  await page.getByRole('button', { name: 'Save Profile' }).click();
}

export async function changePassword(page: Page, password: string): Promise<void> {
  await page.getByLabel('New Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Change Password' }).click();
}
