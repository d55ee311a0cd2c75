import {
  MESSAGES,
  failureKind,
  failureReason,
  notifyFailure,
  withReason,
  type DayKey,
  type Outcome,
  type Task,
  type TaskChange,
} from '@space/domain';
import { notify, session, tasks, undo } from '@space/platform';
import {
  afterPaint,
  board,
  failureServices,
  isOutdated,
  lastChange,
  now,
  recordChange,
  type Update,
} from './board.ts';
import { reload } from './load.ts';
import { findTask, withTask, withoutTasks } from './tasksByDay.ts';

const messages = MESSAGES.tasks;
const TOO_MANY_REQUESTS = 429;

/** How a request for a task ended. `isCurrent` is false if the user has signed out meanwhile. */
export type Result = Outcome<object, { isBusy: boolean; error: unknown; isCurrent: boolean }>;

export const getUserId = (): string | null => session.getState().user?.id ?? null;

/** The board itself shows a success: its notice comes later, so that it does not delay the paint. */
export const notifySuccess: typeof notify.success = (...notice) =>
  afterPaint(() => notify.success(...notice));

function readField(error: unknown, name: 'status' | 'code'): unknown {
  return typeof error === 'object' && error !== null
    ? Object.getOwnPropertyDescriptor(error, name)?.value
    : undefined;
}

/** Whether the shown task may be out of date: the server refused a change, and not because of the rate limit. */
export function mayBeOutdated(error: unknown): boolean {
  return failureKind(error) === 'rejected' && readField(error, 'status') !== TOO_MANY_REQUESTS;
}

/** Whether the outcome of a request is unknown: there is no network, or the request timed out. */
export function gotNoResponse(error: unknown, isOnline = navigator.onLine): boolean {
  return failureKind(error) === 'network' && (!isOnline || readField(error, 'code') === 'no_answer');
}

/** Whether the server refused a change for good, and not because of the rate limit or a fault of its own. */
export function isRefusal(error: unknown): boolean {
  return mayBeOutdated(error) && Number(readField(error, 'status') ?? 0) < 500;
}

/** Whether an undo need not be tried again: it has succeeded, or the server has refused it for good. */
export const isOver = (result: Result): boolean => result.ok || (!result.isBusy && isRefusal(result.error));

export function without<Value>(record: Readonly<Record<string, Value>>, id: string): Record<string, Value> {
  const { [id]: _, ...others } = record;
  return others;
}

export function confirm(task: Task): Update {
  recordChange(task.id, task);
  return ({ byDay }) => ({ byDay: withTask(byDay, task) });
}

/** The same for a task that was placed on its day here: it is visible in the frame that counts it, even in a fold. */
export function confirmPlaced(task: Task): Update {
  const confirmed = confirm(task);
  return (state) => ({
    ...confirmed(state),
    placed: { ...state.placed, [task.id]: task.task_date },
  });
}

export function confirmRemoved(id: string): Update {
  recordChange(id, null);
  return ({ byDay }) => ({ byDay: withoutTasks(byDay, new Set([id])) });
}

/** Ends a request and applies its response in one update: each update runs every selector of the board. */
function finish(id: string, update: Update): void {
  board.setState((state) => {
    const changed = update(state);
    const { busy, placed, byDay } = { ...state, ...changed };
    const isGone = id in placed && !findTask(byDay, id);
    return { ...changed, busy: without(busy, id), placed: isGone ? without(placed, id) : placed };
  });
}

/** Sends one request for a task at a time: until the response the task is busy, and it changes only with the response. */
export async function request<T>(
  id: string,
  send: () => Promise<T>,
  accept: (response: T) => Update,
  reject: (error: unknown) => Update = () => () => ({}),
): Promise<Result> {
  const sentAt = now();
  if (board.getState().busy[id]) return { ok: false, isBusy: true, error: null, isCurrent: true };
  board.setState(({ busy }) => ({ busy: { ...busy, [id]: true } }));
  try {
    const response = await send();
    if (!isOutdated(sentAt)) finish(id, accept(response));
    return { ok: true };
  } catch (error) {
    const isCurrent = !isOutdated(sentAt);
    if (isCurrent) finish(id, reject(error));
    return { ok: false, isBusy: false, error, isCurrent };
  }
}

export function refuse(message: string): Outcome {
  notify.error(message);
  return { ok: false, message };
}

export function reportFailure(result: Result, sentence: string): Outcome {
  if (result.ok) return result;
  if (result.isBusy) return refuse(sentence);
  const { error, isCurrent } = result;
  // The task may have been deleted or changed elsewhere.
  if (isCurrent && mayBeOutdated(error)) void reload();
  notifyFailure(failureServices, sentence, error, isCurrent);
  return { ok: false, message: withReason(sentence, failureReason(error, navigator.onLine)) };
}

/** Shows a placeholder for a task that is being sent, one frame after the first feedback (`pendingTaskIds`). */
export function showPending(id: string, day: DayKey): void {
  afterPaint(() => {
    if (board.getState().busy[id]) board.setState(({ placed }) => ({ placed: { ...placed, [id]: day } }));
  });
}

/** What an undo expects of a task: how this tab's last change left it. What changed elsewhere since is left alone. */
function lastSeen(id: string): TaskChange {
  const task = lastChange(id);
  if (task === null) return {};
  const { title, completed, starred, pinned, emoji, task_date } = task;
  return { title, completed, starred, pinned, emoji, task_date };
}

export const changeBack = (id: string, to: TaskChange): Promise<Result> =>
  request(id, () => tasks.update(id, to, lastSeen(id)), confirmPlaced);

export const takeOut = (id: string): Promise<Result> =>
  request(
    id,
    () => tasks.remove(id, lastSeen(id)),
    () => confirmRemoved(id),
  );

export function recordUndo(
  sending: Promise<Result>,
  takeBack: () => Promise<Result>,
  message: string = messages.undone,
): () => void {
  const step = async () => {
    const userId = getUserId();
    const result = await takeBack();
    if (result.ok && userId === getUserId()) notifySuccess(message);
    else reportFailure(result, messages.undoFailed);
    return isOver(result);
  };
  return undo.record(sending.then(({ ok }) => (ok ? step : null)));
}
