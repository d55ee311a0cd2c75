import type { User } from '@supabase/supabase-js';
import { backendError } from './errors.ts';
import type { SessionUser } from './storedSession.ts';

/**
 * Who an answer of the auth server is about.
 * @throws BackendError `rejected` when it does not say
 */
export function sessionUser(user: User | null): SessionUser {
  if (!user) throw backendError('rejected', 'The server did not say who signed in');
  return { id: user.id, email: user.email ?? null };
}
