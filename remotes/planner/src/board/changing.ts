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
import { gotNoAnswer, isRefusal, mayBeOutdated } from './failures.ts';
import { createSending, type Sent } from './sending.ts';
import { findTask, withTask, withoutTasks } from './tasksByDay.ts';

const messages = MESSAGES.tasks;

/** What an answer makes of the board. */
type Settled = (state: BoardState) => Partial<BoardState>;

/** How a call for a task ended. A failure is not current where the user has gone meanwhile. */
export type Attempt = Outcome<object, { isBusy: boolean; error: unknown; isCurrent: boolean }>;

function without<Value>(record: Readonly<Record<string, Value>>, id: string): Record<string, Value> {
  const { [id]: _, ...others } = record;
  return others;
}

/**
 * Changing: state follows only after the server said yes (rule server-first); until then the task is marked busy.
 *
 * Takes the context, and what reads the week again after a change that the server refused.
 */
export function createChanging(context: BoardContext, readAgain: () => Promise<unknown>) {
  const { tasks, notify, isOnline, getUserId, keepWaiting, afterPaint, store, log } = context;
  /** Titles that are being saved, by task. */
  const savingTitles = new Map<string, Promise<Outcome>>();
  const { send, forget: forgetSent } = createSending(tasks);

  /** Confirms what the server has said of a task. */
  function confirm(task: Task): Settled {
    log.record(task.id, task);
    return ({ byDay }) => ({ byDay: withTask(byDay, task) });
  }

  const placedAt =
    (id: string, day: DayKey): Settled =>
    ({ placed }) => ({ placed: { ...placed, [id]: day } });

  /** Confirms a task that was put on its day here: shown in the frame that counts it, folded or not. */
  function confirmPlaced(task: Task): Settled {
    const confirmed = confirm(task);
    const placed = placedAt(task.id, task.task_date);
    return (state) => ({ ...confirmed(state), ...placed(state) });
  }

  function acceptAdded(task: Task): Settled {
    notify.success(messages.added);
    return confirmPlaced(task);
  }

  function setBusy(id: string): void {
    store.setState(({ busy }) => ({ busy: { ...busy, [id]: true } }));
  }

  /** Ends a call and applies its answer, in one change: every reader of the board looks at each change. */
  function setDone(id: string, settled: Settled = () => ({})): void {
    store.setState((state) => {
      const { busy, placed, byDay } = { ...state, ...settled(state) };
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

  /** Keeps a place for a task that is being sent, in the frame after the first feedback (`pendingTaskIds`). */
  function keepPlace(id: string, day: DayKey): void {
    afterPaint(() => {
      if (store.getState().busy[id]) store.setState(placedAt(id, day));
    });
  }

  /** Runs one call for a task at a time; what comes meanwhile is refused. Says nothing of how it ended. */
  async function attempt<T>(
    id: string,
    call: () => Promise<T>,
    accept: (answer: T) => Settled,
  ): Promise<Attempt> {
    const askedAt = log.now();
    if (store.getState().busy[id]) return { ok: false, isBusy: true, error: null, isCurrent: true };
    setBusy(id);
    try {
      const answer = await call();
      if (!log.isFromBefore(askedAt)) setDone(id, accept(answer));
      return { ok: true };
    } catch (error) {
      const isCurrent = !log.isFromBefore(askedAt);
      if (isCurrent) setDone(id);
      return { ok: false, isBusy: false, error, isCurrent };
    }
  }

  /** Says of a call that failed what it is. */
  function tell(attempted: Attempt, failed: string): Outcome {
    if (attempted.ok) return attempted;
    if (attempted.isBusy) return refuse(failed);
    const { error, isCurrent } = attempted;
    // The task may be deleted or changed elsewhere (rule touched-row): look again.
    if (isCurrent && mayBeOutdated(error)) void readAgain();
    notifyFailure(context, failed, error, isCurrent);
    return { ok: false, message: withReason(failed, failureReason(error, isOnline())) };
  }

  async function during<T>(
    id: string,
    call: () => Promise<T>,
    accept: (answer: T) => Settled,
    failed: string,
  ): Promise<Outcome> {
    return tell(await attempt(id, call, accept), failed);
  }

  function change(task: Task, to: TaskChange, failed: string, accept = confirm): Promise<Outcome> {
    return during(task.id, () => tasks.update(task.id, to), accept, failed);
  }

  /**
   * Runs the act of a press; returns whether it was done. A press on a busy task is ignored, except the one that leaves the
   * field of the title: it waits until the title is saved.
   */
  async function press(id: string, act: () => Promise<Outcome>): Promise<boolean> {
    const askedAt = log.now();
    const saving = savingTitles.get(id);
    if (saving) {
      savingTitles.delete(id);
      await saving;
    }
    if (log.isFromBefore(askedAt) || store.getState().busy[id]) return false;
    return (await act()).ok;
  }

  function toggleField(task: Task, field: 'completed' | 'starred' | 'pinned'): Promise<boolean> {
    return press(task.id, () => change(task, { [field]: !task[field] }, messages.updateFailed));
  }

  /** The server gives back the very row: its marks, and its place among its equals. */
  async function restore({ id, user_id, task_date }: Task): Promise<void> {
    if (user_id !== getUserId()) return;
    const restoring = during(id, () => tasks.restore(id), confirmPlaced, messages.addFailed);
    keepPlace(id, task_date);
    const restored = await restoring;
    if (restored.ok) notify.success(messages.restored);
  }

  return {
    /** Moves a task, and says nothing: for several that are told of together. */
    attemptMove: (id: string, day: DayKey): Promise<Attempt> =>
      attempt(id, () => tasks.update(id, { task_date: day }), confirmPlaced),
    /** Adds a checked task, and says nothing: for several that are told of together. */
    attemptAdd: (task: NewTask): Promise<Attempt> => attempt(task.id, () => send(task), confirmPlaced),
    /**
     * The caller makes the id, one for each opening of the composer, so that trying again makes no second task. Where a
     * place is kept for the task, all below it moves while the server is asked, and not when it answers: not under a
     * pointer that may be pressing something there.
     */
    async add(id: string, input: NewTaskInput, { keepsPlace = false } = {}): Promise<Outcome> {
      const checked = validate(newTaskInputSchema, input);
      if (!checked.ok) return refuse(checked.message);
      const user_id = getUserId();
      if (user_id === null) return refuse(withReason(messages.addFailed, MESSAGES.auth.sessionLost));
      const task = { ...checked.value, id, user_id };
      const adding = attempt(id, () => send(task), acceptAdded);
      if (keepsPlace) keepPlace(id, checked.value.task_date);
      const added = await adding;
      const isUnsent = !added.ok && added.isCurrent && gotNoAnswer(added.error, isOnline());
      if (!isUnsent || !keepWaiting(task)) return tell(added, messages.addFailed);
      notify.success(MESSAGES.waiting.kept);
      return { ok: true };
    },
    /**
     * Sends a task that has waited (rule waiting-tasks), and what was sent of it before. Says nothing of a failure: returns
     * 'waiting' where the server could not be asked, or the sentence of its refusal.
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
      return press(task.id, async () => {
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
      if (await press(task.id, move)) notify.success(messages.moved);
    },
    remove(task: Task): Promise<boolean> {
      const accept = () => {
        log.record(task.id, null);
        notify.success(messages.deleted, {
          action: { label: messages.undo, onSelect: () => void restore(task) },
        });
        return ({ byDay }: BoardState) => ({ byDay: withoutTasks(byDay, new Set([task.id])) });
      };
      return press(task.id, () =>
        during(task.id, () => tasks.remove(task.id), accept, messages.deleteFailed),
      );
    },
    forget(): void {
      forgetSent();
      savingTitles.clear();
    },
  };
}
