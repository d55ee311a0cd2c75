import { MESSAGES } from '@space/domain';
import { notify, session } from '@space/platform';
import { findPage } from '../registry/findPage.ts';

/**
 * Says what happened to the session behind the visitor's back: that it ended while a page was open that needs one, what
 * became of a link that somebody opened who is signed in, and that the clock of this device is off. Each is said once.
 *
 * Returns a function that ends the subscription.
 */
export function announceSession(): () => void {
  return session.subscribe((state, previous) => {
    const needsSession = findPage(location.pathname)?.access === 'signed-in';
    if (state.wasLost && !previous.wasLost && needsSession) notify.error(MESSAGES.auth.sessionLost);
    // Whoever is signed in never sees the sign-in page, where this would stand.
    if (state.linkNotice && state.linkNotice !== previous.linkNotice && state.user && !state.recovering) {
      notify[state.linkNotice.kind === 'confirmed' ? 'success' : 'error'](state.linkNotice.message);
      state.clearLinkNotice();
    }
    if (state.clockIsWrong && !previous.clockIsWrong) notify.error(MESSAGES.auth.clockSkew);
  });
}
