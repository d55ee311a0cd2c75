import type { DayKey } from '@space/domain';
import { createStore } from 'zustand/vanilla';
import { createAttempts } from './attempts.ts';
import type { BoardContext, BoardOptions, BoardState } from './boardTypes.ts';
import { createChangeLog } from './changeLog.ts';
import { createChanging } from './changing.ts';
import { createChangingMany } from './changingMany.ts';
import { createLoading } from './loading.ts';
import { createHeldTasks } from './heldTasks.ts';
import { findTask } from './tasksByDay.ts';

const EMPTY: BoardState = {
  byDay: {},
  readAt: {},
  busy: {},
  placed: {},
  conflicts: {},
  isLoading: false,
  hasFailed: false,
  savedAt: null,
  confirmed: null,
};

/** The board store: its state and its actions. Each action shows its own notices. */
export type Board = BoardState & ReturnType<typeof createActions>;

function createActions(options: BoardOptions, store: BoardContext['store']) {
  const log = createChangeLog();
  const held = createHeldTasks();
  const context = { ...options, store, log, held };
  const { forget: forgetLoads, reload, ...loading } = createLoading(context);
  const attempts = createAttempts(context, reload);
  const { forget: forgetAttempts, ...changing } = createChanging(context, attempts);
  return {
    ...loading,
    ...changing,
    ...createChangingMany(context, { ...attempts, ...changing }, reload),
    /** Keeps a fold from hiding a task that is to get the focus. */
    unfold(id: string, day: DayKey): void {
      store.setState(({ placed }) => ({ placed: { ...placed, [id]: day } }));
    },
    /** For drag and drop, which carries only the id. A task that is not on this board is not moved. */
    async moveById(id: string, day: DayKey): Promise<void> {
      const task = findTask(store.getState().byDay, id);
      if (task) await changing.move(task, day);
    },
    /** For sign-out: removes the user's data, and no pending response brings it back (rule sign-out). */
    clear(): void {
      log.clear();
      forgetLoads();
      forgetAttempts();
      store.setState(EMPTY);
    },
  };
}

/** Creates the store of the signed-in user's loaded tasks, and of all actions on them. */
export function createBoard(options: BoardOptions) {
  return createStore<Board>()((setState, getState) => ({
    ...EMPTY,
    ...createActions(options, { setState, getState }),
  }));
}
