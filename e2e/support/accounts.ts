import { randomUUID, createHmac } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js';

/** What every account of the tests starts with. */
export const PASSWORD = 'Passw0rd!';

export const newEmail = () => `${randomUUID()}@example.com`;

export interface Account {
  id: string;
  email: string;
  password: string;
  session: Session;
  /** Speaks to the backend directly, as this user, past the site. */
  client: SupabaseClient;
}

interface Backend {
  origin: string;
  publishableKey: string;
}

export function directClient({ origin, publishableKey }: Backend): SupabaseClient {
  return createClient(origin, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
}

/** Makes an account at the backend and signs it in there, without the site. */
export async function createAccount(backend: Backend): Promise<Account> {
  const client = directClient(backend);
  const email = newEmail();
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD });
  if (error) throw error;
  if (!data.user || !data.session) throw new Error(`The sign-up of ${email} answered without a session`);
  return { id: data.user.id, email, password: PASSWORD, session: data.session, client };
}

/**
 * Puts a session into the browser's storage before the site's first script runs, once: as if this visitor had signed in
 * here before. What the site does with it later stays.
 */
export async function restoreSession(context: BrowserContext, session: unknown): Promise<void> {
  await context.addInitScript((stored) => {
    if (location.protocol === 'about:') return; // a blank tab has no storage
    if (localStorage.getItem('e2e-seeded')) return;
    localStorage.setItem('e2e-seeded', 'true');
    localStorage.setItem('better-space-session', stored);
  }, JSON.stringify(session));
}

/** The same session as a device with any clock takes for a fresh one; the server goes by its own. */
export const everFresh = (session: Session) => ({ ...session, expires_at: 4_000_000_000 });

/** The same session an hour after its access token ran out, signed anew (HS256). The refresh token is still good. */
export function expiredSession(session: Session, jwtSecret: string): Session {
  const end = Math.floor(Date.now() / 1000) - 3600;
  const [head = '', body = ''] = session.access_token.split('.');
  // An access token of the backend: its middle part is a JSON object.
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object;
  const spent = Buffer.from(JSON.stringify({ ...claims, iat: end - 3600, exp: end })).toString('base64url');
  const signature = createHmac('sha256', jwtSecret).update(`${head}.${spent}`).digest('base64url');
  return { ...session, access_token: `${head}.${spent}.${signature}`, expires_at: end };
}

export async function storedSession(page: Page): Promise<Record<string, unknown> | null> {
  const text = await page.evaluate(() => localStorage.getItem('better-space-session'));
  // Written by the site: an object, or nothing.
  return text === null ? null : (JSON.parse(text) as Record<string, unknown>);
}

/** Signs out by the account menu of the dashboard, by keyboard: a notice may lie over the header. */
export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Logout' }).press('Enter');
}
