import { MESSAGES, PATHS, emailRequestSchema, mailNotice, validate } from '@space/domain';
import { session } from '@space/platform';
import { useForm } from '@space/ui';

const links = MESSAGES.links;
const password = MESSAGES.password;

const SENT = { confirmation: links.resent, recovery: password.resetSent };
const FAILED = { confirmation: links.resendFailed, recovery: password.resetFailed };

/**
 * The form that requests a mail of one kind (rules mail-links, password-reset). The response is the same for every address.
 * An error is shown in our own words, a waiting time in the server's.
 */
export function useMailRequest(kind: 'confirmation' | 'recovery') {
  return useForm({
    names: ['email'],
    check: (typed) => validate(emailRequestSchema, typed),
    async send({ email }) {
      const { requestPasswordReset, resendConfirmation } = session.getState();
      const outcome =
        kind === 'recovery'
          ? await requestPasswordReset(email, location.origin + PATHS.auth)
          : await resendConfirmation(email, location.origin + PATHS.dashboard);
      if (outcome.ok) return { tone: 'success', message: SENT[kind] };
      return { tone: 'error', message: mailNotice(outcome.error, FAILED[kind], navigator.onLine) };
    },
  });
}
