import type { User } from '@supabase/supabase-js';
import { backendError } from './errors.ts';
import { authFailure } from './failures.ts';
import type { SessionUser } from './storedSession.ts';

/**
 * Calls an auth method of supabase-js. They return most errors and throw some (a full storage).
 * @returns the answer's data
 * @throws BackendError for either
 */
export async function askAuth<Answer extends { data: unknown; error: unknown }>(
  call: () => Promise<Answer>,
): Promise<Answer['data']> {
  let answer: Answer;
  try {
    answer = await call();
  } catch (error) {
    throw authFailure(error);
  }
  if (answer.error) throw authFailure(answer.error);
  return answer.data;
}

/**
 * Who an answer of the auth server is about.
 * @throws BackendError `rejected` when it does not say
 */
export function sessionUser(user: User | null): SessionUser {
  if (!user) throw backendError('rejected', 'The server did not say who signed in');
  return { id: user.id, email: user.email ?? null };
}
