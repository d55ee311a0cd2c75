import {
  MESSAGES,
  countAdded,
  failureKind,
  failureReason,
  newTaskInputSchema,
  readWaitingTask,
  validate,
  withReason,
  type DayKey,
  type NewTask,
  type Outcome,
  type Task,
  type TaskLine,
  type WaitingTask,
} from '@space/domain';
import { kept, notify, onSessionEnd, session, tasks } from '@space/platform';
import { board, isOutdated, now, type SentTask, type Update } from './board.ts';
import {
  confirmPlaced,
  gotNoResponse,
  isRefusal,
  notifySuccess,
  perform,
  refuse,
  reportFailure,
  request,
  showPending,
  takeOut,
} from './request.ts';

const messages = MESSAGES.tasks;

/** The fields of a sent task that can be corrected before it is sent again. */
type Sent = Pick<NewTask, 'title' | 'emoji'>;

/** What was sent of new tasks without a usable response, by id. */
const unanswered = new Map<string, Sent>();
/** For each day, the failure of the task that was sent to it last, once that has ended. */
const lastSent = new Map<DayKey, Promise<unknown>>();

onSessionEnd(() => {
  unanswered.clear();
  lastSent.clear();
});

/** A task that was sent without a usable response may exist already: it is corrected, and not created twice. */
async function sendOnce(task: NewTask, sentBefore: Sent | null): Promise<Task> {
  const { id, title, emoji } = task;
  const previous = unanswered.get(id) ?? sentBefore;
  unanswered.set(id, { title, emoji });
  const correct = (): Promise<Task | null> =>
    tasks.update(id, { title, emoji }).catch((error: unknown) => {
      if (failureKind(error) === 'rejected') return null;
      throw error;
    });
  /** A task that exists is refused as a duplicate if an earlier attempt has arrived with another text. */
  const create = (): Promise<Task> =>
    tasks.add(task).catch(async (error: unknown) => {
      const existing = previous !== null && isRefusal(error) ? await correct() : null;
      if (existing) return existing;
      throw error;
    });
  const hasChanged = previous !== null && (previous.title !== title || previous.emoji !== emoji);
  const sent = (hasChanged ? await correct() : null) ?? (await create());
  unanswered.delete(id);
  return sent;
}

/**
 * Sends a new task; each is created once, whatever happens to the responses. The tasks of a day are sent one after the
 * other, because a day keeps the order in which they were created. After a sign-out the remaining ones are not sent; if one
 * gets no response, they fail at once as it did. `sentBefore` is what was sent of the task on an earlier visit.
 */
export async function sendInOrder(task: SentTask, sentBefore: Sent | null = null): Promise<Task> {
  const day = task.task_date;
  const calledAt = now();
  const before = lastSent.get(day) ?? Promise.resolve(null);
  const sending = before.then((failure) => {
    const user_id = session.getState().user?.id;
    if (isOutdated(calledAt) || user_id === undefined) throw new Error('The user has signed out');
    if (gotNoResponse(failure, true)) throw failure;
    return sendOnce({ ...task, user_id }, sentBefore);
  });
  const ended = sending.then(() => null).catch((failure: unknown) => failure);
  lastSent.set(day, ended);
  void ended.finally(() => {
    if (lastSent.get(day) === ended) lastSent.delete(day);
  });
  return sending;
}

export function acceptAdded(task: Task): Update {
  notifySuccess(messages.added);
  return confirmPlaced(task);
}

/**
 * Adds a task. The caller creates the id, one for each text, so that a retry creates no second task. With a placeholder,
 * everything below moves when the request is sent, and not when the response arrives: by then the pointer may be pressing
 * something there. A task that gets no response waits to be sent.
 */
export async function add({ id, ...input }: SentTask, showsPending = false): Promise<Outcome> {
  const checked = validate(newTaskInputSchema, input);
  if (!checked.ok) return refuse(checked.message);
  const task = { ...checked.value, id };
  const { title, emoji } = task;
  const storeUnanswered = (error: unknown) => {
    if (gotNoResponse(error))
      writeWaiting({ ...task, typedAt: now(), sent: { title, emoji }, refusal: null });
  };
  const send = () => request(id, () => sendInOrder(task), acceptAdded, storeUnanswered);
  const adding = perform([task], { send, takeBack: takeOut });
  if (showsPending) showPending(id, task.task_date);
  const { failure } = await adding;
  const isWaiting = board.getState().waiting.some((waiting) => waiting.id === id);
  return isWaiting ? { ok: true } : reportFailure(failure, messages.addFailed);
}

/**
 * Adds lines as tasks, one after the other, because a day orders its tasks by creation time; one undo takes all of them
 * back. The id of a line stays the same for every attempt. Returns the lines that were not added, and why; none after the end
 * of the session.
 */
export async function addAll(lines: readonly (TaskLine & { id: string })[], day: DayKey) {
  const inputs = new Map(
    lines.map((line) => [line, validate(newTaskInputSchema, { ...line, task_date: day })]),
  );
  const valid = lines.filter((line) => inputs.get(line)?.ok);
  const { done, failures, stop } = await perform(valid, {
    send: ({ id, title, emoji, completed }) =>
      request(id, () => sendInOrder({ id, title, emoji, completed, task_date: day }), confirmPlaced),
    takeBack: takeOut,
    atOnce: 1,
  });
  const refused = lines
    .filter((line) => !done.includes(line))
    .map((line) => {
      const input = inputs.get(line);
      const reason = failureReason((failures.get(line) ?? stop)?.error, navigator.onLine);
      return { line, message: input?.ok === false ? input.message : withReason(messages.addFailed, reason) };
    });
  if (done.length > 0) notifySuccess(countAdded(done.length));
  if (stop) reportFailure(stop, messages.addFailed);
  else if (refused.length > 0) notify.error([...new Set(refused.map(({ message }) => message))].join('. '));
  return stop?.isCurrent === false ? [] : refused;
}

/** Each waiting task has its own storage entry, so that two tabs never overwrite each other's tasks. */
const PREFIX = 'waiting:';

export const readWaiting = (id: string) => readWaitingTask(kept.read(`${PREFIX}${id}`));

/** Updates the board to what is stored: another tab may have changed it, or another user is signed in. */
export function showWaiting(): void {
  const names = kept.names().filter((name) => name.startsWith(PREFIX));
  const waiting = names.flatMap((name) => readWaiting(name.slice(PREFIX.length)) ?? []);
  board.setState({ waiting: waiting.sort((one, other) => one.typedAt - other.typedAt) });
}

/** Returns whether the task could be stored. */
export function writeWaiting(task: WaitingTask): boolean {
  const isStored = kept.write(`${PREFIX}${task.id}`, task);
  showWaiting();
  return isStored;
}

export function discardWaiting(id: string): void {
  kept.remove(`${PREFIX}${id}`);
  showWaiting();
}
