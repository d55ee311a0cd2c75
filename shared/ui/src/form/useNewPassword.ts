import { MESSAGES, newPasswordSchema, passwordFailure, validate, withReason } from '@space/domain';
import { session } from '@space/platform';
import { useForm } from './useForm.ts';

/**
 * The form for a new password, typed twice: for the signed-in user, or after a recovery link (rule password-reset). Takes
 * the name of the session action; returns the form, which is cleared once the password is changed.
 */
export function useNewPassword(action: 'changePassword' | 'finishRecovery') {
  return useForm({
    names: ['password', 'confirm'],
    check: (typed) => validate(newPasswordSchema, typed),
    async send({ password }, form) {
      const outcome = await session.getState()[action](password);
      if (outcome.ok) {
        form.reset();
        return { tone: 'success', message: MESSAGES.password.changed };
      }
      // The session of the recovery link is over, not that of a signed-in user.
      if (action === 'finishRecovery' && outcome.error.kind === 'auth') {
        return { tone: 'error', message: withReason(MESSAGES.password.changeFailed, MESSAGES.links.invalid) };
      }
      const { notice, judgement } = passwordFailure(outcome.error, navigator.onLine);
      const issues = judgement === null ? [] : [{ path: 'password', message: judgement }];
      return { tone: 'error', message: notice, issues };
    },
  });
}
