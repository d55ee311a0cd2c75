import { MESSAGES } from '@space/domain';
import { notify, session } from '@space/platform';
import { pageAt } from './standaloneSite.ts';
import type { StandaloneSite } from './standaloneSite.ts';

/**
 * Says once what happened to the session behind the visitor's back, as the shell does: it ended on a page that needs
 * one, a link was opened by somebody who is signed in, the device's clock is off.
 *
 * Takes the site; returns a function that ends the subscription.
 */
export function announceSession(site: StandaloneSite): () => void {
  return session.subscribe((state, previous) => {
    const needsSession = pageAt(site, location.pathname)?.access === 'signed-in';
    if (state.wasLost && !previous.wasLost && needsSession) notify.error(MESSAGES.auth.sessionLost);
    if (state.linkNotice && state.linkNotice !== previous.linkNotice && state.user && !state.recovering) {
      notify[state.linkNotice.kind === 'confirmed' ? 'success' : 'error'](state.linkNotice.message);
      state.clearLinkNotice();
    }
    if (state.clockIsWrong && !previous.clockIsWrong) notify.error(MESSAGES.auth.clockSkew);
  });
}
