import {
  MESSAGES,
  addDays,
  latestOnly,
  notifyFailure,
  orderTasks,
  readSavedWeek,
  toSavedWeek,
  watchVersion,
  type DayKey,
  type FailureServices,
  type Task,
} from '@space/domain';
import type { Kept, tasks } from '@space/platform';
import { createStore } from 'zustand/vanilla';

interface WeekServices extends FailureServices {
  tasks: Pick<typeof tasks, 'listBetween' | 'version'>;
  kept: Pick<Kept, 'read' | 'write'>;
  /** The device's time, in milliseconds. */
  clock: () => number;
}

/** Every task of some days in a row, both ends included. */
export interface LoadedDays {
  from: DayKey;
  to: DayKey;
  tasks: readonly Task[];
  /** When they were read, where this browser's saved week speaks for them: the server has not answered. */
  savedAt?: number;
}

export interface WeekState {
  loaded: LoadedDays | null;
  isLoading: boolean;
  /** The week whose last load failed. */
  failedWeek: DayKey | null;
  /** Loads a week together with its neighbours, so that a step to the side shows at once (rule task-query). */
  load(weekStart: DayKey): Promise<void>;
  /** Brings the week that was loaded last up to date, if anything has changed (rule live-update). */
  look(): Promise<void>;
  /** Forgets everything, answers under way included (rule sign-out). */
  clear(): void;
}

/** The same place that normal mode keeps its week in. */
const KEPT = 'week';

export function createWeekStore(services: WeekServices) {
  const { kept, clock } = services;
  const begin = latestOnly();
  const saved = readSavedWeek(kept.read(KEPT));
  let shown: DayKey | null = null;

  return createStore<WeekState>()((set, get) => {
    async function read(weekStart: DayKey, isAsked: boolean): Promise<boolean> {
      const isLatest = begin();
      const isKnownFailure = get().failedWeek === weekStart && !isAsked;
      const from = addDays(weekStart, -7);
      const to = addDays(weekStart, 13);
      set({ isLoading: true });
      try {
        const tasks = await services.tasks.listBetween(from, to);
        if (!isLatest()) return false;
        set({ loaded: { from, to, tasks }, isLoading: false, failedWeek: null });
        const week = toSavedWeek(weekStart, tasks, clock());
        if (week) kept.write(KEPT, week);
        return true;
      } catch (error) {
        const isTold = isLatest() && !isKnownFailure;
        if (isLatest()) set({ isLoading: false, failedWeek: weekStart });
        notifyFailure(services, MESSAGES.tasks.loadFailed, error, isTold);
        return false;
      }
    }

    const watch = watchVersion({
      version: () => services.tasks.version(),
      read: async () => shown !== null && (await read(shown, false)),
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
        shown = weekStart;
        await read(weekStart, true);
      },
      async look() {
        const { failedWeek, loaded } = get();
        if (shown === null) return;
        if (failedWeek !== null || loaded?.savedAt !== undefined) watch.forget();
        try {
          await watch.look();
        } catch (error) {
          // No one has asked for this: what is shown stays, and the next look is soon.
          notifyFailure(services, MESSAGES.tasks.loadFailed, error, false);
        }
      },
      clear() {
        begin();
        shown = null;
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
