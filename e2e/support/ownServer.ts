import type { Page } from '@playwright/test';
import type { TestServer } from '@space/server/testing';
import { expect } from './test.ts';
import { test as base } from './visitors.ts';

/** What every account of these tests starts with. */
export const PASSWORD = 'Passw0rd!';

/** `test` on a server in this very process: see `server` in support/test.ts. */
export const test = base.extend({
  baseURL: async ({ server }, provide) => {
    await provide(server.origin);
  },
});

/** The link of the newest mail to an address. */
export function linkTo(server: TestServer, email: string): string {
  return server.outbox.latest(email)?.link ?? '';
}

/** How many sessions an account has on the server. */
export async function sessionsOf(server: TestServer, id: string): Promise<number> {
  const rows = await server.query('select id from auth.sessions where user_id = $1', [id]);
  return rows.length;
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
