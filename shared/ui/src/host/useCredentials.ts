import { MESSAGES, authNotice, credentialsSchema, validate, validateSignIn } from '@space/domain';
import { session } from '@space/platform';
import { useForm } from '../form/useForm.ts';

export type SignInMode = 'sign-in' | 'sign-up';

/**
 * The form that signs in or up under the site's rules (rules account-input, sign-in-errors). Where to go next is the guard's
 * decision. Takes the mode and where a confirmation mail leads; returns the form.
 */
export function useCredentials(mode: SignInMode, redirectTo?: string) {
  const isSignIn = mode === 'sign-in';
  return useForm({
    names: ['email', 'password'],
    check: (typed) => (isSignIn ? validateSignIn(typed) : validate(credentialsSchema, typed)),
    async send(credentials) {
      const { signIn, signUp } = session.getState();
      const outcome = await (isSignIn ? signIn(credentials) : signUp(credentials, redirectTo));
      const { failed, welcomeBack, created, createdVerifyEmail } = MESSAGES.auth;
      if (!outcome.ok) {
        // Without an answer there are no words of the server to show, only those of the client library.
        const answer = outcome.error.kind === 'network' ? {} : outcome.error;
        return { tone: 'error', message: authNotice(answer, failed) };
      }
      if (isSignIn) return { tone: 'success', message: welcomeBack };
      return { tone: 'success', message: outcome.user ? created : createdVerifyEmail };
    },
  });
}
