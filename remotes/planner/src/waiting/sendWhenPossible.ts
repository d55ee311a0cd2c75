import { kept, onPossibleChange, onReturn, session } from '@space/platform';
import type { createWaiting } from './createWaiting.ts';

/**
 * Sends the waiting tasks as soon as that may work: when the page opens, when the network or the user comes back, each
 * minute while the page is visible, and when something was changed. Runs until the document unloads, whatever page is
 * shown; while no task waits, there are no subscriptions.
 */
export function sendWhenPossible(waiting: ReturnType<typeof createWaiting>): void {
  let stop: (() => void) | null = null;
  const send = () => void waiting.getState().send();

  function updateSubscriptions(): void {
    const isEmpty = waiting.getState().tasks.length === 0;
    if (isEmpty) {
      stop?.();
      stop = null;
    } else if (!stop) {
      const stops = [onReturn(send), onPossibleChange(send)];
      stop = () => stops.forEach((unsubscribe) => unsubscribe());
    }
  }

  kept.onChange(() => waiting.getState().show());
  session.subscribe(({ user }, previous) => {
    if (user?.id === previous.user?.id) return;
    waiting.getState().show();
    send();
  });
  waiting.subscribe(updateSubscriptions);
  updateSubscriptions();
  send();
}
