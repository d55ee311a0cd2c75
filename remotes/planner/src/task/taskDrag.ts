import type { Task } from '@space/domain';
import type { DragEvent } from 'react';

const TYPE = 'application/x-space-task';

/** Lets a row be dragged. What is dragged is named by its id; other programs get the title as text. */
export function dragProps(task: Task, isDraggable: boolean) {
  return {
    draggable: isDraggable,
    onDragStart({ dataTransfer }: DragEvent) {
      dataTransfer.setData(TYPE, task.id);
      dataTransfer.setData('text/plain', task.title);
      dataTransfer.effectAllowed = 'copyMove';
    },
  };
}

/** Whether a task of ours is being dragged; its id can be read only when it is dropped. */
export function hasTask(transfer: DataTransfer): boolean {
  return transfer.types.includes(TYPE);
}

export function droppedTaskId(transfer: DataTransfer): string | null {
  return transfer.getData(TYPE) || null;
}
