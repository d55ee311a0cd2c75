import {
  MESSAGES,
  emojiSchema,
  taskSchema,
  titleSchema,
  validate,
  type DayKey,
  type Outcome,
  type Task,
  type TaskChange,
} from '@space/domain';
import { notify, onSessionEnd, tasks } from '@space/platform';
import { board, isOutdated, now, type Update } from './board.ts';
import {
  changeBack,
  confirm,
  confirmPlaced,
  confirmRemoved,
  notifySuccess,
  recordUndo,
  refuse,
  reportFailure,
  request,
  showPending,
  without,
  type Result,
} from './request.ts';
import { findTask, withTask } from './tasksByDay.ts';

const messages = MESSAGES.tasks;

const savingTitles = new Map<string, Promise<Outcome>>();
onSessionEnd(() => savingTitles.clear());

async function change(
  { id }: Task,
  to: TaskChange,
  from: TaskChange,
  failureMessage: string,
  accept: (task: Task, undo: () => void) => Update = confirm,
): Promise<Outcome> {
  const changing = request(
    id,
    () => tasks.update(id, to),
    (task) => accept(task, undo),
  );
  const undo = recordUndo(changing, () => changeBack(id, from));
  return reportFailure(await changing, failureMessage);
}

/**
 * Runs the action of a press; returns whether it succeeded. A press on a busy task is ignored, except the one that leaves
 * the title's field: it waits until the title is saved.
 */
async function handlePress(id: string, action: () => Promise<Outcome>): Promise<boolean> {
  const pressedAt = now();
  const saving = savingTitles.get(id);
  if (saving) {
    savingTitles.delete(id);
    await saving;
  }
  if (isOutdated(pressedAt) || board.getState().busy[id]) return false;
  return (await action()).ok;
}

function toggleField(task: Task, field: 'completed' | 'starred' | 'pinned'): Promise<boolean> {
  const [to, from] = [{ [field]: !task[field] }, { [field]: task[field] }];
  return handlePress(task.id, () => change(task, to, from, messages.updateFailed));
}

export const toggle = (task: Task): Promise<boolean> => toggleField(task, 'completed');
export const star = (task: Task): Promise<boolean> => toggleField(task, 'starred');
export const pin = (task: Task): Promise<boolean> => toggleField(task, 'pinned');

export function changeEmoji(task: Task, emoji: string | null): Promise<boolean> {
  return handlePress(task.id, async () => {
    const checked = validate(emojiSchema, emoji);
    return checked.ok
      ? change(task, { emoji: checked.value }, { emoji: task.emoji }, messages.emojiFailed)
      : refuse(checked.message);
  });
}

/** The task as another device has left it, if a change was refused because of that; otherwise null. */
function changedElsewhere(result: Result): Task | null {
  if (result.ok || !result.isCurrent || !(result.error instanceof Error)) return null;
  const { cause } = result.error;
  return 'code' in result.error && result.error.code === 'changed' ? taskSchema.parse(cause) : null;
}

/** Shows what another device has made of a title, and offers the one that was not saved. */
function reportRename(id: string, title: string, result: Result): Outcome {
  const theirs = changedElsewhere(result);
  if (theirs === null) return reportFailure(result, messages.updateFailed);
  board.setState(({ byDay, conflicts }) => ({
    byDay: withTask(byDay, theirs),
    conflicts: { ...conflicts, [id]: title },
  }));
  notify.error(messages.titleConflict);
  return { ok: true };
}

const withoutConflict =
  (id: string): Update =>
  ({ conflicts }) => ({ conflicts: without(conflicts, id) });

export async function rename({ id, title: before }: Task, text: string): Promise<Outcome> {
  const checked = validate(titleSchema, text);
  if (!checked.ok) return refuse(checked.message);
  const title = checked.value;
  const renaming = request(
    id,
    () => tasks.update(id, { title }, { title: before }),
    (renamed) => {
      const confirmed = confirm(renamed);
      return (state) => ({ ...confirmed(state), ...withoutConflict(id)(state) });
    },
  );
  recordUndo(renaming, () => changeBack(id, { title: before }));
  const saving = renaming.then((result) => reportRename(id, title, result));
  savingTitles.set(id, saving);
  const outcome = await saving;
  if (savingTitles.get(id) === saving) savingTitles.delete(id);
  return outcome;
}

export const keepTheirs = ({ id }: Task): void => board.setState(withoutConflict(id));

export async function move(task: Task, day: DayKey): Promise<void> {
  if (day === task.task_date) return;
  const accept = (moved: Task, undo: () => void) => {
    notifySuccess(messages.moved, { action: { label: messages.undo, onSelect: undo } });
    return confirmPlaced(moved);
  };
  const from = { task_date: task.task_date };
  await handlePress(task.id, () => change(task, { task_date: day }, from, messages.moveFailed, accept));
}

/** For drag and drop, which carries only the id. A task that is not on this board is not moved. */
export async function moveById(id: string, day: DayKey): Promise<void> {
  const task = findTask(board.getState().byDay, id);
  if (task) await move(task, day);
}

/** The server restores the same row: its star and pin, and its position in the day. */
function restore({ id, task_date }: Task): Promise<Result> {
  const restoring = request(id, () => tasks.restore(id), confirmPlaced);
  showPending(id, task_date);
  return restoring;
}

export function remove(task: Task): Promise<boolean> {
  return handlePress(task.id, async () => {
    const removing = request(
      task.id,
      () => tasks.remove(task.id),
      () => {
        notifySuccess(messages.deleted, { action: { label: messages.undo, onSelect: undo } });
        return confirmRemoved(task.id);
      },
    );
    const undo = recordUndo(removing, () => restore(task), messages.restored);
    return reportFailure(await removing, messages.deleteFailed);
  });
}
