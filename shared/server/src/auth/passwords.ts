import { randomUUID } from 'node:crypto';
import { compare, hash } from 'bcrypt';
import * as z from 'zod';
import { authError } from '../gateway/errors.ts';

/** The default bcrypt cost. Tests lower it with the library's own variable, LITE_AUTH_BCRYPT_COST. */
const DEFAULT_COST = 10;
const MIN_LENGTH = 8;
const MAX_BYTES = 72;
const MAX_ADDRESS_CHARS = 254;

export type Hashing = Awaited<ReturnType<typeof createHashing>>;

/** Hashes passwords outside the main thread, with the library's own algorithm. */
export async function createHashing() {
  const cost = Number(process.env['LITE_AUTH_BCRYPT_COST']) || DEFAULT_COST;
  const dummyHash = await hash(randomUUID(), cost);
  return {
    /** Whether a password matches a hash. Without a hash it takes equally long and returns false. */
    async matches(password: string, encrypted: string | null): Promise<boolean> {
      const isRight = await compare(password, encrypted ?? dummyHash);
      return isRight && encrypted !== null;
    },
    make: (password: string): Promise<string> => hash(password, cost),
  };
}

/** Refuses credentials that no account can have, before looking it up: every address gets the same response. */
export function refuseCredentials(email: string, password: string): Response | null {
  if (email === '') return authError(400, 'validation_failed', 'An email address is required');
  if (password === '') return authError(400, 'validation_failed', 'Signup requires a valid password');
  return refuseEmail(email) ?? refusePassword(password);
}

/**
 * Whether a text is a single e-mail address that needs no quoting, with a dot in its domain: no list, no name, no comment,
 * no line break. Otherwise `a<x@example.com>` and `b<x@example.com>` would be two accounts with one mailbox.
 */
const isPlainAddress = (text: string): boolean =>
  text.length <= MAX_ADDRESS_CHARS &&
  z.regexes.html5Email.test(text) &&
  text.slice(text.indexOf('@')).includes('.');

/** Refuses an address that cannot receive mail, with the library's message. Returns the error response, or null. */
export function refuseEmail(email: string): Response | null {
  return isPlainAddress(email)
    ? null
    : authError(400, 'validation_failed', 'Unable to validate email address: invalid format');
}

/** Refuses a password that is too long for bcrypt or too short for the rules. Returns the error response, or null. */
export function refusePassword(password: string): Response | null {
  return (
    refuseLongPassword(password) ??
    (password.length >= MIN_LENGTH
      ? null
      : authError(422, 'weak_password', `Password should be at least ${MIN_LENGTH} characters.`, {
          weak_password: { reasons: ['length'] },
        }))
  );
}

/** bcrypt reads at most 72 bytes. The message is that of a hosted project. Returns the error response, or null. */
export function refuseLongPassword(password: string): Response | null {
  return Buffer.byteLength(password) > MAX_BYTES
    ? authError(400, 'validation_failed', 'Password cannot be longer than 72 characters')
    : null;
}
