import { failureKind, type NewTask, type Task } from '@space/domain';
import type { TaskSource } from './boardTypes.ts';
import { isRefusal } from './failures.ts';

/** The fields of a sent task that can be corrected before it is sent again. */
export type Sent = Pick<NewTask, 'title' | 'emoji'>;

/**
 * Creates the sender of new tasks, which creates each once, whatever happens to the responses (rule add-once): a task that
 * was sent without a usable response may exist already, and is then corrected instead of created twice.
 */
export function createSending(tasks: TaskSource) {
  const unanswered = new Map<string, Sent>();

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

  return {
    /** Takes the task and what was sent of it on an earlier visit, if anything; throws what the repository throws. */
    async send(task: NewTask, sentBefore: Sent | null = null): Promise<Task> {
      const { id, title, emoji } = task;
      const previous = unanswered.get(id) ?? sentBefore;
      unanswered.set(id, { title, emoji });
      const hasChanged = previous !== null && (previous.title !== title || previous.emoji !== emoji);
      const sent = (hasChanged ? await correct(id, task) : null) ?? (await add(task, previous !== null));
      unanswered.delete(id);
      return sent;
    },
    forget: (): void => unanswered.clear(),
  };
}
