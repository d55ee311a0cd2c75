import type { DayKey } from '@space/domain';
import { createStore } from 'zustand/vanilla';
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
  isLoading: false,
  hasFailed: false,
  savedAt: null,
  confirmed: null,
};

/** What the board store holds: state, and the actions beside it. Each action shows its own notices. */
export type Board = BoardState & ReturnType<typeof createActions>;

function createActions(options: BoardOptions, store: BoardContext['store']) {
  const log = createChangeLog();
  const held = createHeldTasks();
  const context = { ...options, store, log, held };
  const { forget: forgetLoads, readAgain, ...loading } = createLoading(context);
  const { forget: forgetAttempts, ...changing } = createChanging(context, readAgain);
  return {
    ...loading,
    ...changing,
    ...createChangingMany(context, changing, readAgain),
    /** Keeps a fold from hiding a task that is looked for. */
    unfold(id: string, day: DayKey): void {
      store.setState(({ placed }) => ({ placed: { ...placed, [id]: day } }));
    },
    /** For a drop, which carries no more than the id. A task that is not on this board is not moved. */
    async moveById(id: string, day: DayKey): Promise<void> {
      const task = findTask(store.getState().byDay, id);
      if (task) await changing.move(task, day);
    },
    /** The user has gone: nothing of theirs stays, and no answer still under way brings it back (rule sign-out). */
    clear(): void {
      log.clear();
      forgetLoads();
      forgetAttempts();
      store.setState(EMPTY);
    },
  };
}

/** The tasks of the signed-in user as far as they were read, and everything that can be done to them. */
export function createBoard(options: BoardOptions) {
  return createStore<Board>()((setState, getState) => ({
    ...EMPTY,
    ...createActions(options, { setState, getState }),
  }));
}
