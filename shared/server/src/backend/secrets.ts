import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { startError } from '../startError.ts';
import { parseJson, readText, writeFileAtomically } from './files.ts';

const secret = z.string().min(32);
const secretsSchema = z.object({
  /** Signs every access token: with it one can act as any user, and as the administrator. */
  jwtSecret: secret,
  /** Public: every page contains it. */
  publishableKey: secret,
  /** Bypasses row-level security. Never leaves this machine. */
  secretKey: secret,
});
export type Secrets = z.infer<typeof secretsSchema>;

const secretsFileIn = (directory: string) => join(directory, 'secrets.json');

/**
 * Reads this installation's secrets. Returns null if there are none yet; throws a StartError for a damaged file, because
 * new secrets would sign everyone out. Call it only while holding the directory lock.
 */
export function loadSecrets(directory: string): Secrets | null {
  const path = secretsFileIn(directory);
  if (!existsSync(path)) return null;
  const { data } = secretsSchema.safeParse(parseJson(readText(path)));
  if (data) return data;
  throw startError(
    `The secrets in ${path} are damaged. Restore them, or delete them: everyone then has to sign in again.`,
  );
}

/** Stores secrets for later starts. */
export function saveSecrets(directory: string, secrets: Secrets): void {
  writeFileAtomically(secretsFileIn(directory), `${JSON.stringify(secrets, null, 2)}\n`);
}

/** Generates the secrets of an installation. */
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
