import {
  MESSAGES,
  emojiSchema,
  failureKind,
  failureReason,
  newTaskInputSchema,
  notifyFailure,
  titleSchema,
  validate,
  withReason,
} from '@space/domain';
import type { DayKey, NewTask, NewTaskInput, Outcome, Task, TaskChange } from '@space/domain';
import type { BoardContext, BoardState } from './boardTypes.ts';
import { mayBeOutdated } from './mayBeOutdated.ts';
import { findTask, withTask, withoutTasks } from './tasksByDay.ts';

const { tasks: messages } = MESSAGES;

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
export function createChanging(context: BoardContext, readAgain: () => Promise<void>) {
  const { tasks, notify, isOnline, getUserId, afterPaint, store, log } = context;
  /** Titles that are being saved, by task. */
  const savingTitles = new Map<string, Promise<Outcome>>();
  /** What was sent for a task whose insert got no usable answer: it may or may not exist (rule add-once). */
  const unanswered = new Map<string, NewTask>();

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

  /** As `attempt`, and says of a failure what it is. */
  async function during<T>(
    id: string,
    call: () => Promise<T>,
    accept: (answer: T) => Settled,
    failed: string,
  ): Promise<Outcome> {
    const attempted = await attempt(id, call, accept);
    if (attempted.ok) return attempted;
    if (attempted.isBusy) return refuse(failed);
    const { error, isCurrent } = attempted;
    // The task may be deleted or changed elsewhere (rule touched-row): look again.
    if (isCurrent && mayBeOutdated(error)) void readAgain();
    notifyFailure(context, failed, error, isCurrent);
    return { ok: false, message: withReason(failed, failureReason(error, isOnline())) };
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

  /** Sends a new task. One that may exist already from a lost answer is corrected instead of made twice. */
  async function send(task: NewTask): Promise<Task> {
    const { id, title, emoji } = task;
    const earlier = unanswered.get(id);
    unanswered.set(id, task);
    if (earlier && (earlier.title !== title || earlier.emoji !== emoji)) {
      const corrected = await tasks.update(id, { title, emoji }).catch((error: unknown) => {
        if (failureKind(error) === 'rejected') return null;
        throw error;
      });
      if (corrected) return corrected;
    }
    return tasks.add(task);
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
    attemptAdd(task: NewTask): Promise<Attempt> {
      return attempt(
        task.id,
        () => send(task),
        (added) => {
          unanswered.delete(task.id);
          return confirmPlaced(added);
        },
      );
    },
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
      const accept = (task: Task) => {
        unanswered.delete(id);
        notify.success(messages.added);
        return confirmPlaced(task);
      };
      const adding = during(id, () => send({ ...checked.value, id, user_id }), accept, messages.addFailed);
      if (keepsPlace) keepPlace(id, checked.value.task_date);
      return adding;
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
      unanswered.clear();
      savingTitles.clear();
    },
  };
}
