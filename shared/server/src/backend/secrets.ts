import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { startError } from '../startError.ts';
import { parseJson, writeFileAtomically } from './files.ts';

const secret = z.string().min(32);
const secretsSchema = z.object({
  /** Signs every access token: with it one can act as any user, and as the administrator. */
  jwtSecret: secret,
  /** Public: it is in the page. */
  publishableKey: secret,
  /** Passes row-level security. Never leaves this machine. */
  secretKey: secret,
});
export type Secrets = z.infer<typeof secretsSchema>;

const fileIn = (directory: string) => join(directory, 'secrets.json');

/**
 * Reads this installation's secrets; null where there are none yet. A damaged file is a StartError: new secrets would
 * silently sign everyone out. Call it only while holding the directory lock.
 */
export function loadSecrets(directory: string): Secrets | null {
  const path = fileIn(directory);
  const stored = readIfThere(path);
  return stored === null ? null : parseSecrets(stored, path);
}

/** Keeps secrets for later starts. */
export function keepSecrets(directory: string, secrets: Secrets): void {
  writeFileAtomically(fileIn(directory), `${JSON.stringify(secrets, null, 2)}\n`);
}

/** Makes the secrets of an installation. */
export function makeSecrets(): Secrets {
  return {
    jwtSecret: token(48),
    publishableKey: `sb_publishable_${token(24)}`,
    secretKey: `sb_secret_${token(24)}`,
  };
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

/** Takes the text of secrets and where it is kept. Throws a StartError for what is none. */
export function parseSecrets(text: string, path: string): Secrets {
  const { data } = secretsSchema.safeParse(parseJson(text));
  if (data) return data;
  throw startError(
    `The secrets in ${path} are damaged. Restore them, or delete them: everybody then signs in again.`,
  );
}
