import { auth } from './messages.ts';

const BY_CODE = new Map<string | undefined, string>([
  ['invalid_credentials', auth.invalidCredentials],
  ['user_already_exists', auth.alreadyRegistered],
  ['email_exists', auth.alreadyRegistered],
]);

const LIMITS: readonly unknown[] = ['over_request_rate_limit', 'over_email_send_rate_limit'];

/**
 * Takes an error of the auth server and the fallback for one without a message; returns the notice: by code first, then
 * by two known messages of the server, otherwise the server's message or the fallback (rule sign-in-errors).
 */
export function authNotice(
  error: { code?: string | undefined; message?: string | undefined },
  fallback: string,
): string {
  const known = BY_CODE.get(error.code);
  if (known) return known;
  const message = error.message?.trim() ?? '';
  // Supabase's words for a limit are no sentence, and do not say for how long: 'Request rate limit reached'.
  if (LIMITS.includes(error.code) && !message.endsWith('.')) return auth.tooManyRequests;
  if (message.includes('Invalid login credentials')) return auth.invalidCredentials;
  if (message.includes('User already registered')) return auth.alreadyRegistered;
  // supabase-js sets the message '{}' if the response had no readable body.
  return message === '' || message === '{}' ? fallback : message;
}
