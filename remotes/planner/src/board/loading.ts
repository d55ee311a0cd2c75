import {
  MESSAGES,
  addDays,
  latestOnly,
  notifyFailure,
  watchVersion,
  weekDays,
  type DayKey,
  type SavedWeek,
} from '@space/domain';
import type { BoardContext } from './boardTypes.ts';
import { mergeResponse } from './mergeResponse.ts';
import { sortTasks } from './tasksByDay.ts';

/** The time of days from the saved week: before every request of this page. */
const SAVED_WEEK_TIME = 0;

/**
 * Creates the actions that load the visible week, its neighbours in advance (rule task-query), and the visible week again
 * when something may have changed elsewhere (rule live-update).
 */
export function createLoading(context: BoardContext) {
  const { tasks, store, log, held, clock } = context;
  let visible: DayKey | null = null;
  const begin = latestOnly();
  const watch = watchVersion({ version: () => tasks.version(), read: reload });

  /** Throws what the repository throws; drops the response if the user has signed out. */
  async function read(days: readonly DayKey[]): Promise<void> {
    const [first] = days;
    const last = days.at(-1);
    if (first === undefined || last === undefined) return;
    const sentAt = log.now();
    const rows = await tasks.listBetween(first, last);
    if (log.isStale(sentAt)) return;
    store.setState((state) => {
      const since = log.since(sentAt);
      const frozen = held.changes(state.byDay).filter(({ id }) => since.every((change) => change.id !== id));
      return mergeResponse(state, { sentAt, days, tasks: rows }, [...since, ...frozen]);
    });
  }

  async function readNeighbours(start: DayKey): Promise<void> {
    const { readAt } = store.getState();
    const neighbours = [addDays(start, 7), addDays(start, -7)].map(weekDays);
    const unknown = neighbours.filter((days) => days.some((day) => !readAt[day]));
    // A prefetch may fail silently: a week that is shown is loaded again, and reports its failure then.
    await Promise.allSettled(unknown.map(read));
  }

  /** Returns whether the week was loaded. A reload that no user asked for does not repeat a shown failure's notice. */
  async function readVisible(start: DayKey, isExplicit: boolean): Promise<boolean> {
    const isLatest = begin();
    const isKnownFailure = store.getState().hasFailed && !isExplicit;
    store.setState({ isLoading: true });
    try {
      await read(weekDays(start));
      if (!isLatest()) return false;
      store.setState({ isLoading: false, hasFailed: false, confirmed: { from: start, at: clock() } });
      void readNeighbours(start);
      return true;
    } catch (error) {
      const shouldNotify = isLatest() && !isKnownFailure;
      if (isLatest()) store.setState({ isLoading: false, hasFailed: true });
      notifyFailure(context, MESSAGES.tasks.loadFailed, error, shouldNotify);
      return false;
    }
  }

  /** Reloads the visible week even during a load: the response to that load may already be out of date. */
  async function reload(): Promise<boolean> {
    return visible !== null && (await readVisible(visible, false));
  }

  /** Checks whether the tasks have changed on the server, and reloads the visible week only then. */
  async function checkForChanges(): Promise<void> {
    const start = visible;
    if (start === null) return;
    const { hasFailed, readAt } = store.getState();
    if (hasFailed || weekDays(start).some((day) => !readAt[day])) watch.forget();
    try {
      const isCurrent = await watch.poll();
      if (isCurrent && start === visible && !store.getState().hasFailed)
        store.setState({ confirmed: { from: start, at: clock() } });
    } catch (error) {
      // No user asked for this check: what is shown stays, and the next check is soon.
      notifyFailure(context, MESSAGES.tasks.loadFailed, error, false);
    }
  }

  return {
    reload,
    checkForChanges,
    /** Shows the week from this day on: loads it, even if it is known, then its neighbours that are not. */
    async showWeek(start: DayKey): Promise<void> {
      if (start === visible && store.getState().isLoading) return;
      if (start !== visible) store.setState({ hasFailed: false });
      visible = start;
      await readVisible(start, true);
    },
    /** Shows the week that this browser saved, until the server responds (rule saved-week). */
    showSaved({ from, tasks: saved, readAt: at }: SavedWeek): void {
      const days = weekDays(from);
      store.setState({
        byDay: Object.fromEntries(
          days.map((day) => [day, sortTasks(saved.filter((task) => task.task_date === day))]),
        ),
        readAt: Object.fromEntries(days.map((day) => [day, SAVED_WEEK_TIME])),
        savedAt: at,
      });
    },
    /** For Retry: reloads the visible week, unless it is being loaded; what is shown stays meanwhile. */
    async refresh(): Promise<void> {
      if (visible !== null && !store.getState().isLoading) await readVisible(visible, true);
    },
    /** Keeps responses from changing a task that the user edits or drags. Returns the function that releases it. */
    hold(id: string): () => void {
      held.hold(id);
      return () => {
        if (!held.release(id)) return;
        watch.forget();
        void checkForChanges();
      };
    },
    forget(): void {
      visible = null;
      begin();
      watch.forget();
      held.clear();
    },
  };
}
