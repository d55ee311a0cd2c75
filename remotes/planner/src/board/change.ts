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
  confirmUnfolded,
  confirmRemoved,
  perform,
  refuse,
  reportFailure,
  request,
  showPending,
  without,
  type Action,
  type Failed,
} from './request.ts';
import { findTask, withTask } from './tasksByDay.ts';

const messages = MESSAGES.tasks;

const savingTitles = new Map<string, Promise<Outcome>>();

/** Makes the change of a press. One on a busy task is ignored, except the press that leaves the title's field: it waits. */
async function press<Item extends UndoneTask>(task: Item, action: Action<Item>): Promise<void> {
  const pressedAt = now();
  const saving = savingTitles.get(task.id);
  if (saving) {
    savingTitles.delete(task.id);
    await saving;
  }
  if (!isOutdated(pressedAt) && !board.getState().busy[task.id]) await perform([task], action);
}

const setTo = (task: Task, to: TaskChange, from: TaskChange, sentence: string): Promise<void> =>
  press(task, {
    send: ({ id }) => request(id, () => tasks.update(id, to), confirm),
    takeBack: ({ id }) => changeBack(id, from),
    failed: () => sentence,
  });

const toggleField = (field: 'completed' | 'starred' | 'pinned') => (task: Task) =>
  setTo(task, { [field]: !task[field] }, { [field]: task[field] }, messages.updateFailed);

export const toggle = toggleField('completed');
export const star = toggleField('starred');
export const pin = toggleField('pinned');

export const changeEmoji = (task: Task, emoji: string | null): Promise<void> =>
  setTo(task, { emoji }, { emoji: task.emoji }, messages.emojiFailed);

const moveTo = (day: DayKey): Action<UndoneTask> => ({
  send: ({ id }) => request(id, () => tasks.update(id, { task_date: day }), confirmUnfolded),
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

export const remove = (task: Task): Promise<void> =>
  press(task, {
    send: ({ id }) => request(id, () => tasks.remove(id), confirmRemoved(id)),
    // The server restores the same row: its star and pin, and its position in the day.
    takeBack(task) {
      const restoring = request(task.id, () => tasks.restore(task.id), confirmUnfolded);
      showPending(task);
      return restoring;
    },
    failed: () => messages.deleteFailed,
    done: () => messages.deleted,
    undone: () => messages.restored,
  });

/** If another device has changed the title meanwhile, shows theirs, and offers the one that was not saved. */
function reportRename(id: string, title: string, failure: Failed | undefined): Outcome {
  const error = failure?.error;
  const isConflict = failure?.isCurrent && error instanceof Error && Reflect.get(error, 'code') === 'changed';
  if (!isConflict) return reportFailure(failure, messages.updateFailed);
  const theirs = taskSchema.parse(error.cause);
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
  const accept = (renamed: Task): Update => {
    const confirmed = confirm(renamed);
    return (state) => ({ ...confirmed(state), ...withoutConflict(id)(state) });
  };
  const saving = perform([id], {
    send: () => request(id, () => tasks.update(id, { title }, { title: before }), accept),
    takeBack: () => changeBack(id, { title: before }),
  }).then(({ failure }) => reportRename(id, title, failure));
  savingTitles.set(id, saving);
  const outcome = await saving;
  if (savingTitles.get(id) === saving) savingTitles.delete(id);
  return outcome;
}

export const keepTheirs = ({ id }: Task): void => board.setState(withoutConflict(id));
