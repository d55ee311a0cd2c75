import type { Handle } from '../gateway/call.ts';
import type { Limits } from '../gateway/limits.ts';
import type { Guesses } from './guesses.ts';
import type { Hashing } from './hashing.ts';
import type { KnownAddresses } from './knownAddresses.ts';
import type { MailLinks } from './mailLinks.ts';

export interface AuthParts {
  library: Handle;
  query(sql: string, parameters: unknown[]): Promise<Record<string, unknown>[]>;
  hashing: Hashing;
  limits: Limits;
  guesses: Guesses;
  knownAddresses: KnownAddresses;
  links: MailLinks;
  /** Must an address be confirmed before its first sign-in? */
  confirmEmail: boolean;
}

/** Takes an e-mail address in lower case. Returns its account, or null if there is none. */
export async function findAccount(
  { query }: Pick<AuthParts, 'query'>,
  email: string,
): Promise<{ id: string; encryptedPassword: string | null } | null> {
  const [row] = await query(
    'select id, encrypted_password from auth.users where email = $1 and not is_sso_user',
    [email],
  );
  if (!row) return null;
  const { id, encrypted_password: encrypted } = row;
  return { id: String(id), encryptedPassword: typeof encrypted === 'string' ? encrypted : null };
}
