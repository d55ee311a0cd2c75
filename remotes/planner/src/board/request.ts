import {
  MESSAGES,
  countNotUndone,
  failureKind,
  type Outcome,
  type Task,
  type TaskChange,
} from '@space/domain';
import { notify, tasks, undo } from '@space/platform';
import {
  afterPaint,
  board,
  isOutdated,
  lastChange,
  now,
  recordChange,
  reportError,
  unfold,
  withReasonOf,
  type Update,
} from './board.ts';
import { reload } from './load.ts';
import { findTask, withTask, withoutTasks } from './tasksByDay.ts';

const messages = MESSAGES.tasks;
const TOO_MANY_REQUESTS = 429;

/** How a request for a task ended. `error` is null if the task was busy; `isCurrent` is false if the session has ended. */
export type Result = Outcome<object, { error: unknown; isCurrent: boolean }>;
export type Failed = Extract<Result, { ok: false }>;

/** The board itself shows a success: its notice comes later, so that it does not delay the paint. */
export const notifySuccess: typeof notify.success = (...notice) =>
  afterPaint(() => notify.success(...notice));

const readField = (error: unknown, name: 'status' | 'code'): unknown => Reflect.get(Object(error), name);

/** Whether the shown task may be out of date: the server refused a change, and not because of the rate limit. */
const mayBeOutdated = (error: unknown): boolean =>
  failureKind(error) === 'rejected' && readField(error, 'status') !== TOO_MANY_REQUESTS;

/** Whether the outcome of a request is unknown: there is no network, or the request timed out. */
export const gotNoResponse = (error: unknown, isOnline = navigator.onLine): boolean =>
  failureKind(error) === 'network' && (!isOnline || readField(error, 'code') === 'no_answer');

/** Whether the server refused a change for good, and not because of the rate limit or a fault of its own. */
export const isRefusal = (error: unknown): boolean =>
  mayBeOutdated(error) && Number(readField(error, 'status') ?? 0) < 500;

export function without<Value>(record: Readonly<Record<string, Value>>, id: string): Record<string, Value> {
  const { [id]: _, ...others } = record;
  return others;
}

export function confirm(task: Task): Update {
  recordChange(task.id, task);
  return ({ byDay }) => ({ byDay: withTask(byDay, task) });
}

/** The same for a task that was placed on its day here: it is visible in the frame that counts it, even in a fold. */
export function confirmUnfolded(task: Task): Update {
  const confirmed = confirm(task);
  return (state) => ({
    ...confirmed(state),
    unfolded: { ...state.unfolded, [task.id]: task.task_date },
  });
}

export const confirmRemoved = (id: string) => (): Update => {
  recordChange(id, null);
  return ({ byDay }) => ({ byDay: withoutTasks(byDay, new Set([id])) });
};

/** Ends a request and applies its response in one update: each update runs every selector of the board. */
function finish(id: string, update: Update): void {
  board.setState((state) => {
    const changed = update(state);
    const { busy, unfolded, byDay } = { ...state, ...changed };
    return {
      ...changed,
      busy: without(busy, id),
      unfolded: findTask(byDay, id) ? unfolded : without(unfolded, id),
    };
  });
}

/** Sends one request for a task at a time: until the response the task is busy, and it changes only with the response. */
export async function request<T>(
  id: string,
  send: () => Promise<T>,
  accept: (response: T) => Update,
  reject: (error: unknown) => void = () => {},
): Promise<Result> {
  const sentAt = now();
  if (board.getState().busy[id]) return { ok: false, error: null, isCurrent: true };
  board.setState(({ busy }) => ({ busy: { ...busy, [id]: true } }));
  try {
    const response = await send();
    if (isOutdated(sentAt)) return { ok: false, error: null, isCurrent: false };
    finish(id, accept(response));
    return { ok: true };
  } catch (error) {
    const isCurrent = !isOutdated(sentAt);
    if (isCurrent) {
      reject(error);
      finish(id, () => ({}));
    }
    return { ok: false, error, isCurrent };
  }
}

/** Shows a placeholder for a task that is being sent, one frame after the first feedback (`pendingTaskIds`). */
export function showPending({ id, task_date }: Pick<Task, 'id' | 'task_date'>): void {
  afterPaint(() => {
    if (board.getState().busy[id]) unfold(id, task_date);
  });
}

/** Whether the next request would fail for the same reason: no network, no session, too many changes. */
const stopsBatch = ({ error, isCurrent }: Failed): boolean =>
  !isCurrent || !(error === null || mayBeOutdated(error));

/** Sends a request for each item; after a failure that would affect all of them, the remaining ones are not sent. */
async function requestEach<Item>(items: readonly Item[], send: (item: Item) => Promise<Result>, atOnce = 4) {
  const done: Item[] = [];
  const failures = new Map<Item, Failed>();
  const remaining = items.values();
  async function sendRemaining(): Promise<void> {
    for (const item of remaining) {
      const result = await send(item);
      if (result.ok) done.push(item);
      else failures.set(item, result);
      if ([...failures.values()].some(stopsBatch)) return;
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sendRemaining));
  const [failure] = failures.values();
  const stop = [...failures.values()].find(stopsBatch);
  // Once the session has ended, nobody is told, and nothing can be taken back.
  return { done: stop?.isCurrent === false ? [] : done, failures, failure, stop };
}

export function refuse(message: string): Outcome {
  notify.error(message);
  return { ok: false, message };
}

/** Shows why a change failed, if it did. The week is read again if the task may have changed elsewhere. */
export function reportFailure(failure: Failed | undefined, sentence: string): Outcome {
  if (!failure) return { ok: true };
  const { error, isCurrent } = failure;
  if (isCurrent && mayBeOutdated(error)) void reload();
  reportError(sentence, error, isCurrent);
  if (!isCurrent) return { ok: true };
  return { ok: false, message: withReasonOf(error, sentence) };
}

/** What an undo expects of a task: how this tab's last change left it. What changed elsewhere since is left alone. */
function lastSeen(id: string): TaskChange {
  const task = lastChange(id);
  if (task === null) return {};
  const { title, completed, starred, pinned, emoji, task_date } = task;
  return { title, completed, starred, pinned, emoji, task_date };
}

export const changeBack = (id: string, to: TaskChange): Promise<Result> =>
  request(id, () => tasks.update(id, to, lastSeen(id)), confirmUnfolded);

export const takeOut = ({ id }: { id: string }): Promise<Result> =>
  request(id, () => tasks.remove(id, lastSeen(id)), confirmRemoved(id));

export interface Action<Item> {
  send: (item: Item) => Promise<Result>;
  takeBack: (item: Item) => Promise<Result>;
  /** How many requests run at once: one if their order matters. */
  atOnce?: number;
  /** The sentence of a failure. Without one the caller reports it. */
  failed?: (failed: number, count: number) => string;
  /** The notice of a success, which has the button 'Undo'. */
  done?: (count: number) => string;
  /** The notices of an undo. */
  undone?: (count: number) => string;
  notUndone?: (failed: number, count: number) => string;
}

/** Returns the function that takes changes back, if there are any. What a failure has left is tried again the next time. */
function undoStep<Item>(
  done: readonly Item[],
  { takeBack, undone = () => messages.undone, notUndone = countNotUndone }: Action<Item>,
): (() => Promise<boolean>) | null {
  let left = done;
  if (left.length === 0) return null;
  return async () => {
    const count = left.length;
    const { done, failures, failure } = await requestEach(left, takeBack);
    if (done.length > 0) notifySuccess(undone(done.length));
    reportFailure(failure, notUndone(count - done.length, count));
    left = left.filter((item) => !done.includes(item) && !isRefusal(failures.get(item)?.error));
    return left.length === 0;
  };
}

/** Changes one or several tasks, with one notice and one undo for all. */
export async function perform<Item>(items: readonly Item[], action: Action<Item>) {
  const { send, atOnce, failed, done } = action;
  const changing = requestEach(items, send, atOnce);
  const onSelect = undo.record(changing.then((changed) => undoStep(changed.done, action)));
  const result = await changing;
  const count = result.done.length;
  if (done && count > 0) notifySuccess(done(count), { action: { label: messages.undo, onSelect } });
  if (failed) reportFailure(result.failure, failed(items.length - count, items.length));
  return result;
}
