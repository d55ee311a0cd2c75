import { MESSAGES } from '@space/domain';
import { notify, session } from '@space/platform';
import type { GuardedPage } from './redirectFor.ts';

/**
 * Shows a notice, once each, for changes that the visitor did not cause: the session ended on a page that requires one, or
 * a signed-in user opened a mail's link.
 *
 * Takes a function that returns the page at a path; returns a function that unsubscribes.
 */
export function announceSession(pageAt: (pathname: string) => GuardedPage | null): () => void {
  return session.subscribe((state, previous) => {
    const needsSession = pageAt(location.pathname)?.access === 'signed-in';
    if (state.wasLost && !previous.wasLost && needsSession) notify.error(MESSAGES.auth.sessionLost);
    // A signed-in user never sees the sign-in page, which would show this notice.
    if (state.linkNotice && state.linkNotice !== previous.linkNotice && state.user && !state.recovering) {
      notify[state.linkNotice.kind === 'confirmed' ? 'success' : 'error'](state.linkNotice.message);
      state.clearLinkNotice();
    }
  });
}
