import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startError } from '../startError.ts';
import { writeFileAtomically } from './files.ts';

export interface Secrets {
  /** Signs every access token: with it one can act as any user, and as the administrator. */
  jwtSecret: string;
  /** Public: it is in the page. */
  publishableKey: string;
  /** Passes row-level security. Never leaves this machine. */
  secretKey: string;
}

/**
 * Reads this installation's secrets, making them on the first start. A damaged file is a StartError: new secrets would
 * silently sign everyone out. Call it only while holding the directory lock.
 */
export function loadSecrets(directory: string): Secrets {
  const path = join(directory, 'secrets.json');
  const stored = readIfThere(path);
  if (stored !== null) return parseSecrets(stored, path);
  const secrets = {
    jwtSecret: token(48),
    publishableKey: `sb_publishable_${token(24)}`,
    secretKey: `sb_secret_${token(24)}`,
  };
  writeFileAtomically(path, `${JSON.stringify(secrets, null, 2)}\n`);
  return secrets;
}

function token(bytes: number): string {
  return randomBytes(bytes).toString('base64url');
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw startError(`The secrets in ${path} cannot be read.`, error);
  }
}

function parseSecrets(text: string, path: string): Secrets {
  try {
    const value: unknown = JSON.parse(text);
    if (isSecrets(value)) return value;
  } catch {
    // Not JSON: the same refusal as a file with parts missing.
  }
  throw startError(
    `The secrets in ${path} are damaged. Restore the file, or delete it: everybody then signs in again.`,
  );
}

function isSecrets(value: unknown): value is Secrets {
  if (typeof value !== 'object' || value === null) return false;
  return ['jwtSecret', 'publishableKey', 'secretKey'].every((name) => {
    const part: unknown = Reflect.get(value, name);
    return typeof part === 'string' && part.length >= 32;
  });
}
