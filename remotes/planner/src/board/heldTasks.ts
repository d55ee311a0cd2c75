import type { Change } from './changeLog.ts';
import { findTask, type TasksByDay } from './tasksByDay.ts';

/**
 * Creates the set of tasks that the user is editing or dragging. A response leaves such a task as it is shown, whatever
 * another device has done to it (rule live-update).
 */
export function createHeldTasks() {
  const held = new Set<string>();
  let hasWithheld = false;
  return {
    hold: (id: string): void => void held.add(id),
    /** Returns whether a response was withheld from a held task: then the server has to be checked again. */
    release(id: string): boolean {
      held.delete(id);
      const wasWithheld = hasWithheld;
      if (held.size === 0) hasWithheld = false;
      return wasWithheld;
    },
    /** Returns the held tasks as changes that are newer than any response. */
    changes(byDay: TasksByDay): Change[] {
      hasWithheld ||= held.size > 0;
      return [...held].flatMap((id) => {
        const task = findTask(byDay, id);
        return task ? { id, at: Infinity, task } : [];
      });
    },
    clear(): void {
      held.clear();
      hasWithheld = false;
    },
  };
}

export type HeldTasks = ReturnType<typeof createHeldTasks>;
