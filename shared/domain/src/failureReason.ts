import { auth, offline, password } from './messages.ts';

const BY_CODE = new Map<string | undefined, string>([
  ['invalid_credentials', auth.invalidCredentials],
  ['user_already_exists', auth.alreadyRegistered],
  ['email_exists', auth.alreadyRegistered],
]);

const LIMITS: readonly unknown[] = ['over_request_rate_limit', 'over_email_send_rate_limit'];

/** Returns the notice for an error of the auth server: by its code, by two known messages, or the message or the fallback. */
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

/** A sentence for users: it begins with a capital, ends with punctuation and has no identifiers of a database. */
const SENTENCE = /^\p{Lu}[^"_<>{}]{1,198}[.!?]$/u;

/** The fields of a BackendError, recognized by its shape: a page can have two copies of a class. */
function fieldsOf(error: unknown) {
  const { kind, code, status, message } = Object(error) as Record<string, unknown>;
  return {
    kind,
    code: typeof code === 'string' ? code : '',
    status: typeof status === 'number' ? status : 400,
    message: typeof message === 'string' ? message : '',
  };
}

/** Returns the kind of a BackendError, or undefined for another error. */
export function failureKind(error: unknown): unknown {
  return fieldsOf(error).kind;
}

/**
 * Takes the error of an action and whether there is a network; returns the reason for the user: the lost session, no network,
 * or a whole sentence of the server. Null if there is none: messages of a database are never shown.
 */
export function failureReason(error: unknown, isOnline: boolean): string | null {
  const { kind, status, message } = fieldsOf(error);
  if (kind === 'auth') return auth.sessionLost;
  if (kind === 'network') return isOnline ? null : offline.reason;
  return kind === 'rejected' && status < 500 && SENTENCE.test(message) ? message : null;
}

/** The dependencies of `notifyFailure`. */
export interface FailureServices {
  notify: { error: (message: string) => void };
  isOnline: () => boolean;
  /** Whether the backend has ended the session; false after a sign-out. */
  isSessionLost: () => boolean;
}

/**
 * Shows the notice of a failed action: its sentence and the reason. If the result no longer matters (`isCurrent`: the user has
 * left, or there is a newer request), only that of a lost session.
 */
export function notifyFailure(
  { notify, isOnline, isSessionLost }: FailureServices,
  sentence: string,
  error: unknown,
  isCurrent: boolean,
): void {
  const isLost = failureKind(error) === 'auth' && isSessionLost();
  if (isCurrent || isLost) notify.error(withReason(sentence, failureReason(error, isOnline())));
}

/**
 * Returns the notice for the error of a request for a mail. Only for a limit it is the server's message, which says when to
 * try again; other messages could reveal whether the address has an account.
 */
export function mailNotice(error: unknown, sentence: string, isOnline: boolean): string {
  const { kind, code, status, message } = fieldsOf(error);
  if (status === 429) return authNotice({ code, message }, auth.tooManyRequests);
  return withReason(sentence, kind === 'network' ? failureReason(error, isOnline) : null);
}

/**
 * Returns the notice for the error of a password change, and the part of it that is also shown at the field: the message of a
 * server that rejects the password itself, whole sentence or not.
 */
export function passwordFailure(error: unknown, isOnline: boolean) {
  const { kind, code, status, message } = fieldsOf(error);
  const isRejected = kind === 'rejected' && status < 500;
  const reason = isRejected ? authNotice({ code, message }, '') || null : failureReason(error, isOnline);
  return {
    notice: withReason(password.changeFailed, reason),
    refusal: isRejected && status !== 429 ? reason : null,
  };
}

/** Returns the notice of a failed action with its reason, if there is one. */
export function withReason(sentence: string, reason: string | null): string {
  return reason === null ? sentence : `${sentence.replace(/\.$/, '')}. ${reason}`;
}
