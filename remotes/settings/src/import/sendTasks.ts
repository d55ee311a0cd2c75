import { failureKind, type NewTask } from '@space/domain';

/** How many requests are under way at once. */
const LANES = 4;
/** How long a server that is asked too often is left alone. */
const PAUSE = 10_000;

interface SendOptions {
  add: (task: NewTask) => Promise<unknown>;
  /** False ends the sending: nothing further is sent. */
  isWanted: () => boolean;
  onAdded: (task: NewTask) => void;
  onRefused: (task: NewTask, error: unknown) => void;
  /** The server has asked to wait. */
  onPause: () => void;
  wait: (milliseconds: number) => Promise<void>;
}

const statusOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;

function isRefusal(error: unknown): boolean {
  const status = statusOf(error);
  return failureKind(error) === 'rejected' && !(typeof status === 'number' && status >= 500);
}

function byDay(tasks: readonly NewTask[]): NewTask[][] {
  const days = new Map<string, NewTask[]>();
  for (const task of tasks) {
    const day = days.get(task.task_date);
    if (day) day.push(task);
    else days.set(task.task_date, [task]);
  }
  return [...days.values()];
}

/**
 * Sends tasks: several days at once, and those of a day one after another, because a day keeps the order in which its tasks
 * were made (rule task-order). A task that is refused does not end it. Returns the failure that does (no network, a lost
 * session), or null.
 */
export async function sendTasks(tasks: readonly NewTask[], options: SendOptions): Promise<unknown> {
  const { add, isWanted, onAdded, onRefused, onPause, wait } = options;
  const days = byDay(tasks);
  let failure: unknown = null;
  const goesOn = () => failure === null && isWanted();

  async function send(task: NewTask): Promise<void> {
    while (goesOn()) {
      try {
        await add(task);
        return onAdded(task);
      } catch (error) {
        if (statusOf(error) === 429) {
          onPause();
          await wait(PAUSE);
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

  await Promise.all(Array.from({ length: LANES }, sendDays));
  return failure;
}
