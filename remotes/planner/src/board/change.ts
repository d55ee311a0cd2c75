import {
  MESSAGES,
  countMoved,
  countNotMoved,
  taskSchema,
  titleSchema,
  validate,
  type DayKey,
  type Outcome,
  type Task,
  type TaskChange,
  type UndoneTask,
} from '@space/domain';
import { notify, tasks } from '@space/platform';
import { board, isOutdated, now, type Update } from './board.ts';
import {
  changeBack,
  confirm,
  confirmPlaced,
  confirmRemoved,
  perform,
  recordUndo,
  refuse,
  reportFailure,
  request,
  showPending,
  without,
  type Action,
  type Result,
} from './request.ts';
import { findTask, withTask } from './tasksByDay.ts';

const messages = MESSAGES.tasks;

const savingTitles = new Map<string, Promise<Outcome>>();

/**
 * Makes the change of a press; returns whether it succeeded. A press on a busy task is ignored, except the one that leaves
 * the title's field: it waits until the title is saved.
 */
async function press<Item extends UndoneTask>(task: Item, action: Action<Item>): Promise<boolean> {
  const pressedAt = now();
  const saving = savingTitles.get(task.id);
  if (saving) {
    savingTitles.delete(task.id);
    await saving;
  }
  if (isOutdated(pressedAt) || board.getState().busy[task.id]) return false;
  return (await perform([task], action)).ok;
}

function set(task: Task, to: TaskChange, from: TaskChange, sentence: string): Promise<boolean> {
  return press(task, {
    send: ({ id }) => request(id, () => tasks.update(id, to), confirm),
    takeBack: ({ id }) => changeBack(id, from),
    failed: () => sentence,
  });
}

function toggleField(task: Task, field: 'completed' | 'starred' | 'pinned'): Promise<boolean> {
  return set(task, { [field]: !task[field] }, { [field]: task[field] }, messages.updateFailed);
}

export const toggle = (task: Task): Promise<boolean> => toggleField(task, 'completed');
export const star = (task: Task): Promise<boolean> => toggleField(task, 'starred');
export const pin = (task: Task): Promise<boolean> => toggleField(task, 'pinned');

export const changeEmoji = (task: Task, emoji: string | null): Promise<boolean> =>
  set(task, { emoji }, { emoji: task.emoji }, messages.emojiFailed);

const moveTo = (day: DayKey): Action<UndoneTask> => ({
  send: ({ id }) => request(id, () => tasks.update(id, { task_date: day }), confirmPlaced),
  takeBack: ({ id, task_date }) => changeBack(id, { task_date }),
  failed: countNotMoved,
  done: countMoved,
});

export async function move(task: UndoneTask, day: DayKey): Promise<void> {
  if (day !== task.task_date) await press(task, moveTo(day));
}

/** For drag and drop, which carries only the id. A task that is not on this board is not moved. */
export async function moveById(id: string, day: DayKey): Promise<void> {
  const task = findTask(board.getState().byDay, id);
  if (task) await move(task, day);
}

export async function moveAll(undone: readonly UndoneTask[], day: DayKey): Promise<void> {
  await perform(undone, { ...moveTo(day), undone: countMoved, notUndone: countNotMoved });
}

export const remove = (task: Task): Promise<boolean> =>
  press(task, {
    send: ({ id }) =>
      request(
        id,
        () => tasks.remove(id),
        () => confirmRemoved(id),
      ),
    // The server restores the same row: its star and pin, and its position in the day.
    takeBack({ id, task_date }) {
      const restoring = request(id, () => tasks.restore(id), confirmPlaced);
      showPending(id, task_date);
      return restoring;
    },
    failed: () => messages.deleteFailed,
    done: () => messages.deleted,
    undone: () => messages.restored,
  });

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
  recordUndo(
    renaming.then(({ ok }) => ({ done: ok ? [id] : [] })),
    () => changeBack(id, { title: before }),
  );
  const saving = renaming.then((result) => reportRename(id, title, result));
  savingTitles.set(id, saving);
  const outcome = await saving;
  if (savingTitles.get(id) === saving) savingTitles.delete(id);
  return outcome;
}

export const keepTheirs = ({ id }: Task): void => board.setState(withoutConflict(id));
