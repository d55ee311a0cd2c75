import { tasks as messages } from './messages.ts';

/** The notice for tasks that were moved together: that of a single task, or their number. */
export function countMoved(count: number): string {
  return count === 1 ? messages.moved : `${count} tasks moved`;
}

/** The notice for tasks that could not all be moved, without the reason. */
export function countNotMoved(failed: number, count: number): string {
  return count === 1 ? messages.moveFailed : `${messages.moveFailed}. ${failed} of ${count} were not moved.`;
}

/** The notice for an undo that has left some tasks as they are, without the reason. */
export function countNotUndone(failed: number, count: number): string {
  return count === 1
    ? messages.undoFailed
    : `${messages.undoFailed}. ${failed} of ${count} tasks stay as they are.`;
}

/** The notice for tasks that were added together. */
export function countAdded(count: number): string {
  return count === 1 ? messages.added : `${count} tasks added!`;
}
