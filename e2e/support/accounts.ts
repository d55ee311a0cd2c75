import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import type { Session, SupabaseClient } from '@supabase/supabase-js';
import type { BrowserContext } from '@playwright/test';

export const PASSWORD = 'Passw0rd!';

export interface Account {
  id: string;
  email: string;
  password: string;
  session: Session;
  /** Speaks to the backend directly, as this user, past the site. */
  client: SupabaseClient;
}

export interface Backend {
  origin: string;
  publishableKey: string;
}

/** A client that leaves no trace in its surroundings. */
export function directClient({ origin, publishableKey }: Backend): SupabaseClient {
  return createClient(origin, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
}

/** Makes an account at the backend and signs it in there, without the site. */
export async function createAccount(
  backend: Backend,
  email = `${randomUUID()}@example.com`,
): Promise<Account> {
  const client = directClient(backend);
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
