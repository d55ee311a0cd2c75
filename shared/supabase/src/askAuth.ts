import { authFailure } from './failures.ts';

/**
 * Calls an auth method of supabase-js. They return most errors and throw some (a full storage, A2.11).
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
