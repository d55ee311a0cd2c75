import { RECOVERY_KEY, readSession, type SafeStorage } from '@space/supabase';
import { invalidLink } from './linkNotice.ts';
import type { Session } from './session.ts';
import type { SessionOutcome } from './types.ts';

/** Between a link to a new password and the password: meanwhile it signs no user in (rule password-reset). */
export function createRecovery(session: Session, tabStorage: SafeStorage) {
  /** Ends the recovery, if there is one: here at once, on the server if it can be reached. */
  function drop(): void {
    const ended = readSession(tabStorage, RECOVERY_KEY);
    tabStorage.removeItem(RECOVERY_KEY);
    session.update({ recovering: null });
    if (!ended) return;
    void session.perform(({ auth }) => auth.endRecovery(ended));
  }

  return {
    drop,
    async finishRecovery(password: string): Promise<SessionOutcome> {
      const outcome = await session.perform(async ({ auth }) => {
        const user = await auth.finishRecovery(password);
        session.update({ recovering: null });
        session.adopt(user);
      });
      if (!outcome.ok && outcome.error.kind === 'auth') {
        drop();
        session.update({ linkNotice: invalidLink('recovery', null) });
      }
      return outcome;
    },
  };
}
