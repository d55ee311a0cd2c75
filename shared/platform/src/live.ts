import { onReturn } from './connection.ts';
import { isOnline } from './online.ts';
import { session, undo } from './session.ts';
import { onOtherTab } from './tabs.ts';

const POLL_INTERVAL = 60_000;

/**
 * Calls back when the shown data may be outdated (rule live-update): when another tab has changed a task, when the user or
 * the network returns (`onReturn`), and every minute while the page is visible. It does not call back while the page is
 * hidden or offline: the return does.
 *
 * Returns a function that ends the subscription.
 */
export function onPossibleChange(callback: () => void): () => void {
  const callIfVisible = () => {
    if (document.visibilityState === 'visible' && isOnline()) callback();
  };
  const timer = setInterval(callIfVisible, POLL_INTERVAL);
  const stopTabs = onOtherTab(() => session.getState().user?.id, callIfVisible);
  const stopReturns = onReturn(callIfVisible);
  const stopUndo = undo.onTakenBack(callIfVisible);
  return () => {
    clearInterval(timer);
    stopTabs();
    stopReturns();
    stopUndo();
  };
}
