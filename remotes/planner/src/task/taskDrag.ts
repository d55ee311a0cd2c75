import type { Task } from '@space/domain';
import type { DragEvent, PointerEvent } from 'react';
import { board } from '../board/board.ts';

const TYPE = 'application/x-space-task';

/** Ends the hold of the task that was dragged last: a row that leaves the page while it is dragged ends none. */
let letGo = () => {};

/**
 * Lets a row be dragged with a mouse; a finger that rests on it asks for its actions. What is dragged is named by its id;
 * other programs get the title as text.
 */
export function dragProps<Press extends { onPointerDown: (event: PointerEvent<HTMLElement>) => void }>(
  task: Task,
  isDraggable: boolean,
  press: Press,
) {
  return {
    ...press,
    draggable: isDraggable,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.draggable = isDraggable && event.pointerType !== 'touch';
      press.onPointerDown(event);
    },
    onDragStart({ dataTransfer }: DragEvent) {
      dataTransfer.setData(TYPE, task.id);
      dataTransfer.setData('text/plain', task.title);
      dataTransfer.effectAllowed = 'copyMove';
      letGo();
      letGo = board.getState().hold(task.id);
    },
    onDragEnd: () => letGo(),
  };
}

/** Whether a task of ours is being dragged; its id can be read only when it is dropped. */
export function hasTask(transfer: DataTransfer): boolean {
  return transfer.types.includes(TYPE);
}

export function droppedTaskId(transfer: DataTransfer): string | null {
  return transfer.getData(TYPE) || null;
}
