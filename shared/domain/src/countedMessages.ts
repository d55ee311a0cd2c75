import { tasks as messages } from './messages.ts';

// The notices for several tasks at once, without the reason.

export function countMoved(count: number): string {
  return count === 1 ? messages.moved : `${count} tasks moved`;
}

export function countNotMoved(failed: number, count: number): string {
  return count === 1 ? messages.moveFailed : `${messages.moveFailed}. ${failed} of ${count} were not moved.`;
}

export function countNotUndone(failed: number, count: number): string {
  return count === 1
    ? messages.undoFailed
    : `${messages.undoFailed}. ${failed} of ${count} tasks stay as they are.`;
}

export function countAdded(count: number): string {
  return count === 1 ? messages.added : `${count} tasks added!`;
}
