import {
  MESSAGES,
  emojiSchema,
  failureReason,
  newTaskInputSchema,
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
import { without, type Attempt, type Attempts, type StateUpdate } from './attempts.ts';
import type { BoardContext } from './boardTypes.ts';
import { changedElsewhere, gotNoResponse, isRefusal } from './failures.ts';
import { createSending, type Sent } from './sending.ts';
import { withTask } from './tasksByDay.ts';

const messages = MESSAGES.tasks;

/** Creates the actions on one task. State changes once the server confirms (rule server-first); until then the task is busy. */
export function createChanging(context: BoardContext, attempts: Attempts) {
  const { tasks, notify, isOnline, getUserId, saveForLater, store, log } = context;
  const { attempt, attemptChangeBack, attemptTakeOut, confirm, confirmPlaced, confirmRemoved } = attempts;
  const { recordUndo, refuse, reportFailure, showPending } = attempts;
  /** Title changes that are being saved, by task id. */
  const savingTitles = new Map<string, Promise<Outcome>>();
  const { send, forget: forgetSent } = createSending(tasks, log);

  function acceptAdded(task: Task): StateUpdate {
    notify.success(messages.added);
    return confirmPlaced(task);
  }

  /** Changes a task; `from` is what an undo changes it back to. */
  async function change(
    { id }: Task,
    to: TaskChange,
    from: TaskChange,
    failureMessage: string,
    accept: (task: Task, undo: () => void) => StateUpdate = confirm,
  ): Promise<Outcome> {
    const changing = attempt(
      id,
      () => tasks.update(id, to),
      (task) => accept(task, undo),
    );
    const undo = recordUndo(changing, () => attemptChangeBack(id, from));
    return reportFailure(await changing, failureMessage);
  }

  /** Shows what another device has made of a title, and offers the one that was not saved (rule edit-and-undo). */
  function reportRename(id: string, title: string, result: Attempt): Outcome {
    const theirs = result.ok || !result.isCurrent ? null : changedElsewhere(result.error);
    if (theirs === null) return reportFailure(result, messages.updateFailed);
    store.setState(({ byDay, conflicts }) => ({
      byDay: withTask(byDay, theirs),
      conflicts: { ...conflicts, [id]: title },
    }));
    notify.error(messages.titleConflict);
    return { ok: true };
  }

  const withoutConflict =
    (id: string): StateUpdate =>
    ({ conflicts }) => ({ conflicts: without(conflicts, id) });

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
    const [to, from] = [{ [field]: !task[field] }, { [field]: task[field] }];
    return handlePress(task.id, () => change(task, to, from, messages.updateFailed));
  }

  /** The server restores the same row: its star and pin, and its position in the day. */
  function restore({ id, task_date }: Task): Promise<Attempt> {
    const restoring = attempt(id, () => tasks.restore(id), confirmPlaced);
    showPending(id, task_date);
    return restoring;
  }

  return {
    /** Moves a task without a notice: for several moves that share one notice. */
    attemptMove: (id: string, day: DayKey): Promise<Attempt> =>
      attempt(id, () => tasks.update(id, { task_date: day }), confirmPlaced),
    /** Adds a validated task without a notice: for several additions that share one notice. */
    attemptAdd: (task: NewTask): Promise<Attempt> => attempt(task.id, () => send(task), confirmPlaced),
    /**
     * The caller creates the id, one for each text, so that a retry creates no second task. With a placeholder, everything
     * below moves when the request is sent, and not when the response arrives: by then the pointer may be pressing something
     * there.
     */
    async add(id: string, input: NewTaskInput, { showsPending = false } = {}): Promise<Outcome> {
      const checked = validate(newTaskInputSchema, input);
      if (!checked.ok) return refuse(checked.message);
      const user_id = getUserId();
      if (user_id === null) return refuse(withReason(messages.addFailed, MESSAGES.auth.sessionLost));
      const task = { ...checked.value, id, user_id };
      const adding = attempt(id, () => send(task), acceptAdded);
      recordUndo(adding, () => attemptTakeOut(id));
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
      // Not recorded for Ctrl+Z: no one has pressed anything now.
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
          ? change(task, { emoji: checked.value }, { emoji: task.emoji }, messages.emojiFailed)
          : refuse(checked.message);
      });
    },
    async rename(task: Task, title: string): Promise<Outcome> {
      const checked = validate(titleSchema, title);
      if (!checked.ok) return refuse(checked.message);
      const { id, title: before } = task;
      const after = checked.value;
      const renaming = attempt(
        id,
        () => tasks.update(id, { title: after }, { title: before }),
        (renamed) => {
          const confirmed = confirm(renamed);
          return (state) => ({ ...confirmed(state), ...withoutConflict(id)(state) });
        },
      );
      recordUndo(renaming, () => attemptChangeBack(id, { title: before }));
      const saving = renaming.then((result) => reportRename(id, after, result));
      savingTitles.set(task.id, saving);
      const outcome = await saving;
      if (savingTitles.get(task.id) === saving) savingTitles.delete(task.id);
      return outcome;
    },
    /** Drops the title that was not saved because another device had changed it. */
    keepTheirs: ({ id }: Task): void => store.setState(withoutConflict(id)),
    async move(task: Task, day: DayKey): Promise<void> {
      if (day === task.task_date) return;
      const accept = (moved: Task, undo: () => void) => {
        notify.success(messages.moved, { action: { label: messages.undo, onSelect: undo } });
        return confirmPlaced(moved);
      };
      const from = { task_date: task.task_date };
      await handlePress(task.id, () => change(task, { task_date: day }, from, messages.moveFailed, accept));
    },
    remove(task: Task): Promise<boolean> {
      return handlePress(task.id, async () => {
        const removing = attempt(
          task.id,
          () => tasks.remove(task.id),
          () => {
            notify.success(messages.deleted, { action: { label: messages.undo, onSelect: undo } });
            return confirmRemoved(task.id);
          },
        );
        const undo = recordUndo(removing, () => restore(task), messages.restored);
        return reportFailure(await removing, messages.deleteFailed);
      });
    },
    forget(): void {
      forgetSent();
      savingTitles.clear();
    },
  };
}
