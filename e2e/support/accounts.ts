import { randomUUID, createHmac } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js';

/** The initial password of every test account. */
export const PASSWORD = 'Passw0rd!';

export const newEmail = () => `${randomUUID()}@example.com`;

export interface Account {
  id: string;
  email: string;
  password: string;
  session: Session;
  /** Calls the backend directly as this user, bypassing the site. */
  client: SupabaseClient;
}

type Backend = Record<'origin' | 'publishableKey', string>;

export function directClient({ origin, publishableKey }: Backend): SupabaseClient {
  return createClient(origin, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
}

/** Creates an account at the backend and signs it in there, bypassing the site. */
export async function createAccount(backend: Backend): Promise<Account> {
  const client = directClient(backend);
  const email = newEmail();
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD });
  const { user, session } = data;
  if (!user || !session) throw error ?? new Error('The sign-up answered without a session');
  return { id: user.id, email, password: PASSWORD, session, client };
}

/**
 * Puts a session into the browser's storage before the site's first script runs, as if this visitor had signed in before.
 * Does so once: later changes by the site are not overwritten.
 */
export async function restoreSession(context: BrowserContext, session: unknown): Promise<void> {
  await context.addInitScript((stored) => {
    if (location.protocol === 'about:') return; // a blank tab has no storage
    if (localStorage.getItem('e2e-seeded')) return;
    localStorage.setItem('e2e-seeded', 'true');
    localStorage.setItem('better-space-session', stored);
  }, JSON.stringify(session));
}

/** The same session with an expiry that no test clock reaches. The server uses the expiry inside the token. */
export const neverExpiring = (session: Session) => ({ ...session, expires_at: 4_000_000_000 });

/** The same session with an access token that expired an hour ago, signed again (HS256). The refresh token is valid. */
export function expiredSession(session: Session, jwtSecret: string): Session {
  const end = Math.floor(Date.now() / 1000) - 3600;
  const [header = '', payload = ''] = session.access_token.split('.');
  // The payload of the backend's access token is a JSON object.
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const expired = Buffer.from(JSON.stringify({ ...claims, iat: end - 3600, exp: end })).toString('base64url');
  const signature = createHmac('sha256', jwtSecret).update(`${header}.${expired}`).digest('base64url');
  return { ...session, access_token: `${header}.${expired}.${signature}`, expires_at: end };
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
