import { randomUUID } from 'node:crypto';
import { compare, hash } from 'bcrypt';
import * as z from 'zod';
import { authError } from '../gateway/call.ts';

/** The default bcrypt cost. Tests lower it with the library's own variable, LITE_AUTH_BCRYPT_COST. */
const DEFAULT_COST = 10;
const MIN_LENGTH = 8;
const MAX_BYTES = 72;
const MAX_ADDRESS_CHARS = 254;

export type Hashing = ReturnType<typeof createHashing>;

/** Hashes passwords outside the main thread, with the library's own algorithm. */
export function createHashing() {
  const cost = Number(process.env['LITE_AUTH_BCRYPT_COST']) || DEFAULT_COST;
  const dummyHash = hash(randomUUID(), cost);
  return {
    /** Whether a password matches a hash. Without a hash it takes equally long and returns false. */
    async matches(password: string, encrypted: string | null): Promise<boolean> {
      const isRight = await compare(password, encrypted ?? (await dummyHash));
      return isRight && encrypted !== null;
    },
    make: (password: string): Promise<string> => hash(password, cost),
  };
}

// Each refusal returns the error response, with the message of a hosted project, or null. Nothing is looked up before it:
// every address gets the same response.

const invalid = (message: string): Response => authError(400, 'validation_failed', message);

export function refuseCredentials(email: string, password: string): Response | null {
  if (email === '') return invalid('An email address is required');
  if (password === '') return invalid('Signup requires a valid password');
  return refuseEmail(email) ?? refusePassword(password);
}

/**
 * Accepts a single e-mail address that needs no quoting, with a dot in its domain: no list, no name, no comment, no line
 * break. Otherwise `a<x@example.com>` and `b<x@example.com>` would be two accounts with one mailbox.
 */
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
