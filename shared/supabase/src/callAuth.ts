import type { User } from '@supabase/supabase-js';
import { backendError } from './errors.ts';
import { authFailure } from './failures.ts';
import type { SessionUser } from './storedSession.ts';

/**
 * Calls an auth method of supabase-js. These methods return most errors and throw some (a full storage).
 * @returns the data of the result
 * @throws BackendError for a returned error and for a thrown one
 */
export async function callAuth<Result extends { data: unknown; error: unknown }>(
  call: () => Promise<Result>,
): Promise<Result['data']> {
  let result: Result;
  try {
    result = await call();
  } catch (error) {
    throw authFailure(error);
  }
  if (result.error) throw authFailure(result.error);
  return result.data;
}

/**
 * Takes the user of an auth response; returns their id and email.
 * @throws BackendError `rejected` when the response has no user
 */
export function sessionUser(user: User | null): SessionUser {
  if (!user) throw backendError('rejected', 'The server did not say who signed in');
  return { id: user.id, email: user.email ?? null };
}
