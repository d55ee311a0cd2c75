import { auth } from './messages.ts';

const BY_CODE = new Map<string | undefined, string>([
  ['invalid_credentials', auth.invalidCredentials],
  ['user_already_exists', auth.alreadyRegistered],
  ['email_exists', auth.alreadyRegistered],
]);

/**
 * Takes what the authentication backend answered and the words for an answer without words; returns the notice: by
 * code first, then by two sentences of the server, otherwise the server's message or the fallback (rule sign-in-errors).
 */
export function authNotice(
  error: { code?: string | undefined; message?: string | undefined },
  fallback: string,
): string {
  const known = BY_CODE.get(error.code);
  if (known) return known;
  const message = error.message?.trim() ?? '';
  if (message.includes('Invalid login credentials')) return auth.invalidCredentials;
  if (message.includes('User already registered')) return auth.alreadyRegistered;
  // The client library writes '{}' when the answer had no readable body.
  return message === '' || message === '{}' ? fallback : message;
}
