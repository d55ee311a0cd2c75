import { MESSAGES, countNotUndone, failureKind, withReason, type NewTask, type Task } from '@space/domain';
import { notify, tasks } from '@space/platform';
import { reportFailure } from '../failure.ts';

/** The most tasks that the server takes with one request. */
export const BATCH_SIZE = 100;
/** How long to wait after a 429 response, in milliseconds. */
const RETRY_DELAY = 10_000;

export const pause = () => new Promise<void>((resolve) => setTimeout(resolve, RETRY_DELAY));

const statusOf = (error: unknown): number =>
  error instanceof Object && 'status' in error ? Number(error.status) : 400;

export const isTooMany = (error: unknown): boolean => statusOf(error) === 429;
export const isRefusal = (error: unknown): boolean =>
  failureKind(error) === 'rejected' && statusOf(error) < 500 && !isTooMany(error);

/** Whether a task is still as the import has added it. */
function isUnchanged(added: NewTask, row: Task | undefined): boolean {
  return (
    row !== undefined && Object.entries(added).every(([name, value]) => Reflect.get(row, name) === value)
  );
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
      const present = left.filter(({ id }) => rows.has(id));
      left = present.filter((task) => isUnchanged(task, rows.get(task.id)));
      const changed = present.length - left.length;
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
