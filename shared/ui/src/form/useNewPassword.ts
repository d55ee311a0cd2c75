import { MESSAGES, newPasswordSchema, passwordFailure, validate, withReason } from '@space/domain';
import { session } from '@space/platform';
import { useForm } from './useForm.ts';

/**
 * The form of a new password, typed twice: for the user who is signed in, or for one who has come by a recovery link (rule
 * password-reset). Takes the action of the session; returns the form, whose fields are empty again once the password is
 * changed.
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
      // The link's session is over, not the one of a signed-in user.
      if (action === 'finishRecovery' && outcome.error.kind === 'auth') {
        return { tone: 'error', message: withReason(MESSAGES.password.changeFailed, MESSAGES.links.invalid) };
      }
      const { notice, judgement } = passwordFailure(outcome.error, navigator.onLine);
      const issues = judgement === null ? [] : [{ path: 'password', message: judgement }];
      return { tone: 'error', message: notice, issues };
    },
  });
}
