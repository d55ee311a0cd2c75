import { MESSAGES, authNotice, credentialsSchema, validate, validateSignIn } from '@space/domain';
import type { SessionActions } from '@space/auth';

export type AuthMode = 'sign-in' | 'sign-up';

export interface FieldErrors {
  email?: string;
  password?: string;
}

export interface SubmitResult {
  tone: 'success' | 'error';
  message: string;
  errors: FieldErrors;
}

function joinFor(issues: readonly { path: string; message: string }[], path: string): string | undefined {
  const messages = issues.filter((issue) => issue.path === path).map((issue) => issue.message);
  return messages.length > 0 ? messages.join('. ') : undefined;
}

/**
 * Checks what was typed and signs in or up (spec sections 4, 5 and 8).
 *
 * Takes the mode, the typed values, the session's actions and where a confirmation mail leads; returns one notice, and
 * the messages beside the fields. Never throws.
 */
export async function submitCredentials(
  mode: AuthMode,
  typed: { email: string; password: string },
  actions: Pick<SessionActions, 'signIn' | 'signUp'>,
  redirectTo: string,
): Promise<SubmitResult> {
  const checked = mode === 'sign-in' ? validateSignIn(typed) : validate(credentialsSchema, typed);
  if (!checked.ok) {
    const email =
      joinFor(checked.issues, 'email') ?? (typed.email.trim() === '' ? checked.message : undefined);
    const password =
      joinFor(checked.issues, 'password') ?? (typed.password === '' ? checked.message : undefined);
    return {
      tone: 'error',
      message: checked.message,
      errors: { ...(email !== undefined && { email }), ...(password !== undefined && { password }) },
    };
  }
  const outcome =
    mode === 'sign-in'
      ? await actions.signIn(checked.value)
      : await actions.signUp(checked.value, redirectTo);
  if (!outcome.ok) {
    // Without an answer there are no words of the server to show, only those of the client library.
    const isAnswer = outcome.error.kind !== 'network';
    const message = authNotice(isAnswer ? outcome.error : {}, MESSAGES.auth.failed);
    return { tone: 'error', message, errors: {} };
  }
  if (mode === 'sign-in') return { tone: 'success', message: MESSAGES.auth.welcomeBack, errors: {} };
  const message = outcome.user === null ? MESSAGES.auth.createdVerifyEmail : MESSAGES.auth.created;
  return { tone: 'success', message, errors: {} };
}
