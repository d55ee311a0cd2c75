import { MESSAGES } from '@space/domain';
import { notify, session } from '@space/platform';
import type { GuardedPage } from './redirectFor.ts';

/**
 * Says once what happened to the session behind the visitor's back: it ended while a page was open that needs one, a
 * signed-in user opened a link, the clock of this device is off.
 *
 * Takes what finds a page; returns a function that ends the subscription.
 */
export function announceSession(pageAt: (pathname: string) => GuardedPage | null): () => void {
  return session.subscribe((state, previous) => {
    const needsSession = pageAt(location.pathname)?.access === 'signed-in';
    if (state.wasLost && !previous.wasLost && needsSession) notify.error(MESSAGES.auth.sessionLost);
    // A signed-in user never sees the sign-in page, where this would stand.
    if (state.linkNotice && state.linkNotice !== previous.linkNotice && state.user && !state.recovering) {
      notify[state.linkNotice.kind === 'confirmed' ? 'success' : 'error'](state.linkNotice.message);
      state.clearLinkNotice();
    }
    if (state.clockIsWrong && !previous.clockIsWrong) notify.error(MESSAGES.auth.clockSkew);
  });
}
