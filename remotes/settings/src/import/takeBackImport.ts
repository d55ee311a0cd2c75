import { MESSAGES, countNotUndone, failureKind, withReason, type NewTask, type Task } from '@space/domain';
import { notify, tasks } from '@space/platform';
import { reportFailure } from '../failure.ts';

/** The most tasks that the server takes with one request. */
export const BATCH_SIZE = 100;
/** How long to wait after a 429 response, in milliseconds. */
const RETRY_DELAY = 10_000;

export const pause = () => new Promise<void>((resolve) => setTimeout(resolve, RETRY_DELAY));

const statusOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;

export const isTooMany = (error: unknown): boolean => statusOf(error) === 429;

export function isRefusal(error: unknown): boolean {
  const status = statusOf(error);
  return (
    failureKind(error) === 'rejected' && status !== 429 && !(typeof status === 'number' && status >= 500)
  );
}

/** Whether a task is still as the import has added it. */
function isUnchanged(task: NewTask, row: Task): boolean {
  const { title, emoji, task_date, completed = false, starred = false, pinned = false } = task;
  const added = { title, emoji, task_date, completed, starred, pinned };
  return Object.entries(added).every(([name, value]) => Reflect.get(row, name) === value);
}

/**
 * Creates the step that takes back an import: it deletes the added tasks that are unchanged since, a hundred with one
 * request. The step returns whether it is over; what a missing network has left is deleted the next time.
 */
export function takeBack(added: readonly NewTask[], isSignedIn: () => boolean): () => Promise<boolean> {
  let left = added;
  return async () => {
    const count = left.length;
    try {
      const rows = new Map((await tasks.listAll()).map((row) => [row.id, row]));
      const present = left.filter(({ id }) => rows.has(id)).length;
      left = left.filter((task) => {
        const row = rows.get(task.id);
        return row !== undefined && isUnchanged(task, row);
      });
      const changed = present - left.length;
      while (left.length > 0 && isSignedIn()) {
        try {
          await tasks.removeMany(left.slice(0, BATCH_SIZE).map(({ id }) => id));
          left = left.slice(BATCH_SIZE);
        } catch (error) {
          if (!isTooMany(error)) throw error;
          await pause();
        }
      }
      if (!isSignedIn()) return true;
      if (changed === 0) notify.success(MESSAGES.tasks.undone);
      else notify.error(withReason(countNotUndone(changed, count), MESSAGES.tasks.changedElsewhere));
      return true;
    } catch (error) {
      reportFailure(countNotUndone(left.length, count), error, isSignedIn());
      return isRefusal(error);
    }
  };
}
