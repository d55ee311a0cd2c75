import { MESSAGES, authNotice } from '@space/domain';
import type { Credentials, Outcome } from '@space/domain';
import type { notify, session } from '@space/platform';

/** 'continue' signs in, 'new-game' signs up. */
export type GameMode = 'continue' | 'new-game';

interface GameServices {
  session: Pick<ReturnType<typeof session.getState>, 'signIn' | 'signUp'>;
  notify: typeof notify;
  awaitVerification: (email: string | null) => void;
}

/**
 * Signs in or up and says how it went: by a notice, and by the message to show in the page when it failed. After a
 * sign-up the way leads to the dashboard in any case; without a session its guard sends the visitor back (D-10).
 */
export async function enterGame(
  { session, notify, awaitVerification }: GameServices,
  mode: GameMode,
  credentials: Credentials,
): Promise<Outcome> {
  // No address to return to: the spec gives retro none (section 7).
  const outcome = await (mode === 'continue' ? session.signIn(credentials) : session.signUp(credentials));
  if (!outcome.ok) {
    if (outcome.error.code === 'email_not_confirmed') awaitVerification(credentials.email);
    // Without an answer there are no words of the server to show, only those of the client library.
    const isAnswer = outcome.error.kind !== 'network';
    const message = isAnswer ? authNotice(outcome.error, MESSAGES.retro.failed) : MESSAGES.retro.failed;
    notify.error(message);
    return { ok: false, message };
  }
  awaitVerification(outcome.user ? null : credentials.email);
  notify.success(mode === 'continue' ? MESSAGES.auth.welcomeBack : MESSAGES.retro.created);
  return { ok: true };
}
