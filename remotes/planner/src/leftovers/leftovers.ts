import { latestOnly, type DayKey, type UndoneTask } from '@space/domain';
import type { BoardState } from '../board/boardTypes.ts';
import { onSessionEnd, session, tasks } from '@space/platform';
import { createStore } from 'zustand/vanilla';
import { board } from '../board/board.ts';
import { MOST_COUNTED } from './leftoverWords.ts';
import { isPutOff, putOff } from './putOff.ts';

interface Leftovers {
  /** What earlier days have left undone, the earliest first; empty as well while nothing is known of it. */
  undone: readonly UndoneTask[];
  isMoving: boolean;
  /** Asks the server. A failure says nothing and changes nothing: this is an offer. */
  load: (today: DayKey) => Promise<void>;
  /** Moves what was counted to today, and looks whether more is left. */
  moveToday: (today: DayKey) => Promise<void>;
  /** Hides the offer until tomorrow. */
  putOff: (today: DayKey) => void;
}

/** Of tasks that were undone when they were asked for, those that this page does not know to be ticked, moved or gone. */
export const stillUndone =
  (undone: readonly UndoneTask[]) =>
  ({ byDay, readAt }: Pick<BoardState, 'byDay' | 'readAt'>): UndoneTask[] =>
    undone.filter(({ id, task_date }) => {
      if (readAt[task_date] === undefined) return true;
      return byDay[task_date]?.some((task) => task.id === id && !task.completed) === true;
    });

const begin = latestOnly();
const EMPTY = { undone: [], isMoving: false } as const;

/** What earlier days have left undone (rule leftovers). */
export const leftovers = createStore<Leftovers>()((set, get) => ({
  ...EMPTY,
  async load(today) {
    const isLatest = begin();
    const userId = session.getState().user?.id;
    if (userId === undefined || isPutOff(userId, today)) {
      set({ undone: [] });
      return;
    }
    const undone = await tasks.listUndone(today).catch(() => null);
    if (undone && isLatest()) set({ undone });
  },
  async moveToday(today) {
    if (get().isMoving) return;
    set({ isMoving: true });
    const undone = stillUndone(get().undone)(board.getState());
    await board.getState().moveAll(undone.slice(0, MOST_COUNTED), today, () => void get().load(today));
    set({ isMoving: false });
    await get().load(today);
  },
  putOff(today) {
    begin();
    const userId = session.getState().user?.id;
    if (userId !== undefined) putOff(userId, today);
    set({ undone: [] });
  },
}));

onSessionEnd(() => {
  begin();
  leftovers.setState(EMPTY);
});
