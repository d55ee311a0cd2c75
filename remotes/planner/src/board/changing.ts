import {
  MESSAGES,
  emojiSchema,
  failureReason,
  newTaskInputSchema,
  notifyFailure,
  titleSchema,
  validate,
  withReason,
  type DayKey,
  type NewTask,
  type NewTaskInput,
  type Outcome,
  type Task,
  type TaskChange,
} from '@space/domain';
import type { BoardContext, BoardState } from './boardTypes.ts';
import { gotNoResponse, isRefusal, mayBeOutdated } from './failures.ts';
import { createSending, type Sent } from './sending.ts';
import { findTask, withTask, withoutTasks } from './tasksByDay.ts';

const messages = MESSAGES.tasks;

/** How a response changes the board. */
type StateUpdate = (state: BoardState) => Partial<BoardState>;

/** How a request for a task ended. `isCurrent` is false if the user has signed out meanwhile. */
export type Attempt = Outcome<object, { isBusy: boolean; error: unknown; isCurrent: boolean }>;

function without<Value>(record: Readonly<Record<string, Value>>, id: string): Record<string, Value> {
  const { [id]: _, ...others } = record;
  return others;
}

/**
 * Creates the actions on one task. State changes once the server confirms (rule server-first); until then the task is busy.
 *
 * Takes the context, and a function that reloads the week after the server has refused a change.
 */
export function createChanging(context: BoardContext, reload: () => Promise<unknown>) {
  const { tasks, notify, isOnline, getUserId, saveForLater, afterPaint, store, log } = context;
  /** Title changes that are being saved, by task id. */
  const savingTitles = new Map<string, Promise<Outcome>>();
  const { send, forget: forgetSent } = createSending(tasks);

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

  function acceptAdded(task: Task): StateUpdate {
    notify.success(messages.added);
    return confirmPlaced(task);
  }

  function setBusy(id: string): void {
    store.setState(({ busy }) => ({ busy: { ...busy, [id]: true } }));
  }

  /** Ends a request and applies its response in one update: each update runs every selector of the board. */
  function finish(id: string, getUpdate: StateUpdate = () => ({})): void {
    store.setState((state) => {
      const { busy, placed, byDay } = { ...state, ...getUpdate(state) };
      return {
        byDay,
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

  async function attemptAndReport<T>(
    id: string,
    request: () => Promise<T>,
    accept: (response: T) => StateUpdate,
    failureMessage: string,
  ): Promise<Outcome> {
    return reportFailure(await attempt(id, request, accept), failureMessage);
  }

  function change(task: Task, to: TaskChange, failureMessage: string, accept = confirm): Promise<Outcome> {
    return attemptAndReport(task.id, () => tasks.update(task.id, to), accept, failureMessage);
  }

  /**
   * Runs the action of a press; returns whether it succeeded. A press on a busy task is ignored, except the one that leaves
   * the title's field: it waits until the title is saved.
   */
  async function handlePress(id: string, action: () => Promise<Outcome>): Promise<boolean> {
    const pressedAt = log.now();
    const saving = savingTitles.get(id);
    if (saving) {
      savingTitles.delete(id);
      await saving;
    }
    if (log.isStale(pressedAt) || store.getState().busy[id]) return false;
    return (await action()).ok;
  }

  function toggleField(task: Task, field: 'completed' | 'starred' | 'pinned'): Promise<boolean> {
    return handlePress(task.id, () => change(task, { [field]: !task[field] }, messages.updateFailed));
  }

  /** The server restores the same row: its star and pin, and its position in the day. */
  async function restore({ id, user_id, task_date }: Task): Promise<void> {
    if (user_id !== getUserId()) return;
    const restoring = attemptAndReport(id, () => tasks.restore(id), confirmPlaced, messages.addFailed);
    showPending(id, task_date);
    const restored = await restoring;
    if (restored.ok) notify.success(messages.restored);
  }

  return {
    /** Moves a task without a notice: for several moves that share one notice. */
    attemptMove: (id: string, day: DayKey): Promise<Attempt> =>
      attempt(id, () => tasks.update(id, { task_date: day }), confirmPlaced),
    /** Adds a validated task without a notice: for several additions that share one notice. */
    attemptAdd: (task: NewTask): Promise<Attempt> => attempt(task.id, () => send(task), confirmPlaced),
    /**
     * The caller creates the id, one for each opening of the composer, so that a retry creates no second task. With a
     * placeholder, everything below moves when the request is sent, and not when the response arrives: by then the pointer
     * may be pressing something there.
     */
    async add(id: string, input: NewTaskInput, { showsPending = false } = {}): Promise<Outcome> {
      const checked = validate(newTaskInputSchema, input);
      if (!checked.ok) return refuse(checked.message);
      const user_id = getUserId();
      if (user_id === null) return refuse(withReason(messages.addFailed, MESSAGES.auth.sessionLost));
      const task = { ...checked.value, id, user_id };
      const adding = attempt(id, () => send(task), acceptAdded);
      if (showsPending) showPending(id, checked.value.task_date);
      const added = await adding;
      const isUnsent = !added.ok && added.isCurrent && gotNoResponse(added.error, isOnline());
      if (!isUnsent || !saveForLater(task)) return reportFailure(added, messages.addFailed);
      notify.success(MESSAGES.waiting.kept);
      return { ok: true };
    },
    /**
     * Sends a waiting task (rule waiting-tasks); takes what was sent of it before. Shows no notice of a failure: returns
     * 'waiting' if the task has to be sent later, or the message of a refusal.
     */
    async sendWaiting(task: NewTask, before: Sent | null): Promise<'sent' | 'waiting' | { refusal: string }> {
      const sent = await attempt(task.id, () => send(task, before), acceptAdded);
      if (sent.ok) return 'sent';
      const { error, isCurrent } = sent;
      if (!isCurrent || !isRefusal(error)) return 'waiting';
      return { refusal: withReason(messages.addFailed, failureReason(error, isOnline())) };
    },
    toggle: (task: Task) => toggleField(task, 'completed'),
    star: (task: Task) => toggleField(task, 'starred'),
    pin: (task: Task) => toggleField(task, 'pinned'),
    changeEmoji(task: Task, emoji: string | null): Promise<boolean> {
      return handlePress(task.id, async () => {
        const checked = validate(emojiSchema, emoji);
        return checked.ok
          ? change(task, { emoji: checked.value }, messages.emojiFailed)
          : refuse(checked.message);
      });
    },
    async rename(task: Task, title: string): Promise<Outcome> {
      const checked = validate(titleSchema, title);
      if (!checked.ok) return refuse(checked.message);
      const saving = change(task, { title: checked.value }, messages.updateFailed);
      savingTitles.set(task.id, saving);
      const outcome = await saving;
      if (savingTitles.get(task.id) === saving) savingTitles.delete(task.id);
      return outcome;
    },
    async move(task: Task, day: DayKey): Promise<void> {
      if (day === task.task_date) return;
      const move = () => change(task, { task_date: day }, messages.moveFailed, confirmPlaced);
      if (await handlePress(task.id, move)) notify.success(messages.moved);
    },
    remove(task: Task): Promise<boolean> {
      const accept = () => {
        log.record(task.id, null);
        notify.success(messages.deleted, {
          action: { label: messages.undo, onSelect: () => void restore(task) },
        });
        return ({ byDay }: BoardState) => ({ byDay: withoutTasks(byDay, new Set([task.id])) });
      };
      return handlePress(task.id, () =>
        attemptAndReport(task.id, () => tasks.remove(task.id), accept, messages.deleteFailed),
      );
    },
    forget(): void {
      forgetSent();
      savingTitles.clear();
    },
  };
}
