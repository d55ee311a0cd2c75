import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

export const nameField = (page: Page) => page.getByRole('textbox', { name: 'Display Name' });
export const newPassword = (page: Page) => page.getByLabel('New Password', { exact: true });
export const confirmPassword = (page: Page) => page.getByLabel('Confirm Password', { exact: true });

export async function openSettings(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/settings');
  await expect(nameField(page)).toBeVisible();
}

export async function saveName(page: Page, name: string): Promise<void> {
  await nameField(page).fill(name);
  await page.getByRole('button', { name: 'Save Profile' }).click();
}

export async function changePassword(page: Page, password: string, confirm = password): Promise<void> {
  await newPassword(page).fill(password);
  await confirmPassword(page).fill(confirm);
  await page.getByRole('button', { name: 'Change Password' }).click();
}
