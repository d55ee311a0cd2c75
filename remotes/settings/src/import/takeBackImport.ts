import {
  MESSAGES,
  countNotUndone,
  notifyFailure,
  withReason,
  type FailureServices,
  type NewTask,
  type Task,
} from '@space/domain';
import type { notify, tasks } from '@space/platform';
import { BATCH_SIZE, RETRY_DELAY, isRefusal, isTooMany } from './sendTasks.ts';

interface UndoServices extends FailureServices {
  tasks: Pick<typeof tasks, 'listAll' | 'removeMany'>;
  notify: typeof notify;
  wait: (milliseconds: number) => Promise<void>;
}

/** Whether a task is still as the import has added it. */
function isUnchanged(task: NewTask, row: Task): boolean {
  const { title, emoji, task_date, completed = false, starred = false, pinned = false } = task;
  const added = { title, emoji, task_date, completed, starred, pinned };
  return Object.entries(added).every(([name, value]) => Reflect.get(row, name) === value);
}

/**
 * Creates the step that takes back an import: it deletes the added tasks that are unchanged since, a hundred with one
 * request. Takes the services, the tasks, and whether their user is still signed in. The step returns whether it is over;
 * what a missing network has left is deleted the next time.
 */
export function createImportUndo(
  services: UndoServices,
  added: readonly NewTask[],
  isSignedIn: () => boolean,
): () => Promise<boolean> {
  const { tasks, notify, wait } = services;
  let left = added;

  async function removeLeft(): Promise<void> {
    while (left.length > 0 && isSignedIn()) {
      try {
        await tasks.removeMany(left.slice(0, BATCH_SIZE).map(({ id }) => id));
        left = left.slice(BATCH_SIZE);
      } catch (error) {
        if (!isTooMany(error)) throw error;
        await wait(RETRY_DELAY);
      }
    }
  }

  return async () => {
    const count = left.length;
    try {
      const rows = new Map((await tasks.listAll()).map((row) => [row.id, row]));
      const present = left.flatMap((task) => rows.get(task.id) ?? []).length;
      left = left.filter((task) => {
        const row = rows.get(task.id);
        return row !== undefined && isUnchanged(task, row);
      });
      const changed = present - left.length;
      await removeLeft();
      if (!isSignedIn()) return true;
      if (changed === 0) notify.success(MESSAGES.tasks.undone);
      else notify.error(withReason(countNotUndone(changed, count), MESSAGES.tasks.changedElsewhere));
      return true;
    } catch (error) {
      notifyFailure(services, countNotUndone(left.length, count), error, isSignedIn());
      return isRefusal(error);
    }
  };
}
