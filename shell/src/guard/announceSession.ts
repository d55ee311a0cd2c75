import { MESSAGES, pageFor } from '@space/domain';
import { notify, session } from '@space/platform';

/**
 * Says what happened to the session behind the visitor's back: that it ended while a page was open that needs one, and
 * that the clock of this device is off. Each is said once.
 *
 * Returns a function that ends the subscription.
 */
export function announceSession(): () => void {
  return session.subscribe((state, previous) => {
    const needsSession = pageFor(location.pathname)?.access === 'signed-in';
    if (state.wasLost && !previous.wasLost && needsSession) notify.error(MESSAGES.auth.sessionLost);
    if (state.clockIsWrong && !previous.clockIsWrong) notify.error(MESSAGES.auth.clockSkew);
  });
}
