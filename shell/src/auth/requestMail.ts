import { MESSAGES, PATHS, emailRequestSchema, mailNotice, validate } from '@space/domain';
import { session } from '@space/platform';

/** What became of asking for a mail: one notice, and the message beside the field where the field is to blame. */
export interface MailResult {
  tone: 'success' | 'error';
  message: string;
  fieldError?: string;
}

const { links, password } = MESSAGES;

const SENT = { confirmation: links.resent, recovery: password.resetSent };
const FAILED = { confirmation: links.resendFailed, recovery: password.resetFailed };

/**
 * Asks for a mail of a kind to an address (D-12, D-13). What went wrong is told in our words, and how long to wait in the
 * server's.
 *
 * Takes the kind and what was typed; returns the result. Never throws.
 */
export async function requestMail(kind: 'confirmation' | 'recovery', typed: string): Promise<MailResult> {
  const checked = validate(emailRequestSchema, { email: typed });
  if (!checked.ok) return { tone: 'error', message: checked.message, fieldError: checked.message };
  const { email } = checked.value;
  const { requestPasswordReset, resendConfirmation } = session.getState();
  const outcome =
    kind === 'recovery'
      ? await requestPasswordReset(email, location.origin + PATHS.auth)
      : await resendConfirmation(email, location.origin + PATHS.dashboard);
  if (outcome.ok) return { tone: 'success', message: SENT[kind] };
  return { tone: 'error', message: mailNotice(outcome.error, FAILED[kind], navigator.onLine) };
}
