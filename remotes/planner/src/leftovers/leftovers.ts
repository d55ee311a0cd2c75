import { latestOnly, type DayKey, type UndoneTask } from '@space/domain';
import type { BoardState } from '../board/boardTypes.ts';
import { onSessionEnd, session, tasks } from '@space/platform';
import { createStore } from 'zustand/vanilla';
import { board } from '../board/board.ts';
import { MAX_COUNTED } from './leftoverWords.ts';
import { isPutOff, putOff } from './putOff.ts';
import { rememberRequest } from './underWay.ts';

interface Leftovers {
  /** The unfinished tasks of earlier days, the earliest first; empty until they are loaded. */
  undone: readonly UndoneTask[];
  /** Whether the first request of this visit has ended. */
  isLoaded: boolean;
  isMoving: boolean;
  /** Loads the tasks. A failure shows nothing and changes nothing: the line is only an offer. */
  load: (today: DayKey) => Promise<void>;
  /** Moves the counted tasks to today, and loads what is left. */
  moveToToday: (today: DayKey) => Promise<void>;
  /** Hides the offer until tomorrow. */
  putOff: (today: DayKey) => void;
}

/** Selects, of tasks that were unfinished when loaded, those not known to be completed, moved or deleted since. */
export const stillUndone =
  (undone: readonly UndoneTask[]) =>
  ({ byDay, readAt }: Pick<BoardState, 'byDay' | 'readAt'>): UndoneTask[] =>
    undone.filter(({ id, task_date }) => {
      if (readAt[task_date] === undefined) return true;
      return byDay[task_date]?.some((task) => task.id === id && !task.completed) === true;
    });

const begin = latestOnly();
const EMPTY = { undone: [], isLoaded: false, isMoving: false } as const;

/** The store of the unfinished tasks of earlier days (rule leftovers). */
export const leftovers = createStore<Leftovers>()((set, get) => ({
  ...EMPTY,
  async load(today) {
    const isLatest = begin();
    const userId = session.getState().user?.id;
    if (userId === undefined || isPutOff(userId, today)) {
      set({ undone: [] });
      return;
    }
    const request = tasks.listUndone(today).catch(() => null);
    if (!get().isLoaded) rememberRequest(request);
    const undone = await request;
    if (isLatest()) set({ isLoaded: true, ...(undone && { undone }) });
  },
  async moveToToday(today) {
    if (get().isMoving) return;
    set({ isMoving: true });
    const undone = stillUndone(get().undone)(board.getState());
    await board.getState().moveAll(undone.slice(0, MAX_COUNTED), today, () => void get().load(today));
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
