import { failureKind, type NewTask } from '@space/domain';

/** The most tasks that the server takes with one request. */
export const BATCH_SIZE = 100;
const TOO_MANY_REQUESTS = 429;
/** How long to wait after a 429 response, in milliseconds. */
export const RETRY_DELAY = 10_000;

interface SendOptions {
  add: (task: NewTask) => Promise<unknown>;
  addMany: (tasks: readonly NewTask[]) => Promise<unknown>;
  /** Called before each request. If it returns false, nothing further is sent. */
  shouldContinue: () => boolean;
  onAdded: (tasks: readonly NewTask[]) => void;
  onRefused: (task: NewTask, error: unknown) => void;
  /** The server has answered 429 (too many requests). */
  onPause: () => void;
  wait: (milliseconds: number) => Promise<void>;
}

const statusOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;

export const isTooMany = (error: unknown): boolean => statusOf(error) === TOO_MANY_REQUESTS;

export function isRefusal(error: unknown): boolean {
  const status = statusOf(error);
  const isOther = typeof status === 'number' && (status >= 500 || isTooMany(error));
  return failureKind(error) === 'rejected' && !isOther;
}

/**
 * Sends tasks in their order, because a day keeps the order in which its tasks were created (rule task-order): a hundred with
 * one request. If one of them is refused, the server adds none of the hundred, and each is sent by itself: a refused task does
 * not stop the others. Returns the failure that has stopped them (no network, a lost session), or null.
 */
export async function sendTasks(tasks: readonly NewTask[], options: SendOptions): Promise<unknown> {
  const { add, addMany, shouldContinue, onAdded, onRefused, onPause, wait } = options;
  let failure: unknown = null;

  /** Returns the error with which the server has refused the request; null if it has not. */
  async function send(request: () => Promise<unknown>, sent: readonly NewTask[]): Promise<unknown> {
    while (failure === null && shouldContinue()) {
      try {
        await request();
        onAdded(sent);
        return null;
      } catch (error) {
        if (isRefusal(error)) return error;
        if (isTooMany(error)) {
          onPause();
          await wait(RETRY_DELAY);
        } else failure = error;
      }
    }
    return null;
  }

  for (let start = 0; start < tasks.length; start += BATCH_SIZE) {
    const batch = tasks.slice(start, start + BATCH_SIZE);
    if ((await send(() => addMany(batch), batch)) === null) continue;
    for (const task of batch) {
      const refusal = await send(() => add(task), [task]);
      if (refusal !== null) onRefused(task, refusal);
    }
  }
  return failure;
}
