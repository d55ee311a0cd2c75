import {
  MESSAGES,
  failureKind,
  newTaskInputSchema,
  readWaitingTask,
  validate,
  withReason,
  type DayKey,
  type NewTask,
  type NewTaskInput,
  type Outcome,
  type Task,
  type WaitingTask,
} from '@space/domain';
import { kept, onSessionEnd, tasks } from '@space/platform';
import { board, isOutdated, now, type Update } from './board.ts';
import {
  confirmPlaced,
  getUserId,
  gotNoResponse,
  isRefusal,
  notifySuccess,
  recordUndo,
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

async function correct({ id, title, emoji }: NewTask): Promise<Task | null> {
  try {
    return await tasks.update(id, { title, emoji });
  } catch (error) {
    if (failureKind(error) === 'rejected') return null;
    throw error;
  }
}

/** A task that may exist may be refused as a duplicate, with the text of an earlier attempt: then it is corrected. */
async function create(task: NewTask, mayExist: boolean): Promise<Task> {
  try {
    return await tasks.add(task);
  } catch (error) {
    const existing = mayExist && isRefusal(error) ? await correct(task) : null;
    if (existing) return existing;
    throw error;
  }
}

/** A task that was sent without a usable response may exist already: it is corrected, and not created twice. */
async function sendOnce(task: NewTask, sentBefore: Sent | null): Promise<Task> {
  const { id, title, emoji } = task;
  const previous = unanswered.get(id) ?? sentBefore;
  unanswered.set(id, { title, emoji });
  const hasChanged = previous !== null && (previous.title !== title || previous.emoji !== emoji);
  const sent = (hasChanged ? await correct(task) : null) ?? (await create(task, previous !== null));
  unanswered.delete(id);
  return sent;
}

/**
 * Sends a new task; each is created once, whatever happens to the responses. The tasks of a day are sent one after the
 * other, because a day keeps the order in which they were created. After a sign-out the remaining ones are not sent; if one
 * gets no response, they fail at once as it did.
 *
 * Takes the task and what was sent of it on an earlier visit, if anything. Throws what the repository throws.
 */
export async function sendInOrder(task: NewTask, sentBefore: Sent | null = null): Promise<Task> {
  const day = task.task_date;
  const calledAt = now();
  const before = lastSent.get(day) ?? Promise.resolve(null);
  const sending = before.then((failure) => {
    if (isOutdated(calledAt)) throw new Error('The user has signed out');
    if (gotNoResponse(failure, true)) throw failure;
    return sendOnce(task, sentBefore);
  });
  const ended = sending.then(
    () => null,
    (failure: unknown) => failure,
  );
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
export async function add(id: string, input: NewTaskInput, { showsPending = false } = {}): Promise<Outcome> {
  const checked = validate(newTaskInputSchema, input);
  if (!checked.ok) return refuse(checked.message);
  const user_id = getUserId();
  if (user_id === null) return refuse(withReason(messages.addFailed, MESSAGES.auth.sessionLost));
  const task = { ...checked.value, id, user_id };
  const adding = request(
    id,
    () => sendInOrder(task),
    acceptAdded,
    (error) => {
      if (gotNoResponse(error)) storeWaiting(task);
      return withWaiting;
    },
  );
  recordUndo(adding, () => takeOut(id));
  if (showsPending) showPending(id, task.task_date);
  const added = await adding;
  const isWaiting = board.getState().waiting.some((waiting) => waiting.id === id);
  return isWaiting ? { ok: true } : reportFailure(added, messages.addFailed);
}

/** Each waiting task has its own storage entry, so that two tabs never overwrite each other's tasks. */
const PREFIX = 'waiting:';

export const readWaiting = (id: string) => readWaitingTask(kept.read(`${PREFIX}${id}`));
export const writeWaiting = (task: WaitingTask) => kept.write(`${PREFIX}${task.id}`, task);
export const removeWaiting = (id: string) => kept.remove(`${PREFIX}${id}`);

/** Updates the board to what is stored: another tab may have changed it, or another user is signed in. */
export const withWaiting: Update = () => ({
  waiting: kept
    .names()
    .flatMap((name) => (name.startsWith(PREFIX) ? (readWaiting(name.slice(PREFIX.length)) ?? []) : []))
    .sort((one, other) => one.typedAt - other.typedAt),
});

/** Stores a new task that got no response, unless storage is full or blocked. */
function storeWaiting({ id, title, emoji, task_date }: NewTask): void {
  writeWaiting({ id, title, emoji, task_date, typedAt: now(), sent: { title, emoji }, refusal: null });
}
