import {
  MESSAGES,
  emojiSchema,
  failureKind,
  newTaskInputSchema,
  titleSchema,
  validate,
  withReason,
} from '@space/domain';
import type { DayKey, NewTask, NewTaskInput, Task, TaskChange } from '@space/domain';
import type { BoardContext, BoardState, Outcome } from './boardTypes.ts';
import { mayBeOutdated } from './failure.ts';
import { findTask, withTask, withoutTasks } from './tasksByDay.ts';

const { tasks: messages } = MESSAGES;

/** What an answer makes of the board. */
type Settled = (state: BoardState) => Partial<BoardState>;

function without<Value>(record: Readonly<Record<string, Value>>, id: string): Record<string, Value> {
  const { [id]: _, ...others } = record;
  return others;
}

/** Changing: state follows only after the server said yes (D-17); until then the task is marked busy. */
export function createChanging(
  { tasks, notify, getUserId, afterPaint, store, log, failures }: BoardContext,
  refresh: () => Promise<void>,
) {
  /** What was sent for a task whose insert got no usable answer: it may or may not exist (D-19). */
  const unanswered = new Map<string, NewTask>();

  /** Confirms what the server has said of a task. */
  function confirm(task: Task): Settled {
    log.record(task.id, task);
    return ({ byDay }) => ({ byDay: withTask(byDay, task) });
  }

  const placedAt =
    (id: string, day: DayKey): Settled =>
    ({ placed }) => ({ placed: { ...placed, [id]: day } });

  /** Confirms a task that somebody has put on its day: shown in the frame that counts it, folded or not. */
  function confirmPlaced(task: Task): Settled {
    const confirmed = confirm(task);
    const placed = placedAt(task.id, task.task_date);
    return (state) => ({ ...confirmed(state), ...placed(state) });
  }

  function setBusy(id: string): void {
    store.setState(({ busy }) => ({ busy: { ...busy, [id]: true } }));
  }

  /** Ends a call, and says what came of it in the same breath: each change of the board is looked at by all who read it. */
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

  /** Keeps a place for a task that is being sent, in the frame after the first feedback (`awaitedOn`). */
  function keepPlace(id: string, day: DayKey): void {
    afterPaint(() => {
      if (store.getState().busy[id]) store.setState(placedAt(id, day));
    });
  }

  /** Runs one call for a task at a time: presses on a busy task are ignored. */
  async function during<T>(
    id: string,
    call: () => Promise<T>,
    accept: (answer: T) => Settled,
    failed: string,
  ): Promise<Outcome> {
    const askedAt = log.now();
    if (store.getState().busy[id]) return { ok: false, message: failed };
    setBusy(id);
    try {
      const answer = await call();
      if (!log.isFromBefore(askedAt)) setDone(id, accept(answer));
      return { ok: true };
    } catch (error) {
      const message = failures.messageOf(error, failed);
      if (log.isFromBefore(askedAt)) {
        failures.tellIfLost(error, failed);
        return { ok: false, message };
      }
      setDone(id);
      // The task may be deleted or changed elsewhere (D-18): look again.
      if (mayBeOutdated(error)) void refresh();
      return refuse(message);
    }
  }

  function change(task: Task, to: TaskChange, failed: string): Promise<Outcome> {
    return during(task.id, () => tasks.update(task.id, to), confirm, failed);
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
    toggle: (task: Task) => change(task, { completed: !task.completed }, messages.updateFailed),
    star: (task: Task) => change(task, { starred: !task.starred }, messages.updateFailed),
    pin: (task: Task) => change(task, { pinned: !task.pinned }, messages.updateFailed),
    async changeEmoji(task: Task, emoji: string | null): Promise<Outcome> {
      const checked = validate(emojiSchema, emoji);
      return checked.ok
        ? change(task, { emoji: checked.value }, messages.emojiFailed)
        : refuse(checked.message);
    },
    async rename(task: Task, title: string): Promise<Outcome> {
      const checked = validate(titleSchema, title);
      return checked.ok
        ? change(task, { title: checked.value }, messages.updateFailed)
        : refuse(checked.message);
    },
    async move(task: Task, day: DayKey): Promise<Outcome> {
      if (day === task.task_date) return { ok: true };
      const call = () => tasks.update(task.id, { task_date: day });
      const moved = await during(task.id, call, confirmPlaced, messages.moveFailed);
      if (moved.ok) notify.success(messages.moved);
      return moved;
    },
    remove(task: Task): Promise<Outcome> {
      const accept = () => {
        log.record(task.id, null);
        notify.success(messages.deleted, {
          action: { label: messages.undo, onSelect: () => void restore(task) },
        });
        return ({ byDay }: BoardState) => ({ byDay: withoutTasks(byDay, new Set([task.id])) });
      };
      return during(task.id, () => tasks.remove(task.id), accept, messages.deleteFailed);
    },
    forget(): void {
      unanswered.clear();
    },
  };
}
