import { auth, offline, password } from './messages.ts';

const BY_CODE = new Map<string | undefined, string>([
  ['invalid_credentials', auth.invalidCredentials],
  ['user_already_exists', auth.alreadyRegistered],
  ['email_exists', auth.alreadyRegistered],
]);

const LIMITS: readonly unknown[] = ['over_request_rate_limit', 'over_email_send_rate_limit'];

/**
 * Takes an error of the auth server and the fallback for one without a message; returns the notice: by code first, then
 * by two known messages of the server, otherwise the server's message or the fallback.
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

/** The fields of a BackendError from which the reason is derived. */
interface Failure {
  kind?: unknown;
  code?: unknown;
  status?: unknown;
  message?: unknown;
}

/** A sentence for users: it begins with a capital, ends with punctuation and has no identifiers of a database. */
const SENTENCE = /^\p{Lu}[^"_<>{}]{1,198}[.!?]$/u;

function fieldsOf(error: unknown): { kind: unknown; code: string; status: number; message: string } {
  const { kind, code, status, message }: Failure = typeof error === 'object' && error !== null ? error : {};
  return {
    kind,
    code: typeof code === 'string' ? code : '',
    status: typeof status === 'number' ? status : 400,
    message: typeof message === 'string' ? message : '',
  };
}

/**
 * Returns the kind of a BackendError, recognized by its shape (a page can have two copies of a class), or undefined.
 */
export function failureKind(error: unknown): unknown {
  return fieldsOf(error).kind;
}

/**
 * Takes the error of an action (a BackendError, recognized by its shape) and whether there is a network; returns the reason
 * for the user: the lost session, no network, or a whole sentence of the server (a limit, something that is deleted). Null
 * if there is no such reason: messages of a database are never shown.
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
 * Shows the single notice of a failed action: its sentence and the reason. If the result no longer
 * matters (`isCurrent` is false: the user has left, or there is a newer request), the notice is shown only if the session
 * is lost.
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
 * Takes the error of a request for a mail and the sentence for its failure; returns the notice. Only for a rate limit the
 * notice is the server's message, which says when to try again; other messages could reveal whether the address has an
 * account.
 */
export function mailNotice(error: unknown, sentence: string, isOnline: boolean): string {
  const { kind, code, status, message } = fieldsOf(error);
  if (status === 429) return authNotice({ code, message }, auth.tooManyRequests);
  return withReason(sentence, kind === 'network' ? failureReason(error, isOnline) : null);
}

/**
 * Takes the error of a password change; returns the notice, and the part of it that is also shown at the field. If the
 * server rejects the password itself (too long in bytes, the same as before, too weak), its message is the reason, whole
 * sentence or not.
 */
export function passwordFailure(
  error: unknown,
  isOnline: boolean,
): { notice: string; judgement: string | null } {
  const { kind, code, status, message } = fieldsOf(error);
  const isRejected = kind === 'rejected' && status < 500;
  const reason = isRejected ? authNotice({ code, message }, '') || null : failureReason(error, isOnline);
  return {
    notice: withReason(password.changeFailed, reason),
    judgement: isRejected && status !== 429 ? reason : null,
  };
}

/** Takes the sentence of a failed action and the reason, or null; returns the single notice of both. */
export function withReason(sentence: string, reason: string | null): string {
  return reason === null ? sentence : `${sentence.replace(/\.$/, '')}. ${reason}`;
}
