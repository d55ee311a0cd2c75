import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import {
  addDays,
  type DayKey,
  type FailureServices,
  latestOnly,
  MESSAGES,
  notifyFailure,
  orderTasks,
  readSavedWeek,
  type Task,
  toSavedWeek,
  watchVersion,
} from '@space/domain';
import { type Kept, kept, notify, onSessionEnd, session, tasks } from '@space/platform';

interface WeekServices extends FailureServices {
  tasks: Pick<typeof tasks, 'listBetween' | 'version'>;
  kept: Pick<Kept, 'read' | 'write'>;
  /** The device's time, in milliseconds. */
  clock: () => number;
}

/** All tasks from one day to another, both included. */
interface LoadedDays {
  from: DayKey;
  to: DayKey;
  tasks: readonly Task[];
  /** When the tasks were read, if they are from the saved week and the server has not responded yet. */
  savedAt?: number;
}

interface WeekState {
  loaded: LoadedDays | null;
  isLoading: boolean;
  /** The week whose last load failed. */
  failedWeek: DayKey | null;
  /** Loads a week together with its neighbours, so that moving to one shows it at once. */
  load(weekStart: DayKey): Promise<void>;
  /** Reloads the week that was loaded last, if its tasks have changed. */
  checkForChanges(): Promise<void>;
  /** Clears the state and ignores responses to requests under way. */
  clear(): void;
}

/** The storage key of the saved week, shared with normal mode. */
const STORAGE_KEY = 'week';

export function createWeekStore(services: WeekServices) {
  const { kept, clock } = services;
  const begin = latestOnly();
  const saved = readSavedWeek(kept.read(STORAGE_KEY));
  let shownWeek: DayKey | null = null;

  return createStore<WeekState>()((set, get) => {
    async function read(weekStart: DayKey, isExplicit: boolean): Promise<boolean> {
      const isLatest = begin();
      const isKnownFailure = get().failedWeek === weekStart && !isExplicit;
      const from = addDays(weekStart, -7);
      const to = addDays(weekStart, 13);
      set({ isLoading: true });
      try {
        const tasks = await services.tasks.listBetween(from, to);
        if (!isLatest()) return false;
        set({ loaded: { from, to, tasks }, isLoading: false, failedWeek: null });
        const week = toSavedWeek(weekStart, tasks, clock());
        if (week) kept.write(STORAGE_KEY, week);
        return true;
      } catch (error) {
        const shouldNotify = isLatest() && !isKnownFailure;
        if (isLatest()) set({ isLoading: false, failedWeek: weekStart });
        notifyFailure(services, MESSAGES.tasks.loadFailed, error, shouldNotify);
        return false;
      }
    }

    const watch = watchVersion({
      version: () => services.tasks.version(),
      read: async () => shownWeek !== null && (await read(shownWeek, false)),
    });

    return {
      loaded: saved && {
        from: saved.from,
        to: addDays(saved.from, 6),
        tasks: saved.tasks,
        savedAt: saved.readAt,
      },
      isLoading: false,
      failedWeek: null,
      async load(weekStart) {
        shownWeek = weekStart;
        await read(weekStart, true);
      },
      async checkForChanges() {
        const { failedWeek, loaded } = get();
        if (shownWeek === null) return;
        if (failedWeek !== null || loaded?.savedAt !== undefined) watch.forget();
        try {
          await watch.poll();
        } catch (error) {
          // A background check: the shown week stays, and the next check is soon.
          notifyFailure(services, MESSAGES.tasks.loadFailed, error, false);
        }
      },
      clear() {
        begin();
        shownWeek = null;
        watch.forget();
        set({ loaded: null, isLoading: false, failedWeek: null });
      },
    };
  });
}

/** Whether all seven days from `weekStart` are among the loaded ones. */
export function coversWeek(loaded: LoadedDays | null, weekStart: DayKey): loaded is LoadedDays {
  return loaded !== null && loaded.from <= weekStart && addDays(weekStart, 6) <= loaded.to;
}

export function tasksOfDay(loaded: LoadedDays, day: DayKey): Task[] {
  return orderTasks(loaded.tasks.filter((task) => task.task_date === day));
}

const store = createWeekStore({
  tasks,
  notify,
  kept,
  clock: () => Date.now(),
  isOnline: () => navigator.onLine,
  isSessionLost: () => session.getState().wasLost,
});
onSessionEnd(() => store.getState().clear());

export function useWeek<T>(selector: (state: WeekState) => T): T {
  return useStore(store, selector);
}

export interface WeekScore {
  done: number;
  total: number;
  /** How many of the bar's blocks are lit. */
  lit: number;
}

/**
 * Counts the completed tasks of a week. The first block lights up with the first completed task, and the last block only
 * with the last one: a bar that is full early, or empty after some work, would mislead.
 */
export function weekScore(days: readonly (readonly Task[])[], blocks: number): WeekScore {
  const tasks = days.flat();
  const total = tasks.length;
  const done = tasks.filter((task) => task.completed).length;
  const share = total === 0 ? 0 : Math.floor((done / total) * blocks);
  return { done, total, lit: done > 0 ? Math.max(1, share) : 0 };
}
