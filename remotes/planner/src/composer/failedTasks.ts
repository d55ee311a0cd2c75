import type { NewTaskInput } from '@space/domain';
import { onSessionEnd } from '@space/platform';
import { createStore } from 'zustand/vanilla';
import { add } from '../board/add.ts';

/** A task as it was sent. */
export interface SentTask extends NewTaskInput {
  id: string;
}

/** A task that could not be added, and why. */
interface FailedTask extends SentTask {
  message: string;
}

/**
 * The tasks that could not be added while their composer was closed or used for another one. They survive
 * navigation to another week or page.
 */
export const failedTasks = createStore<{ tasks: readonly FailedTask[] }>()(() => ({ tasks: [] }));

onSessionEnd(() => failedTasks.setState({ tasks: [] }));

export function keepFailed(task: FailedTask): void {
  failedTasks.setState(({ tasks }) => ({ tasks: [...tasks, task] }));
}

export function discardFailed(id: string): void {
  failedTasks.setState(({ tasks }) => ({ tasks: tasks.filter((task) => task.id !== id) }));
}

/** Sends a task again, with the same id. */
export async function retryFailed(task: SentTask): Promise<void> {
  const saved = await add(task.id, task);
  if (saved.ok) discardFailed(task.id);
  else {
    const { message } = saved;
    failedTasks.setState(({ tasks }) => ({
      tasks: tasks.map((failed) => (failed.id === task.id ? { ...failed, message } : failed)),
    }));
  }
}
