import { onReturn } from './connection.ts';
import { isOnline, onOnlineChange } from './online.ts';
import { session } from './session.ts';
import { onOtherTab } from './tabs.ts';

const LOOK_EVERY = 60_000;
/** A network that has just come back often has no answer for the first question. */
const LOOK_ONCE_MORE = 3_000;

/**
 * Calls back when what is shown may be outdated (rule live-update): another tab has changed a task, the person or the network
 * comes back (`onReturn`), once more soon after the network is back, and each minute while the page is visible. A hidden page
 * and one without a network are not called: coming back calls them.
 *
 * Returns a function that ends the subscription.
 */
export function onPossibleChange(callback: () => void): () => void {
  const callWhileSeen = () => {
    if (document.visibilityState === 'visible' && isOnline()) callback();
  };
  const timer = setInterval(callWhileSeen, LOOK_EVERY);
  const stopTabs = onOtherTab(() => session.getState().user?.id, callWhileSeen);
  const stopReturns = onReturn(callWhileSeen);
  let soon: ReturnType<typeof setTimeout> | undefined;
  const stopOnline = onOnlineChange(() => {
    clearTimeout(soon);
    if (isOnline()) soon = setTimeout(callWhileSeen, LOOK_ONCE_MORE);
  });
  return () => {
    clearInterval(timer);
    clearTimeout(soon);
    stopTabs();
    stopReturns();
    stopOnline();
  };
}
