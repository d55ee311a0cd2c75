import {
  MESSAGES,
  countAdded,
  failureKind,
  newTaskInputSchema,
  readWaitingTask,
  titleSchema,
  validate,
  type DayKey,
  type NewTask,
  type Outcome,
  type Task,
  type TaskLine,
  type WaitingTask,
} from '@space/domain';
import { kept, notify, onReturn, onSessionEnd, session, tasks } from '@space/platform';
import { board, isOutdated, now, withReasonOf, type SentTask, type Update } from './board.ts';
import { isPaused, pauseUpdates } from './load.ts';
import {
  confirmUnfolded,
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
  const hasChanged = previous !== null && (previous.title !== title || previous.emoji !== emoji);
  const corrected = hasChanged ? await correct() : null;
  const sent = corrected ?? (await tasks.add(task).catch(correctExisting));
  unanswered.delete(id);
  return sent;

  /** A task that exists is refused as a duplicate if an earlier attempt has arrived with another text. */
  async function correctExisting(error: unknown): Promise<Task> {
    const existing = previous && isRefusal(error) ? await correct() : null;
    if (existing) return existing;
    throw error;
  }
}

/**
 * Sends a new task; each is created once, whatever happens to the responses. The tasks of a day are sent one after the
 * other, because a day keeps the order in which they were created. After a sign-out the remaining ones are not sent; if one
 * gets no response, they fail at once as it did. `sentBefore` is what was sent of the task on an earlier visit.
 */
async function sendInOrder(task: SentTask, sentBefore: Sent | null = null): Promise<Task> {
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

function acceptAdded(task: Task): Update {
  notifySuccess(messages.added);
  return confirmUnfolded(task);
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
  const store = (error: unknown): void => {
    if (gotNoResponse(error)) writeWaiting({ ...task, typedAt: now(), sent: task, refusal: null });
  };
  const send = () => request(id, () => sendInOrder(task), acceptAdded, store);
  const adding = perform([task], { send, takeBack: takeOut });
  if (showsPending) showPending(task);
  const { failure } = await adding;
  return readWaiting(id) ? { ok: true } : reportFailure(failure, messages.addFailed);
}

/**
 * Adds lines as tasks, one after the other, because a day orders its tasks by creation time; one undo takes all of them
 * back. The id of a line stays the same for every attempt. Returns the lines that were not added, and why; none after the end
 * of the session.
 */
export async function addAll(lines: readonly (TaskLine & { id: string })[], day: DayKey) {
  const messageOf = (line: TaskLine): string | null => {
    const checked = validate(newTaskInputSchema, { ...line, task_date: day });
    return checked.ok ? null : checked.message;
  };
  const valid = lines.filter((line) => messageOf(line) === null);
  const { done, failures, stop } = await perform(valid, {
    send: ({ id, title, emoji, completed }) =>
      request(id, () => sendInOrder({ id, title, emoji, completed, task_date: day }), confirmUnfolded),
    takeBack: takeOut,
    atOnce: 1,
  });
  const refused = lines
    .filter((line) => !done.includes(line))
    .map((line) => {
      const { error } = failures.get(line) ?? stop ?? {};
      return { line, message: messageOf(line) ?? withReasonOf(error, messages.addFailed) };
    });
  if (done.length > 0) notifySuccess(countAdded(done.length));
  if (stop) reportFailure(stop, messages.addFailed);
  else if (refused.length > 0) notify.error([...new Set(refused.map(({ message }) => message))].join('. '));
  return stop?.isCurrent === false ? [] : refused;
}

/** Each waiting task has its own storage entry, so that two tabs never overwrite each other's tasks. */
const PREFIX = 'waiting:';
const LOCK = 'better-space-waiting';

const readWaiting = (id: string) => readWaitingTask(kept.read(`${PREFIX}${id}`));

/** Updates the board to what is stored: another tab may have changed it, or another user is signed in. */
function showWaiting(): void {
  const names = kept.names().filter((name) => name.startsWith(PREFIX));
  const waiting = names.flatMap((name) => readWaiting(name.slice(PREFIX.length)) ?? []);
  board.setState({ waiting: waiting.sort((one, other) => one.typedAt - other.typedAt) });
}

/** Returns whether the task could be stored. */
function writeWaiting(task: WaitingTask): boolean {
  const isStored = kept.write(`${PREFIX}${task.id}`, task);
  showWaiting();
  return isStored;
}

export function discardWaiting(id: string): void {
  kept.remove(`${PREFIX}${id}`);
  showWaiting();
}

/** Sends a stored task; returns whether the next one may be sent. */
async function sendStored({ id }: WaitingTask): Promise<boolean> {
  // Read again: another tab may have sent, changed or discarded the task.
  const stored = readWaiting(id);
  if (stored === null || stored.refusal !== null || isPaused(id)) return true;
  const { title, emoji, task_date } = stored;

  /** Another tab may have changed the title meanwhile: it is sent next. A discarded task does not come back. */
  function settle(wasAdded: boolean, refusal: string | null): void {
    const current = readWaiting(id);
    const isChanged = current !== null && current.title !== title;
    if (wasAdded && !isChanged) discardWaiting(id);
    else if (current !== null)
      writeWaiting({ ...current, sent: { title, emoji }, refusal: isChanged ? null : refusal });
  }

  // Not recorded for Ctrl+Z: no one has pressed anything now.
  const result = await request(
    id,
    () => sendInOrder({ id, title, emoji, task_date }, stored.sent),
    (added) => {
      settle(true, null);
      return acceptAdded(added);
    },
    (error) => settle(false, isRefusal(error) ? withReasonOf(error, messages.addFailed) : null),
  );
  return result.ok || result.error === null || isRefusal(result.error);
}

async function sendAll(): Promise<void> {
  for (const task of board.getState().waiting) if (!(await sendStored(task))) return;
}

/** Sends the waiting tasks in order, until one gets no response. Only one tab sends at a time. */
export async function sendWaiting(): Promise<void> {
  if (board.getState().waiting.every(({ refusal }) => refusal !== null)) return;
  // Without locks, on an insecure origin, every tab may send: the server creates one task.
  const locks: LockManager | undefined = navigator.locks;
  await (locks ? locks.request(LOCK, sendAll) : sendAll());
}

/** Leaves a task as it is while the user edits it. Returns the function that ends this: then it is sent, if it waits. */
export function pauseTask(id: string): () => void {
  const resume = pauseUpdates(id);
  return () => {
    resume();
    void sendWaiting();
  };
}

export async function renameWaiting(id: string, text: string): Promise<Outcome> {
  const checked = validate(titleSchema, text);
  if (!checked.ok) return refuse(checked.message);
  const task = readWaiting(id);
  const isStored = task === null || writeWaiting({ ...task, title: checked.value, refusal: null });
  return isStored ? { ok: true } : refuse(messages.updateFailed);
}

export async function retryWaiting(id: string): Promise<void> {
  const task = readWaiting(id);
  if (task) writeWaiting({ ...task, refusal: null });
  await sendWaiting();
}

const showAndSend = () => {
  showWaiting();
  void sendWaiting();
};

// Until the document unloads, whatever page is shown. The dashboard also sends each minute. Node, where a build's pages are
// found, has no document.
kept.onChange(showWaiting);
if (globalThis.document) onReturn(() => void sendWaiting());
session.subscribe(({ user }, previous) => {
  if (user?.id !== previous.user?.id) showAndSend();
});
showAndSend();
