import { authNotice } from './authNotice.ts';
import { auth, offline, password } from './messages.ts';

/** What something failed with, as far as a reason is found in it: the fields of a BackendError. */
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

/**
 * The kind of a BackendError, told by its shape: two copies of a class can meet on one page. Undefined for any other value.
 */
export function failureKind(error: unknown): unknown {
  return fieldsOf(error).kind;
}

/**
 * Takes what an act failed with (a BackendError, told by its shape) and whether there is a network; returns what a person
 * can be told of why: the lost session, no network, or a whole sentence that the server has for people (a limit, something
 * that is gone). Null where no more is known: what a database says of itself is never shown. Rule failure-notice.
 */
export function failureReason(error: unknown, isOnline: boolean): string | null {
  const { kind, status, message } = fieldsOf(error);
  if (kind === 'auth') return auth.sessionLost;
  if (kind === 'network') return isOnline ? null : offline.reason;
  return kind === 'rejected' && status < 500 && SENTENCE.test(message) ? message : null;
}

/** What a store needs to tell of a failure. */
export interface FailureServices {
  notify: { error: (message: string) => void };
  isOnline: () => boolean;
  /** The backend has ended the session; the person did not sign out. */
  isSessionLost: () => boolean;
}

/**
 * Shows the one notice of an act that failed: its sentence and the reason (rule failure-notice). An answer that is not
 * awaited any more (`isCurrent` is false: the user has gone, a newer request was made) is told only where it found the
 * session lost.
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
 * Takes what a mail could not be asked for with, and the sentence of that; returns the notice. A limit is told in the words
 * of the server alone, which say when to try again; any others would tell an address with an account from one without (rule
 * account-secrecy).
 */
export function mailNotice(error: unknown, sentence: string, isOnline: boolean): string {
  const { kind, status, message } = fieldsOf(error);
  if (status === 429) return authNotice({ message }, auth.tooManyRequests);
  return withReason(sentence, kind === 'network' ? failureReason(error, isOnline) : null);
}

/**
 * Takes what a change of the password failed with; returns the notice, and what of it stands beside the password too: where
 * the server has judged it (too long in bytes, the same as before, too weak) its words are the reason, sentence or not
 * (rules sign-in-secrets, failure-notice).
 */
export function passwordFailure(
  error: unknown,
  isOnline: boolean,
): { notice: string; judgement: string | null } {
  const { kind, code, status, message } = fieldsOf(error);
  const isAnswered = kind === 'rejected' && status < 500;
  const reason = isAnswered ? authNotice({ code, message }, '') || null : failureReason(error, isOnline);
  return {
    notice: withReason(password.changeFailed, reason),
    judgement: isAnswered && status !== 429 ? reason : null,
  };
}

/**
 * Takes the sentence of an act that failed and the reason, if one is known; returns the one notice of both. Rule
 * failure-notice.
 */
export function withReason(sentence: string, reason: string | null): string {
  return reason === null ? sentence : `${sentence.replace(/\.$/, '')}. ${reason}`;
}
