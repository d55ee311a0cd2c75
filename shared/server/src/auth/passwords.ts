import { compare, hash } from 'bcrypt';
import * as z from 'zod';
import { authError } from '../gateway/call.ts';

/** The bcrypt cost. Tests lower it with the library's own variable. */
const COST = Number(process.env['LITE_AUTH_BCRYPT_COST']) || 10;
/** Of no password; a password is compared with it as long as with any other. */
const NO_HASH = `$2b$${String(COST).padStart(2, '0')}$${'.'.repeat(53)}`;
const MIN_LENGTH = 8;
const MAX_BYTES = 72;
const MAX_ADDRESS_CHARS = 254;

// bcrypt hashes in threads of libuv; the gateway's queue has one password hashed at a time.

/** Whether a password matches a hash. Without a hash it takes equally long and returns false. */
export const matches = (password: string, encrypted: string | null | undefined): Promise<boolean> =>
  compare(password, encrypted ?? NO_HASH);

export const hashOfPassword = (password: string): Promise<string> => hash(password, COST);

// Each refusal returns the error response, with the message of a hosted project, or null.

export const invalid = (message: string): Response => authError(400, 'validation_failed', message);

export function refuseCredentials(email: string, password: string): Response | null {
  if (email === '') return invalid('An email address is required');
  if (password === '') return invalid('Signup requires a valid password');
  return refuseEmail(email) ?? refusePassword(password);
}

/** Only a plain address: otherwise `a<x@example.com>` and `b<x@example.com>` would be two accounts with one mailbox. */
export function refuseEmail(email: string): Response | null {
  const isPlain = email.length <= MAX_ADDRESS_CHARS && z.regexes.html5Email.test(email);
  return isPlain && email.slice(email.indexOf('@')).includes('.')
    ? null
    : invalid('Unable to validate email address: invalid format');
}

export function refusePassword(password: string): Response | null {
  if (isTooLong(password)) return invalid('Password cannot be longer than 72 characters');
  if (password.length >= MIN_LENGTH) return null;
  const reason = { weak_password: { reasons: ['length'] } };
  return authError(422, 'weak_password', `Password should be at least ${MIN_LENGTH} characters.`, reason);
}

/** bcrypt reads the first 72 bytes only. */
export const isTooLong = (password: string): boolean => Buffer.byteLength(password) > MAX_BYTES;
