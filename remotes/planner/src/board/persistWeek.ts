import { readSavedWeek, toSavedWeek, weekDays } from '@space/domain';
import type { Kept } from '@space/platform';
import type { StoreApi } from 'zustand/vanilla';
import type { Board } from './createBoard.ts';

/** The storage name, which retro mode reads too. */
const STORAGE_NAME = 'week';
/** Saving takes time: changes in quick succession are saved together. */
const SAVE_DELAY = 1_000;

/**
 * Shows the week that this browser has saved, and from then on saves the visible week, a moment after each change that the
 * server has confirmed (rule saved-week). If storage is unavailable, nothing is saved.
 */
export function persistWeek(board: Pick<StoreApi<Board>, 'getState' | 'subscribe'>, kept: Kept): void {
  const week = readSavedWeek(kept.read(STORAGE_NAME));
  if (week) board.getState().showSaved(week);

  let timer: ReturnType<typeof setTimeout> | undefined;

  function save(): void {
    clearTimeout(timer);
    timer = undefined;
    const { confirmed, byDay } = board.getState();
    if (!confirmed) return;
    const tasks = weekDays(confirmed.from).flatMap((day) => byDay[day] ?? []);
    const saved = toSavedWeek(confirmed.from, tasks, confirmed.at);
    if (saved === null || !kept.write(STORAGE_NAME, saved)) kept.remove(STORAGE_NAME);
  }

  board.subscribe((state, previous) => {
    if (state.confirmed === previous.confirmed && state.byDay === previous.byDay) return;
    if (state.confirmed) timer ??= setTimeout(save, SAVE_DELAY);
  });
  // Node, where pages are prerendered, has no document.
  globalThis.document?.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && timer !== undefined) save();
  });
}
