import { MESSAGES, authNotice, credentialsSchema, validate, validateSignIn } from '@space/domain';
import { session } from '@space/platform';
import { useForm } from '../form/useForm.ts';

export type SignInMode = 'sign-in' | 'sign-up';

/**
 * The form to sign in or up by the site's rules. The guard decides where to go next.
 * Takes the mode and the URL to which a confirmation mail leads; returns the form.
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
        // Without a response the message is that of the client library, not of the server: do not show it.
        const serverError = outcome.error.kind === 'network' ? {} : outcome.error;
        return { tone: 'error', message: authNotice(serverError, failed) };
      }
      if (isSignIn) return { tone: 'success', message: welcomeBack };
      return { tone: 'success', message: outcome.user ? created : createdVerifyEmail };
    },
  });
}
