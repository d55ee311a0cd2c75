import { RECOVERY_KEY, readSession, type SafeStorage } from '@space/supabase';
import { invalidLinkNotice } from './linkNotice.ts';
import type { Session } from './session.ts';
import type { SessionOutcome } from './types.ts';

/** Creates the recovery: from a reset link until the new password is set. It signs no user in (rule password-reset). */
export function createRecovery(session: Session, tabStorage: SafeStorage) {
  /** Ends the recovery, if there is one: here at once, on the server if the server can be reached. */
  function cancel(): void {
    const ended = readSession(tabStorage, RECOVERY_KEY);
    tabStorage.removeItem(RECOVERY_KEY);
    session.update({ recovering: null });
    if (!ended) return;
    void session.perform(({ auth }) => auth.endRecovery(ended));
  }

  return {
    cancel,
    async finishRecovery(password: string): Promise<SessionOutcome> {
      const outcome = await session.perform(async ({ auth }) => {
        const user = await auth.finishRecovery(password);
        session.update({ recovering: null });
        session.adopt(user);
      });
      if (!outcome.ok && outcome.error.kind === 'auth') {
        cancel();
        session.update({ linkNotice: invalidLinkNotice('recovery', null) });
      }
      return outcome;
    },
  };
}
