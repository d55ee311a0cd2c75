import { readSavedWeek, toSavedWeek, weekDays } from '@space/domain';
import type { Kept } from '@space/platform';
import type { StoreApi } from 'zustand/vanilla';
import type { Board } from './createBoard.ts';

/** What is kept under this name, retro mode reads too. */
const KEPT = 'week';
/** Keeping takes time, and several changes in a row are one. */
const PAUSE = 1_000;

/**
 * Shows the week that this browser has kept, and keeps the visible one from then on, a moment after each change that the
 * server has confirmed (rule saved-week). Where nothing can be kept, nothing is.
 */
export function keepWeek(board: Pick<StoreApi<Board>, 'getState' | 'subscribe'>, kept: Kept): void {
  const week = readSavedWeek(kept.read(KEPT));
  if (week) board.getState().showSaved(week);

  let timer: ReturnType<typeof setTimeout> | undefined;

  function keep(): void {
    clearTimeout(timer);
    timer = undefined;
    const { confirmed, byDay } = board.getState();
    if (!confirmed) return;
    const tasks = weekDays(confirmed.from).flatMap((day) => byDay[day] ?? []);
    const saved = toSavedWeek(confirmed.from, tasks, confirmed.at);
    if (saved === null || !kept.write(KEPT, saved)) kept.remove(KEPT);
  }

  board.subscribe((state, previous) => {
    if (state.confirmed === previous.confirmed && state.byDay === previous.byDay) return;
    if (state.confirmed) timer ??= setTimeout(keep, PAUSE);
  });
  // In Node, where pages are prerendered, there is none.
  globalThis.document?.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && timer !== undefined) keep();
  });
}
