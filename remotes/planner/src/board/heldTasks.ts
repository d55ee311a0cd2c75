import type { Change } from './changeLog.ts';
import { findTask, type TasksByDay } from './tasksByDay.ts';

/**
 * Tasks that a person has in hand: their title is being edited, or they are being dragged. An answer leaves such a task as it
 * is shown, whatever another device has done to it (rule live-update).
 */
export function createHeldTasks() {
  const held = new Set<string>();
  let hasWithheld = false;
  return {
    hold: (id: string): void => void held.add(id),
    /** Returns whether an answer has met it, or another one, in hand: then the server has to be asked again. */
    release(id: string): boolean {
      held.delete(id);
      const wasWithheld = hasWithheld;
      if (held.size === 0) hasWithheld = false;
      return wasWithheld;
    },
    /** What is in hand, as changes that no answer is younger than. */
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
