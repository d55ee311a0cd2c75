import { lastReadText, type DayKey } from '@space/domain';
import { useBoard } from '../board/board.ts';

/** Returns when the shown days were loaded, as text, while one is from the saved week; else null (rule saved-week). */
export function useLastRead(days: readonly DayKey[], today: DayKey): string | null {
  const savedAt = useBoard((state) => (days.some((day) => state.readAt[day] === 0) ? state.savedAt : null));
  return savedAt === null ? null : lastReadText(savedAt, today);
}
