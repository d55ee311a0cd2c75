import { MESSAGES, addDays, latestOnly, notifyFailure, weekDays } from '@space/domain';
import type { DayKey } from '@space/domain';
import type { BoardContext } from './boardTypes.ts';
import { withAnswer } from './loadAnswer.ts';

/**
 * Reading: the visible week, its neighbours in advance (rule task-query), and the visible week again on return (rule
 * return-refresh).
 */
export function createLoading(context: BoardContext) {
  const { tasks, store, log } = context;
  let visible: DayKey | null = null;
  const begin = latestOnly();

  /** Throws what the repository throws; an answer for a user who has left is dropped. */
  async function read(days: readonly DayKey[]): Promise<void> {
    const [first] = days;
    const last = days.at(-1);
    if (first === undefined || last === undefined) return;
    const askedAt = log.now();
    const answer = await tasks.listBetween(first, last);
    if (log.isFromBefore(askedAt)) return;
    store.setState((state) => withAnswer(state, { askedAt, days, tasks: answer }, log.since(askedAt)));
  }

  async function readNeighbours(start: DayKey): Promise<void> {
    const { readAt } = store.getState();
    const neighbours = [addDays(start, 7), addDays(start, -7)].map(weekDays);
    const unknown = neighbours.filter((days) => days.some((day) => readAt[day] === undefined));
    // Only a guess at what comes next: a week that is really shown is read again, and says so when that fails.
    await Promise.allSettled(unknown.map(read));
  }

  async function readVisible(start: DayKey): Promise<void> {
    const isLatest = begin();
    store.setState({ isLoading: true });
    try {
      await read(weekDays(start));
      if (!isLatest()) return;
      store.setState({ isLoading: false, hasFailed: false });
      void readNeighbours(start);
    } catch (error) {
      if (isLatest()) store.setState({ isLoading: false, hasFailed: true });
      notifyFailure(context, MESSAGES.tasks.loadFailed, error, isLatest());
    }
  }

  return {
    /** Shows the week from this day on: reads it, even if it is known, and then its unknown neighbours. */
    async showWeek(start: DayKey): Promise<void> {
      if (start === visible && store.getState().isLoading) return;
      if (start !== visible) store.setState({ hasFailed: false });
      visible = start;
      await readVisible(start);
    },
    /** Brings the visible week up to date, unless it is being read; nothing that is shown leaves the screen meanwhile. */
    async refresh(): Promise<void> {
      if (visible !== null && !store.getState().isLoading) await readVisible(visible);
    },
    /** Reads the visible week again although a reading is under way: that one may have been answered too early. */
    async readAgain(): Promise<void> {
      if (visible !== null) await readVisible(visible);
    },
    forget(): void {
      visible = null;
      begin();
    },
  };
}
