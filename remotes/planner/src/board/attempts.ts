import {
  MESSAGES,
  failureReason,
  notifyFailure,
  withReason,
  type DayKey,
  type Outcome,
  type Task,
  type TaskChange,
} from '@space/domain';
import type { BoardContext, BoardState } from './boardTypes.ts';
import { isRefusal, mayBeOutdated } from './failures.ts';
import { findTask, withTask, withoutTasks } from './tasksByDay.ts';

const messages = MESSAGES.tasks;

/** How a response changes the board. */
export type StateUpdate = (state: BoardState) => Partial<BoardState>;

/** How a request for a task ended. `isCurrent` is false if the user has signed out meanwhile. */
export type Attempt = Outcome<object, { isBusy: boolean; error: unknown; isCurrent: boolean }>;

export type Attempts = ReturnType<typeof createAttempts>;

/** Whether an undo need not be tried again: it has succeeded, or the server has refused it for good. */
export const isOver = (result: Attempt): boolean => result.ok || (!result.isBusy && isRefusal(result.error));

/** Takes a record and a key; returns the record without it. */
export function without<Value>(record: Readonly<Record<string, Value>>, id: string): Record<string, Value> {
  const { [id]: _, ...others } = record;
  return others;
}

/**
 * Creates the requests for one task that all changes consist of, and those that take them back.
 *
 * Takes the context, and a function that reloads the week after the server has refused a change.
 */
export function createAttempts(context: BoardContext, reload: () => Promise<unknown>) {
  const { tasks, notify, record, isOnline, getUserId, afterPaint, store, log } = context;

  /** Records a task as the server returned it; returns the update of the board. */
  function confirm(task: Task): StateUpdate {
    log.record(task.id, task);
    return ({ byDay }) => ({ byDay: withTask(byDay, task) });
  }

  const markPlaced =
    (id: string, day: DayKey): StateUpdate =>
    ({ placed }) => ({ placed: { ...placed, [id]: day } });

  /** Records a task that was placed on its day here: it is visible in the frame that counts it, even in a fold. */
  function confirmPlaced(task: Task): StateUpdate {
    const confirmed = confirm(task);
    const placed = markPlaced(task.id, task.task_date);
    return (state) => ({ ...confirmed(state), ...placed(state) });
  }

  function confirmRemoved(id: string): StateUpdate {
    log.record(id, null);
    return ({ byDay }) => ({ byDay: withoutTasks(byDay, new Set([id])) });
  }

  function setBusy(id: string): void {
    store.setState(({ busy }) => ({ busy: { ...busy, [id]: true } }));
  }

  /** Ends a request and applies its response in one update: each update runs every selector of the board. */
  function finish(id: string, getUpdate: StateUpdate = () => ({})): void {
    store.setState((state) => {
      const { busy, placed, byDay, conflicts } = { ...state, ...getUpdate(state) };
      return {
        byDay,
        conflicts,
        busy: without(busy, id),
        placed: id in placed && !findTask(byDay, id) ? without(placed, id) : placed,
      };
    });
  }

  function refuse(message: string): Outcome {
    notify.error(message);
    return { ok: false, message };
  }

  /** Shows a placeholder for a task that is being sent, one frame after the first feedback (`pendingTaskIds`). */
  function showPending(id: string, day: DayKey): void {
    afterPaint(() => {
      if (store.getState().busy[id]) store.setState(markPlaced(id, day));
    });
  }

  /** Sends one request for a task at a time; returns a failure if one is in flight. Shows no notice. */
  async function attempt<T>(
    id: string,
    request: () => Promise<T>,
    accept: (response: T) => StateUpdate,
  ): Promise<Attempt> {
    const sentAt = log.now();
    if (store.getState().busy[id]) return { ok: false, isBusy: true, error: null, isCurrent: true };
    setBusy(id);
    try {
      const response = await request();
      if (!log.isStale(sentAt)) finish(id, accept(response));
      return { ok: true };
    } catch (error) {
      const isCurrent = !log.isStale(sentAt);
      if (isCurrent) finish(id);
      return { ok: false, isBusy: false, error, isCurrent };
    }
  }

  /** Shows the notice of a failed request. */
  function reportFailure(result: Attempt, failureMessage: string): Outcome {
    if (result.ok) return result;
    if (result.isBusy) return refuse(failureMessage);
    const { error, isCurrent } = result;
    // The task may have been deleted or changed elsewhere (rule touched-row): reload the week.
    if (isCurrent && mayBeOutdated(error)) void reload();
    notifyFailure(context, failureMessage, error, isCurrent);
    return { ok: false, message: withReason(failureMessage, failureReason(error, isOnline())) };
  }

  /** What an undo expects of a task: how this tab's last change left it. What changed elsewhere since is left alone. */
  function lastSeen(id: string): TaskChange {
    const task = log.latest(id);
    if (task === null) return {};
    const { title, completed, starred, pinned, emoji, task_date } = task;
    return { title, completed, starred, pinned, emoji, task_date };
  }

  const attemptChangeBack = (id: string, to: TaskChange): Promise<Attempt> =>
    attempt(id, () => tasks.update(id, to, lastSeen(id)), confirmPlaced);

  const attemptTakeOut = (id: string): Promise<Attempt> =>
    attempt(
      id,
      () => tasks.remove(id, lastSeen(id)),
      () => confirmRemoved(id),
    );

  /** Records a request that is being sent, and what takes it back. */
  function recordUndo(
    sending: Promise<Attempt>,
    undo: () => Promise<Attempt>,
    message: string = messages.undone,
  ): () => void {
    const step = async () => {
      const userId = getUserId();
      const result = await undo();
      if (result.ok && userId === getUserId()) notify.success(message);
      else reportFailure(result, messages.undoFailed);
      return isOver(result);
    };
    return record(sending.then(({ ok }) => (ok ? step : null)));
  }

  return {
    attempt,
    attemptChangeBack,
    attemptTakeOut,
    confirm,
    confirmPlaced,
    confirmRemoved,
    recordUndo,
    refuse,
    reportFailure,
    showPending,
  };
}
