import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import limitConcurrency from 'p-limit';
import * as z from 'zod';
import { authError } from '../gateway/call.ts';

/** The bcrypt cost. Tests lower it with the library's own variable. */
const COST = Number(process.env['LITE_AUTH_BCRYPT_COST']) || 10;
/** Of no password; a password is compared with it as long as with any other. */
const NO_HASH = `$2b$${String(COST).padStart(2, '0')}$${'.'.repeat(53)}`;
const MIN_LENGTH = 8;
const MAX_BYTES = 72;
const MAX_ADDRESS_CHARS = 254;

const oneAtATime = limitConcurrency(1);
let worker: Worker | undefined;

const hash = (password: string, against: number | string): Promise<unknown> =>
  oneAtATime(async () => {
    worker ??= new Worker(new URL('hashWorker.ts', import.meta.url));
    worker.unref();
    worker.postMessage([password, against], []);
    const [answer] = (await once(worker, 'message')) as unknown[];
    return answer;
  });

/** Whether a password matches a hash. Without a hash it takes equally long and returns false. */
export const matches = async (password: string, encrypted: string | null | undefined): Promise<boolean> =>
  (await hash(password, encrypted ?? NO_HASH)) === true;

export const hashOfPassword = async (password: string): Promise<string> => String(await hash(password, COST));

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
