import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { createClient } from '@supabase/supabase-js';

/** The initial password of every test account. */
export const PASSWORD = 'Passw0rd!';

export const newEmail = () => `${randomUUID()}@example.com`;

type Backend = Record<'origin' | 'publishableKey', string>;

export const directClient = ({ origin, publishableKey }: Backend) =>
  createClient(origin, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });

export type Account = Awaited<ReturnType<typeof createAccount>>;

/**
 * Creates an account at the backend and signs it in there, bypassing the site; `client` calls the backend as this user. No
 * clock of a test reaches the expiry of the session. The server uses the expiry inside the token.
 */
export async function createAccount(backend: Backend) {
  const client = directClient(backend);
  const email = newEmail();
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD });
  if (!data.session) throw error ?? new Error('The sign-up answered without a session');
  const session = { ...data.session, expires_at: 4_000_000_000 };
  return { id: session.user.id, email, password: PASSWORD, session, client };
}

/**
 * Puts a session into the browser's storage before the site's first script runs, as if this visitor had signed in before.
 * Does so once: later changes by the site are not overwritten.
 */
export async function restoreSession(context: BrowserContext, session: unknown): Promise<void> {
  await context.addInitScript((stored) => {
    // A blank tab has no storage.
    if (location.protocol === 'about:' || localStorage.getItem('e2e-seeded')) return;
    localStorage.setItem('e2e-seeded', 'true');
    localStorage.setItem('better-space-session', stored);
  }, JSON.stringify(session));
}

/** The account data that is stored in this browser, by its name: 'week', 'display-name', 'waiting:…'. */
export const savedData = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => {
    const prefix = /^better-space-kept:[^:]+:/;
    const saved = Object.entries(localStorage).filter(([key]) => prefix.test(key));
    return Object.fromEntries(saved.map(([key, text]) => [key.replace(prefix, ''), text]));
  });

export async function storedSession(page: Page): Promise<Record<string, unknown> | null> {
  const text = await page.evaluate(() => localStorage.getItem('better-space-session'));
  // The site stores an object or nothing.
  return text === null ? null : (JSON.parse(text) as Record<string, unknown>);
}

/** Signs out with the dashboard's account menu, by keyboard because a notice may cover the header. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Logout' }).press('Enter');
}
