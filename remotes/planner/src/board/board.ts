import { useSyncExternalStore } from 'react';
import { kept, notify, onSessionEnd, session, tasks } from '@space/platform';
import { useStore } from 'zustand';
import { afterPaint } from './afterPaint.ts';
import type { Notices } from './boardTypes.ts';
import { createBoard, type Board } from './createBoard.ts';
import { keepWeek } from './keepWeek.ts';
import { createWaiting } from '../waiting/createWaiting.ts';
import { sendWhenPossible } from '../waiting/sendWhenPossible.ts';

/** A success is seen on the board itself: its sentence does not hold that up. */
const notices: Notices = {
  ...notify,
  success: (message, options) => {
    afterPaint(() => notify.success(message, options));
  },
};

/** The one board of this page: its state through `useBoard`, its actions beside the state. */
export const board = createBoard({
  tasks,
  notify: notices,
  clock: () => Date.now(),
  keepWaiting: (task) => waiting.getState().keep(task),
  getUserId: () => session.getState().user?.id ?? null,
  isOnline: () => navigator.onLine,
  isSessionLost: () => session.getState().wasLost,
  afterPaint,
});

// For as long as the page lives, not only while the dashboard is shown: its tasks stay in memory between pages.
onSessionEnd(() => board.getState().clear());

/** What was typed without a network, beside the board (rule waiting-tasks). */
export const waiting = createWaiting({
  kept,
  send: (task, before) => board.getState().sendWaiting(task, before),
  getUserId: () => session.getState().user?.id ?? null,
  clock: () => Date.now(),
  locks: globalThis.navigator?.locks,
});
sendWhenPossible(waiting);

// Before the first paint: a return visit shows the week that was read last at once (rule saved-week).
keepWeek(board, kept);

export function useBoard<T>(selector: (state: Board) => T): T {
  return useStore(board, selector);
}

function subscribeAfterPaint(onChange: () => void): () => void {
  return board.subscribe(() => afterPaint(onChange));
}

/**
 * Reads one value of the board for what may follow a frame later: a change alone renders its reader after the next frame.
 * If it renders for another reason before, it reads the current value.
 */
export function useBoardAfterPaint<T>(selector: (state: Board) => T): T {
  return useSyncExternalStore(subscribeAfterPaint, () => selector(board.getState()));
}
