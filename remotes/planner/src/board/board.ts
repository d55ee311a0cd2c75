import { useSyncExternalStore } from 'react';
import { kept, notify, onSessionEnd, session, tasks, undo } from '@space/platform';
import { useStore } from 'zustand';
import { afterPaint } from './afterPaint.ts';
import type { Notices } from './boardTypes.ts';
import { createBoard, type Board } from './createBoard.ts';
import { persistWeek } from './persistWeek.ts';
import { leftoversSettled } from '../leftovers/underWay.ts';
import { createWaiting } from '../waiting/createWaiting.ts';
import { sendWhenPossible } from '../waiting/sendWhenPossible.ts';

/** The board itself shows a success: its notice comes later, so that it does not delay the paint. */
const notices: Notices = {
  ...notify,
  success: (message, options) => {
    afterPaint(() => notify.success(message, options));
  },
};

/** The only board store of this page: `useBoard` reads its state, and its actions are part of the state. */
export const board = createBoard({
  tasks: {
    ...tasks,
    async listBetween(...days) {
      const rows = await tasks.listBetween(...days);
      await leftoversSettled();
      return rows;
    },
  },
  notify: notices,
  clock: () => Date.now(),
  saveForLater: (task) => waiting.getState().save(task),
  getUserId: () => session.getState().user?.id ?? null,
  record: undo.record,
  isOnline: () => navigator.onLine,
  isSessionLost: () => session.getState().wasLost,
  afterPaint,
});

// Subscribed until the document unloads, not only on the dashboard: its tasks stay in memory between pages.
onSessionEnd(() => board.getState().clear());

/** The tasks that were typed without a network, in a store of their own (rule waiting-tasks). */
export const waiting = createWaiting({
  kept,
  send: (task, before) => board.getState().sendWaiting(task, before),
  getUserId: () => session.getState().user?.id ?? null,
  clock: () => Date.now(),
  locks: globalThis.navigator?.locks,
});
sendWhenPossible(waiting);

// Before the first paint: a return visit shows the saved week at once (rule saved-week).
persistWeek(board, kept);

export function useBoard<T>(selector: (state: Board) => T): T {
  return useStore(board, selector);
}

function subscribeAfterPaint(onChange: () => void): () => void {
  return board.subscribe(() => afterPaint(onChange));
}

/**
 * Reads one value of the board that may be shown a frame late: a change re-renders the component only after the next frame.
 * If the component renders earlier for another reason, it reads the current value.
 */
export function useBoardAfterPaint<T>(selector: (state: Board) => T): T {
  return useSyncExternalStore(subscribeAfterPaint, () => selector(board.getState()));
}
