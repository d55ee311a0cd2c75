import { MESSAGES, authNotice, type Credentials } from '@space/domain';
import type { session } from '@space/platform';
import type { FormAnswer } from '@space/ui';

/** 'continue' signs in, 'new-game' signs up. */
export type GameMode = 'continue' | 'new-game';

interface GameServices {
  session: Pick<ReturnType<typeof session.getState>, 'signIn' | 'signUp'>;
  awaitVerification: (email: string | null) => void;
}

/**
 * Signs in or up and returns what to say of it. After a sign-up the way leads to the dashboard in any case; without a
 * session its guard sends the visitor back (rule email-confirmation).
 */
export async function enterGame(
  { session, awaitVerification }: GameServices,
  mode: GameMode,
  credentials: Credentials,
): Promise<FormAnswer> {
  // No address to return to (rule retro-auth).
  const outcome = await (mode === 'continue' ? session.signIn(credentials) : session.signUp(credentials));
  if (!outcome.ok) {
    if (outcome.error.code === 'email_not_confirmed') awaitVerification(credentials.email);
    // Without an answer there are no words of the server to show, only those of the client library.
    const answer = outcome.error.kind === 'network' ? {} : outcome.error;
    return { tone: 'error', message: authNotice(answer, MESSAGES.retro.failed) };
  }
  awaitVerification(outcome.user ? null : credentials.email);
  return {
    tone: 'success',
    message: mode === 'continue' ? MESSAGES.auth.welcomeBack : MESSAGES.retro.created,
  };
}
