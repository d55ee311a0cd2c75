import { MESSAGES, addDays, failureKind, failureReason, orderTasks, withReason } from '@space/domain';
import type { DayKey, Task } from '@space/domain';
import type { notify, tasks } from '@space/platform';
import { createStore } from 'zustand/vanilla';

interface WeekServices {
  tasks: Pick<typeof tasks, 'listBetween'>;
  notify: Pick<typeof notify, 'error'>;
  isOnline: () => boolean;
  /** The backend has ended the session; nobody signed out. */
  isSessionLost: () => boolean;
}

/** Every task of some days in a row, both ends included. */
export interface LoadedDays {
  from: DayKey;
  to: DayKey;
  tasks: readonly Task[];
}

export interface WeekState {
  loaded: LoadedDays | null;
  isLoading: boolean;
  /** The week whose last load failed. */
  failedWeek: DayKey | null;
  /** Loads a week together with its neighbours, so that a step to the side shows at once (D-16). */
  load(weekStart: DayKey): Promise<void>;
  /** Forgets everything, answers under way included (D-9). */
  clear(): void;
}

const NOTHING = { loaded: null, isLoading: false, failedWeek: null };

export function createWeekStore({ tasks, notify, isOnline, isSessionLost }: WeekServices) {
  return createStore<WeekState>()((set) => {
    // Only the newest request may answer.
    let turn = 0;

    /** Says that the week could not be loaded, and why (D-48). */
    function tellFailure(error: unknown): void {
      notify.error(withReason(MESSAGES.tasks.loadFailed, failureReason(error, isOnline())));
    }

    return {
      ...NOTHING,
      async load(weekStart) {
        const mine = ++turn;
        const from = addDays(weekStart, -7);
        const to = addDays(weekStart, 13);
        set({ isLoading: true });
        try {
          const list = await tasks.listBetween(from, to);
          if (mine === turn) set({ loaded: { from, to, tasks: list }, isLoading: false, failedWeek: null });
        } catch (error) {
          if (mine === turn) set({ isLoading: false, failedWeek: weekStart });
          // To a user who has gone only where their session was lost.
          if (mine === turn || (failureKind(error) === 'auth' && isSessionLost())) tellFailure(error);
        }
      },
      clear() {
        turn += 1;
        set(NOTHING);
      },
    };
  });
}

/** Whether all seven days from `weekStart` are among the loaded ones. */
export function coversWeek(loaded: LoadedDays | null, weekStart: DayKey): loaded is LoadedDays {
  return loaded !== null && loaded.from <= weekStart && addDays(weekStart, 6) <= loaded.to;
}

/** The loaded tasks of one day, in the planner's order. */
export function tasksOfDay(loaded: LoadedDays, day: DayKey): Task[] {
  return orderTasks(loaded.tasks.filter((task) => task.task_date === day));
}
