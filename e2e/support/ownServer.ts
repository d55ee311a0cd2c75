import type { Page } from '@playwright/test';
import type { TestServer } from '@space/server/testing';
import { PASSWORD, newEmail } from './accounts.ts';
import { submit } from './forms.ts';
import { successNotice } from './notices.ts';
import { expect, test as base } from './test.ts';

/** `test` on a server in this very process: see `server` in support/test.ts. */
export const test = base.extend({ baseURL: ({ server }, use) => use(server.origin) });

/** The link of the newest mail to an address; empty where there is none. */
export function linkTo(server: TestServer, email: string): string {
  return server.outbox.latest(email)?.link ?? '';
}

/** Signs up in this browser; the address is then to be confirmed. Returns it. */
export async function signUpHere(page: Page): Promise<string> {
  const email = newEmail();
  await page.goto('/auth');
  await page.getByRole('button', { name: "Don't have an account? Sign Up" }).click();
  await submit(page, 'Sign Up', email, PASSWORD);
  await expect(successNotice(page, 'Account created! Please check your email to verify.')).toBeVisible();
  return email;
}

/** The address bar shows no more than the path, and no way back leads to the link. */
export async function expectCleaned(page: Page, path: string): Promise<void> {
  await expect(page).toHaveURL(path);
  const before = await page.evaluate(() => history.length);
  await page.goBack();
  expect(page.url()).not.toContain('token');
  await page.goForward();
  await expect(page).toHaveURL(path);
  expect(await page.evaluate(() => history.length)).toBe(before);
}

export { expect };
