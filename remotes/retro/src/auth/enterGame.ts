import { MESSAGES, authNotice, type Credentials } from '@space/domain';
import type { session } from '@space/platform';
import type { FormResult } from '@space/ui';

export type GameMode = 'continue' | 'new-game';

interface GameServices {
  session: Pick<ReturnType<typeof session.getState>, 'signIn' | 'signUp'>;
  awaitVerification: (email: string | null) => void;
}

/**
 * Signs in or up and returns the message to show. After a sign-up, the caller always navigates to the dashboard; without a
 * session, its guard sends the visitor back.
 */
export async function enterGame(
  { session, awaitVerification }: GameServices,
  mode: GameMode,
  credentials: Credentials,
): Promise<FormResult> {
  // Without a return URL for the sign-up mail.
  const outcome = await (mode === 'continue' ? session.signIn(credentials) : session.signUp(credentials));
  if (!outcome.ok) {
    if (outcome.error.code === 'email_not_confirmed') awaitVerification(credentials.email);
    // A network failure has no message from the server, only one from the client library.
    const serverError = outcome.error.kind === 'network' ? {} : outcome.error;
    return { tone: 'error', message: authNotice(serverError, MESSAGES.retro.failed) };
  }
  awaitVerification(outcome.user ? null : credentials.email);
  return {
    tone: 'success',
    message: mode === 'continue' ? MESSAGES.auth.welcomeBack : MESSAGES.retro.created,
  };
}
