import { kept, onPossibleChange, onReturn, session } from '@space/platform';
import type { createWaiting } from './createWaiting.ts';

/**
 * Sends what waits as soon as that may work: when the page opens, when the network or the person comes back, each minute
 * while the page is seen, and when something was changed. For as long as the page lives, whatever is shown of it; while
 * nothing waits, it costs nothing.
 */
export function sendWhenPossible(waiting: ReturnType<typeof createWaiting>): void {
  let stop: (() => void) | null = null;
  const send = () => void waiting.getState().send();

  function follow(): void {
    const isEmpty = waiting.getState().tasks.length === 0;
    if (isEmpty) {
      stop?.();
      stop = null;
    } else if (!stop) {
      const stops = [onReturn(send), onPossibleChange(send)];
      stop = () => stops.forEach((end) => end());
    }
  }

  kept.onChange(() => waiting.getState().show());
  session.subscribe(({ user }, previous) => {
    if (user?.id === previous.user?.id) return;
    waiting.getState().show();
    send();
  });
  waiting.subscribe(follow);
  follow();
  send();
}
