import { useSyncExternalStore } from 'react';
import { notify, onSessionEnd, session, tasks } from '@space/platform';
import { useStore } from 'zustand';
import { afterPaint } from './afterPaint.ts';
import type { BoardState, Notices } from './boardTypes.ts';
import { createBoard } from './createBoard.ts';

/** A success is seen on the board itself: its sentence does not hold that up. */
const notices: Notices = {
  ...notify,
  success: (message, options) => {
    afterPaint(() => {
      notify.success(message, options);
    });
  },
};

const board = createBoard({
  tasks,
  notify: notices,
  getUserId: () => session.getState().user?.id ?? null,
  isOnline: () => navigator.onLine,
  isSessionLost: () => session.getState().wasLost,
  afterPaint,
});

// For as long as the page lives, not only while the dashboard is shown: its tasks stay in memory between pages.
onSessionEnd(board.clear);

/** What can be done to the board. Each action shows its own notices. */
export const boardActions = board.actions;

/** Reads one value of the board. */
export function useBoard<T>(selector: (state: BoardState) => T): T {
  return useStore(board.store, selector);
}

function subscribeAfterPaint(onChange: () => void): () => void {
  return board.store.subscribe(() => {
    afterPaint(onChange);
  });
}

/**
 * Reads one value of the board for what may follow a frame later: a change alone renders its reader after the next frame.
 * Whatever else renders it, it reads what is true by then.
 */
export function useBoardAfterPaint<T>(selector: (state: BoardState) => T): T {
  return useSyncExternalStore(subscribeAfterPaint, () => selector(board.store.getState()));
}
