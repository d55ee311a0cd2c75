import { authNotice } from './authNotice.ts';
import { MESSAGES } from './messages.ts';

interface Failure {
  kind?: unknown;
  code?: unknown;
  status?: unknown;
  message?: unknown;
}

/** Begins with a capital, ends with a full stop, and names nothing of a database: its own messages do neither. */
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

/** The kind of a BackendError, told by its shape: two copies of a class can meet on one page. */
export function failureKind(error: unknown): unknown {
  return fieldsOf(error).kind;
}

/**
 * What a person can be told of why: the lost session, no network, or a whole sentence of the server. Null where no more
 * is known: what a database says of itself is never shown (rule failure-notice).
 */
export function failureReason(error: unknown, isOnline: boolean): string | null {
  const { kind, status, message } = fieldsOf(error);
  if (kind === 'auth') return MESSAGES.auth.sessionLost;
  if (kind === 'network') return isOnline ? null : MESSAGES.offline.reason;
  return kind === 'rejected' && status < 500 && SENTENCE.test(message) ? message : null;
}

export interface FailureServices {
  notify: { error: (message: string) => void };
  isOnline: () => boolean;
  /** The backend has ended the session; the person did not sign out. */
  isSessionLost: () => boolean;
}

/** The one notice of a failed act (rule failure-notice); of a late answer only where it found the session lost. */
export function notifyFailure(
  { notify, isOnline, isSessionLost }: FailureServices,
  sentence: string,
  error: unknown,
  isCurrent: boolean,
): void {
  const isLost = failureKind(error) === 'auth' && isSessionLost();
  if (isCurrent || isLost) notify.error(withReason(sentence, failureReason(error, isOnline())));
}

/** A limit is told in the server's words; any others would tell who has an account (rule account-secrecy). */
export function mailNotice(error: unknown, sentence: string, isOnline: boolean): string {
  const { kind, status, message } = fieldsOf(error);
  if (status === 429) return authNotice({ message }, MESSAGES.auth.tooManyRequests);
  return withReason(sentence, kind === 'network' ? failureReason(error, isOnline) : null);
}

/** The notice, and how the server judges the password, for its field (rules sign-in-secrets, failure-notice). */
export function passwordFailure(
  error: unknown,
  isOnline: boolean,
): { notice: string; judgement: string | null } {
  const { kind, code, status, message } = fieldsOf(error);
  const isAnswered = kind === 'rejected' && status < 500;
  const reason = isAnswered ? authNotice({ code, message }, '') || null : failureReason(error, isOnline);
  return {
    notice: withReason(MESSAGES.password.changeFailed, reason),
    judgement: isAnswered && status !== 429 ? reason : null,
  };
}

/** One notice of the sentence of an act that failed and the reason, if one is known (rule failure-notice). */
export function withReason(sentence: string, reason: string | null): string {
  return reason === null ? sentence : `${sentence.replace(/\.$/, '')}. ${reason}`;
}
