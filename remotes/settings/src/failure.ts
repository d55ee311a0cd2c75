import { notifyFailure } from '@space/domain';
import { notify, session } from '@space/platform';

/** Shows the notice of a failed action; if the page or the user has changed (`isCurrent`), only that of a lost session. */
export function reportFailure(sentence: string, error: unknown, isCurrent: boolean): void {
  const isSessionLost = () => session.getState().wasLost;
  notifyFailure({ notify, isOnline: () => navigator.onLine, isSessionLost }, sentence, error, isCurrent);
}

/** Returns a check whether the user of this moment is still signed in. */
export function sameUser(): () => boolean {
  const userId = session.getState().user?.id;
  return () => session.getState().user?.id === userId;
}
