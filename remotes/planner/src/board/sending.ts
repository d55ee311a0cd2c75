import { failureKind, type NewTask, type Task } from '@space/domain';
import type { TaskSource } from './boardTypes.ts';
import { isRefusal } from './failures.ts';

/** What of a task can be corrected before it is sent again. */
export type Sent = Pick<NewTask, 'title' | 'emoji'>;

/**
 * Sends new tasks, each once whatever becomes of the answers (rule add-once): what was sent without a usable answer may
 * exist already, and is then corrected instead of made twice.
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

  /** What may exist may be refused for that alone: with the words of an attempt before the last one. */
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
    async send(task: NewTask, before: Sent | null = null): Promise<Task> {
      const { id, title, emoji } = task;
      const earlier = unanswered.get(id) ?? before;
      unanswered.set(id, { title, emoji });
      const isOther = earlier !== null && (earlier.title !== title || earlier.emoji !== emoji);
      const sent = (isOther ? await correct(id, task) : null) ?? (await add(task, earlier !== null));
      unanswered.delete(id);
      return sent;
    },
    forget: (): void => unanswered.clear(),
  };
}
