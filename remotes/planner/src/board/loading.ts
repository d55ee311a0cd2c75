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
import { withAnswer } from './loadAnswer.ts';
import { settle } from './tasksByDay.ts';

/** When a day was read that comes out of the saved week: before all that this page has asked. */
const SAVED = 0;

/**
 * Reading: the visible week, its neighbours in advance (rule task-query), and the visible week again when something may have
 * changed elsewhere (rule live-update).
 */
export function createLoading(context: BoardContext) {
  const { tasks, store, log, held, clock } = context;
  let visible: DayKey | null = null;
  const begin = latestOnly();
  const watch = watchVersion({ version: () => tasks.version(), read: readAgain });

  /** Throws what the repository throws; an answer for a user who has left is dropped. */
  async function read(days: readonly DayKey[]): Promise<void> {
    const [first] = days;
    const last = days.at(-1);
    if (first === undefined || last === undefined) return;
    const askedAt = log.now();
    const answer = await tasks.listBetween(first, last);
    if (log.isFromBefore(askedAt)) return;
    store.setState((state) => {
      const since = log.since(askedAt);
      const inHand = held.changes(state.byDay).filter(({ id }) => since.every((change) => change.id !== id));
      return withAnswer(state, { askedAt, days, tasks: answer }, [...since, ...inHand]);
    });
  }

  async function readNeighbours(start: DayKey): Promise<void> {
    const { readAt } = store.getState();
    const neighbours = [addDays(start, 7), addDays(start, -7)].map(weekDays);
    const unknown = neighbours.filter((days) => days.some((day) => !readAt[day]));
    // Only a guess at what comes next: a week that is really shown is read again, and says so when that fails.
    await Promise.allSettled(unknown.map(read));
  }

  /** Returns whether the week is read. A failure that is shown already is not said again by a page that looks by itself. */
  async function readVisible(start: DayKey, isAsked: boolean): Promise<boolean> {
    const isLatest = begin();
    const isKnownFailure = store.getState().hasFailed && !isAsked;
    store.setState({ isLoading: true });
    try {
      await read(weekDays(start));
      if (!isLatest()) return false;
      store.setState({ isLoading: false, hasFailed: false, confirmed: { from: start, at: clock() } });
      void readNeighbours(start);
      return true;
    } catch (error) {
      const isTold = isLatest() && !isKnownFailure;
      if (isLatest()) store.setState({ isLoading: false, hasFailed: true });
      notifyFailure(context, MESSAGES.tasks.loadFailed, error, isTold);
      return false;
    }
  }

  /** Reads the visible week again although a reading is under way: that one may have been answered too early. */
  async function readAgain(): Promise<boolean> {
    return visible !== null && (await readVisible(visible, false));
  }

  /** Brings the visible week up to date: asks whether anything has changed, and reads it only then. */
  async function look(): Promise<void> {
    const start = visible;
    if (start === null) return;
    const { hasFailed, readAt } = store.getState();
    if (hasFailed || weekDays(start).some((day) => !readAt[day])) watch.forget();
    try {
      await watch.look();
      // The server has said that it is as it was.
      if (start === visible && !store.getState().hasFailed)
        store.setState({ confirmed: { from: start, at: clock() } });
    } catch (error) {
      // No one has asked for this: what is shown stays, and the next look is soon.
      notifyFailure(context, MESSAGES.tasks.loadFailed, error, false);
    }
  }

  return {
    readAgain,
    look,
    /** Shows the week from this day on: reads it, even if it is known, and then its unknown neighbours. */
    async showWeek(start: DayKey): Promise<void> {
      if (start === visible && store.getState().isLoading) return;
      if (start !== visible) store.setState({ hasFailed: false });
      visible = start;
      await readVisible(start, true);
    },
    /** Shows what this browser has read last, until the server has answered (rule saved-week). */
    showSaved({ from, tasks: saved, readAt: at }: SavedWeek): void {
      const days = weekDays(from);
      store.setState({
        byDay: Object.fromEntries(
          days.map((day) => [day, settle(saved.filter((task) => task.task_date === day))]),
        ),
        readAt: Object.fromEntries(days.map((day) => [day, SAVED])),
        savedAt: at,
      });
    },
    /** For Retry: reads the visible week, unless it is being read; nothing that is shown leaves the screen meanwhile. */
    async refresh(): Promise<void> {
      if (visible !== null && !store.getState().isLoading) await readVisible(visible, true);
    },
    /** A person has a task in hand: no answer changes it until it is let go. Returns what lets it go. */
    hold(id: string): () => void {
      held.hold(id);
      return () => {
        if (!held.release(id)) return;
        watch.forget();
        void look();
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
