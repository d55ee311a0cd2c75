import { onReturn } from './connection.ts';
import { isOnline } from './online.ts';
import { session } from './session.ts';
import { onOtherTab } from './tabs.ts';

const LOOK_EVERY = 60_000;

/**
 * Calls back when what is shown may be outdated (rule live-update): another tab has changed a task, the person or the network
 * comes back (`onReturn`), and each minute while the page is visible. A hidden page and one without a network are not called:
 * coming back calls them.
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
  return () => {
    clearInterval(timer);
    stopTabs();
    stopReturns();
  };
}
