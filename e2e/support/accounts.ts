import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { createTestClient } from '@space/server/testing/process';

/** The initial password of every test account. */
export const PASSWORD = 'Passw0rd!';

export const newEmail = () => `${randomUUID()}@example.com`;

export type Account = Awaited<ReturnType<typeof createAccount>>;

/**
 * Creates an account at the backend and signs it in there, bypassing the site; `client` calls the backend as this user. No
 * clock of a test reaches the expiry of the session. The server uses the expiry inside the token.
 */
export async function createAccount(
  { origin, publishableKey }: Record<'origin' | 'publishableKey', string>,
  password = PASSWORD,
) {
  const client = createTestClient(origin, publishableKey);
  const email = newEmail();
  const { data, error } = await client.auth.signUp({ email, password });
  if (!data.session) throw error ?? new Error('The sign-up answered without a session');
  const session = { ...data.session, expires_at: 4_000_000_000 };
  return { id: session.user.id, email, password, session, client };
}

/**
 * Puts a session into the browser's storage before the site's first script runs, as if this visitor had signed in before.
 * Does so once: later changes by the site are not overwritten.
 */
export const restoreSession = (context: BrowserContext, session: unknown) =>
  context.addInitScript((stored) => {
    // A blank tab has no storage.
    if (location.protocol === 'about:' || localStorage.getItem('e2e-seeded')) return;
    localStorage.setItem('e2e-seeded', 'true');
    localStorage.setItem('better-space-session', stored);
  }, JSON.stringify(session));

export async function storedSession(page: Page) {
  const text = await page.localStorage.getItem('better-space-session');
  // The site stores an object or nothing.
  return JSON.parse(text ?? 'null') as Record<string, unknown> | null;
}

/** Signs out with the dashboard's account menu, by keyboard because a notice may cover the header. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Logout' }).press('Enter');
}
