import { authError } from '../gateway/answers.ts';
import { isPlainAddress } from '../mail/plainAddress.ts';

const SHORTEST = 8;
const MOST_BYTES = 72;

/** Refuses what no account can have, before it is known whether there is one: the same answer for every address. */
export function refuseCredentials(email: string, password: string): Response | null {
  if (email === '') return authError(400, 'validation_failed', 'An email address is required');
  if (password === '') return authError(400, 'validation_failed', 'Signup requires a valid password');
  return refuseEmail(email) ?? refusePassword(password);
}

/** Refuses what no mail can be sent to, in the library's words. Returns the refusal, or null. */
export function refuseEmail(email: string): Response | null {
  return isPlainAddress(email)
    ? null
    : authError(400, 'validation_failed', 'Unable to validate email address: invalid format');
}

/** Refuses a password that is too long for bcrypt or too short for the rules. Returns the refusal, or null. */
export function refusePassword(password: string): Response | null {
  return (
    refuseLongPassword(password) ??
    (password.length >= SHORTEST
      ? null
      : authError(422, 'weak_password', `Password should be at least ${SHORTEST} characters.`, {
          weak_password: { reasons: ['length'] },
        }))
  );
}

/** bcrypt reads 72 bytes; a hosted project says it in these words. Returns the refusal, or null. */
export function refuseLongPassword(password: string): Response | null {
  return Buffer.byteLength(password) > MOST_BYTES
    ? authError(400, 'validation_failed', 'Password cannot be longer than 72 characters')
    : null;
}
