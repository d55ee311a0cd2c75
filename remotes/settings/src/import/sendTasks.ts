import { failureKind, type NewTask } from '@space/domain';

/** How many requests run at the same time. */
const CONCURRENCY = 4;
/** How long to wait after a 429 response, in milliseconds. */
const RETRY_DELAY = 10_000;

interface SendOptions {
  add: (task: NewTask) => Promise<unknown>;
  /** Called before each request. If it returns false, nothing further is sent. */
  shouldContinue: () => boolean;
  onAdded: (task: NewTask) => void;
  onRefused: (task: NewTask, error: unknown) => void;
  /** The server has answered 429 (too many requests). */
  onPause: () => void;
  wait: (milliseconds: number) => Promise<void>;
}

const statusOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;

function isRefusal(error: unknown): boolean {
  const status = statusOf(error);
  return failureKind(error) === 'rejected' && !(typeof status === 'number' && status >= 500);
}

function groupByDay(tasks: readonly NewTask[]): NewTask[][] {
  const days = new Map<string, NewTask[]>();
  for (const task of tasks) {
    const day = days.get(task.task_date);
    if (day) day.push(task);
    else days.set(task.task_date, [task]);
  }
  return [...days.values()];
}

/**
 * Sends tasks: several days in parallel, and the tasks of one day in sequence, because a day keeps the order in which its
 * tasks were created (rule task-order). A refused task does not stop the others. Returns the failure that has stopped them
 * (no network, a lost session), or null.
 */
export async function sendTasks(tasks: readonly NewTask[], options: SendOptions): Promise<unknown> {
  const { add, shouldContinue, onAdded, onRefused, onPause, wait } = options;
  const days = groupByDay(tasks);
  let failure: unknown = null;
  const isRunning = () => failure === null && shouldContinue();

  async function send(task: NewTask): Promise<void> {
    while (isRunning()) {
      try {
        await add(task);
        return onAdded(task);
      } catch (error) {
        if (statusOf(error) === 429) {
          onPause();
          await wait(RETRY_DELAY);
        } else if (isRefusal(error)) {
          return onRefused(task, error);
        } else {
          failure ??= error;
        }
      }
    }
  }

  async function sendDays(): Promise<void> {
    for (let day = days.shift(); day; day = days.shift()) {
      for (const task of day) await send(task);
    }
  }

  await Promise.all(Array.from({ length: CONCURRENCY }, sendDays));
  return failure;
}
