import { failureKind, type DayKey, type NewTask, type Task } from '@space/domain';
import type { TaskSource } from './boardTypes.ts';
import type { ChangeLog } from './changeLog.ts';
import { gotNoResponse, isRefusal } from './failures.ts';

/** The fields of a sent task that can be corrected before it is sent again. */
export type Sent = Pick<NewTask, 'title' | 'emoji'>;

/**
 * Creates the sender of new tasks, which creates each once, whatever happens to the responses (rule add-once): a task that
 * was sent without a usable response may exist already, and is then corrected instead of created twice.
 */
export function createSending(tasks: TaskSource, log: ChangeLog) {
  const unanswered = new Map<string, Sent>();
  /** For each day, when the task that was sent to it last has been answered, and its failure. */
  const lastSent = new Map<DayKey, Promise<unknown>>();

  async function correct(id: string, { title, emoji }: Sent): Promise<Task | null> {
    try {
      return await tasks.update(id, { title, emoji });
    } catch (error) {
      if (failureKind(error) === 'rejected') return null;
      throw error;
    }
  }

  /** A task that may exist may be refused as a duplicate, with the text of an earlier attempt: then it is corrected. */
  async function add(task: NewTask, mayExist: boolean): Promise<Task> {
    try {
      return await tasks.add(task);
    } catch (error) {
      const existing = mayExist && isRefusal(error) ? await correct(task.id, task) : null;
      if (existing) return existing;
      throw error;
    }
  }

  async function sendOnce(task: NewTask, sentBefore: Sent | null): Promise<Task> {
    const { id, title, emoji } = task;
    const previous = unanswered.get(id) ?? sentBefore;
    unanswered.set(id, { title, emoji });
    const hasChanged = previous !== null && (previous.title !== title || previous.emoji !== emoji);
    const sent = (hasChanged ? await correct(id, task) : null) ?? (await add(task, previous !== null));
    unanswered.delete(id);
    return sent;
  }

  return {
    /**
     * Takes the task and what was sent of it on an earlier visit, if anything; throws what the repository throws. The tasks
     * of a day are sent one after the other, because a day keeps the order in which they were created. After a sign-out the
     * remaining ones are not sent; if one gets no response, they fail at once as it did, and can be stored.
     */
    async send(task: NewTask, sentBefore: Sent | null = null): Promise<Task> {
      const { task_date } = task;
      const calledAt = log.now();
      const before = lastSent.get(task_date);
      let endTurn: (failure: unknown) => void = () => {};
      let failure: unknown = null;
      const turn = new Promise<unknown>((resolve) => {
        endTurn = resolve;
      });
      lastSent.set(task_date, turn);
      try {
        const failedBefore = before ? await before : null;
        if (log.isStale(calledAt)) throw new Error('The user has signed out');
        if (gotNoResponse(failedBefore, true)) throw failedBefore;
        return await sendOnce(task, sentBefore);
      } catch (error) {
        failure = error;
        throw error;
      } finally {
        endTurn(failure);
        if (lastSent.get(task_date) === turn) lastSent.delete(task_date);
      }
    },
    forget(): void {
      unanswered.clear();
      lastSent.clear();
    },
  };
}
