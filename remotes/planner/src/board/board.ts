import { useSyncExternalStore } from 'react';
import {
  failureReason,
  notifyFailure,
  withReason,
  type DayKey,
  type NewTask,
  type Task,
  type UndoneTask,
  type WaitingTask,
} from '@space/domain';
import { notify, onSessionEnd, session } from '@space/platform';
import { create, type StoreApi } from 'zustand';
import { findTask, type Change, type LoadedDays } from './tasksByDay.ts';

/** A new task of the signed-in user, as it is sent. */
export type SentTask = Omit<NewTask, 'user_id'>;

export type FailedTask = SentTask & { refusal: string };

/** The target of a jump: a day, one of its tasks, or its first unfinished task. */
export interface Jump {
  day: DayKey;
  find: 'day' | 'undone' | { id: string };
}

/** `readAt` has no entry for a day that is not loaded: it is not known to be empty. */
export interface Board extends LoadedDays {
  /** The ids of tasks with a request in flight. */
  busy: Readonly<Record<string, true>>;
  /** The day of each task that was added, moved or restored on this page. A fold does not hide these tasks. */
  unfolded: Readonly<Record<string, DayKey>>;
  /** The titles that were not saved because another device had changed them, by task id. */
  conflicts: Readonly<Record<string, string>>;
  isLoading: boolean;
  /** Why the last load of the visible week failed; stays during a retry. */
  failure: 'unreachable' | 'refused' | null;
  /** The tasks that were typed without a network, the oldest first. */
  waiting: readonly WaitingTask[];
  /** The tasks that could not be added while their composer was closed or used for another one. */
  failed: Readonly<Record<string, FailedTask>>;
  /** The tasks of earlier days that were unfinished when they were loaded, the earliest first. */
  leftovers: readonly UndoneTask[];
  /** Where the week should lead the user next: it carries this out and clears it (`useJumps`). */
  jump: Jump | null;
}

export type Update = (state: Board) => Partial<Board>;

const EMPTY: Board = {
  byDay: {},
  readAt: {},
  busy: {},
  unfolded: {},
  conflicts: {},
  isLoading: false,
  failure: null,
  waiting: [],
  failed: {},
  leftovers: [],
  jump: null,
};

/** The signed-in user's tasks, in memory until the session ends. Its actions are in load.ts, add.ts and change.ts. */
export const useBoard = create<Board>()(() => EMPTY);

/** The same outside a component. */
export const board: StoreApi<Board> = useBoard;

let lastTime = 0;
let clearedAt = 0;
const changes = new Map<string, Change>();

/**
 * The device's time in milliseconds, but always later than before. Requests get a time when they are sent, changes when they
 * are confirmed: a response to a request from before a change cannot undo it, however late it arrives.
 */
export function now(): number {
  lastTime = Math.max(lastTime + 1, Date.now());
  return lastTime;
}

/** Whether the session has ended since: a response that is as old is ignored. */
export const isOutdated = (time: number): boolean => time < clearedAt;

export const recordChange = (id: string, task: Task | null) => void changes.set(id, { id, at: now(), task });

export const changesSince = (time: number): Change[] =>
  [...changes.values()].filter((change) => change.at > time);

/** What this tab's last change of a task left; null if it deleted the task. */
export const lastChange = (id: string): Task | null => changes.get(id)?.task ?? null;

onSessionEnd(() => {
  changes.clear();
  clearedAt = now();
  board.setState(EMPTY);
});

/** A sentence, and why it is so if the error says it. */
export const withReasonOf = (error: unknown, sentence: string): string =>
  withReason(sentence, failureReason(error, navigator.onLine));

export function reportError(sentence: string, error: unknown, isCurrent: boolean): void {
  const isSessionLost = () => session.getState().wasLost;
  notifyFailure({ notify, isOnline: () => navigator.onLine, isSessionLost }, sentence, error, isCurrent);
}

const subscribeAfterPaint = (onChange: () => void) => board.subscribe(() => afterPaint(onChange));

/** Reads a value that may be shown a frame late; a render for another reason reads the current one. */
export const useBoardAfterPaint = <T>(selector: (state: Board) => T): T =>
  useSyncExternalStore(subscribeAfterPaint, () => selector(board.getState()));

let scheduled = new Set<() => void>();

/**
 * Defers a callback by two frames: the first one paints a change, the second what can wait, such as its notice. A callback
 * that is scheduled twice before a frame runs once. In a hidden tab it waits until the tab is visible.
 */
export function afterPaint(callback: () => void): void {
  if (scheduled.size === 0) {
    requestAnimationFrame(() => {
      const callbacks = scheduled;
      scheduled = new Set();
      // One request for each, so that React does not turn all of them into one long task.
      for (const each of callbacks) requestAnimationFrame(each);
    });
  }
  scheduled.add(callback);
}

// The selectors below return new lists: read them through `useShallow`, which keeps the old list while its items are the same.

/** Selects the ids of a day's busy tasks: once for each day, because a full week has thousands of rows. */
export const busyTaskIds =
  (day: DayKey) =>
  ({ busy, byDay, waiting }: Board): string[] => {
    const isOnDay = (id: string) =>
      [...(byDay[day] ?? []), ...waiting].some((task) => task.id === id && task.task_date === day);
    return Object.keys(busy).filter(isOnDay);
  };

export const unfoldedIds =
  (day: DayKey) =>
  ({ unfolded }: Board): string[] =>
    Object.keys(unfolded).filter((id) => unfolded[id] === day);

/** Selects the tasks of a day that wait to be sent, without those that the server has or has refused. */
export const waitingTasks =
  (day: DayKey) =>
  ({ waiting, byDay }: Board): WaitingTask[] =>
    waiting.filter(
      ({ id, task_date, refusal }) => task_date === day && refusal === null && !findTask(byDay, id),
    );

/** Selects the tasks of a day that could not be added: those without a composer, and those that the server has refused. */
export const failedTasks =
  (day: DayKey) =>
  ({ waiting, failed }: Board): (FailedTask | WaitingTask)[] =>
    [...Object.values(failed), ...waiting].filter(
      ({ task_date, refusal }) => task_date === day && refusal !== null,
    );

/** Selects the ids of the tasks that are being sent to a day for the first time and are not on the board yet. */
export const pendingTaskIds =
  (day: DayKey) =>
  (state: Board): string[] => {
    const isShown = (id: string) => findTask(state.byDay, id) ?? state.waiting.find((task) => task.id === id);
    return unfoldedIds(day)(state).filter((id) => state.busy[id] && !isShown(id));
  };

/** Keeps a fold from hiding a task that is to get the focus. */
export const unfold = (id: string, day: DayKey): void =>
  board.setState(({ unfolded }) => ({ unfolded: { ...unfolded, [id]: day } }));

/** Shows a day's week, and focuses the target as soon as it is rendered. */
export const jumpTo = (jump: Jump): void => board.setState({ jump });
