import { MESSAGES, addDays, latestOnly, notifyFailure, orderTasks } from '@space/domain';
import type { DayKey, FailureServices, Task } from '@space/domain';
import type { tasks } from '@space/platform';
import { createStore } from 'zustand/vanilla';

interface WeekServices extends FailureServices {
  tasks: Pick<typeof tasks, 'listBetween'>;
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
  /** Loads a week together with its neighbours, so that a step to the side shows at once (rule task-query). */
  load(weekStart: DayKey): Promise<void>;
  /** Forgets everything, answers under way included (rule sign-out). */
  clear(): void;
}

const EMPTY = { loaded: null, isLoading: false, failedWeek: null };

export function createWeekStore(services: WeekServices) {
  const begin = latestOnly();

  return createStore<WeekState>()((set) => ({
    ...EMPTY,
    async load(weekStart) {
      const isLatest = begin();
      const from = addDays(weekStart, -7);
      const to = addDays(weekStart, 13);
      set({ isLoading: true });
      try {
        const tasks = await services.tasks.listBetween(from, to);
        if (isLatest()) set({ loaded: { from, to, tasks }, isLoading: false, failedWeek: null });
      } catch (error) {
        if (isLatest()) set({ isLoading: false, failedWeek: weekStart });
        notifyFailure(services, MESSAGES.tasks.loadFailed, error, isLatest());
      }
    },
    clear() {
      begin();
      set(EMPTY);
    },
  }));
}

/** Whether all seven days from `weekStart` are among the loaded ones. */
export function coversWeek(loaded: LoadedDays | null, weekStart: DayKey): loaded is LoadedDays {
  return loaded !== null && loaded.from <= weekStart && addDays(weekStart, 6) <= loaded.to;
}

export function tasksOfDay(loaded: LoadedDays, day: DayKey): Task[] {
  return orderTasks(loaded.tasks.filter((task) => task.task_date === day));
}
