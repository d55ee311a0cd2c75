import type { Task } from '@space/domain';
import type { DragEvent, PointerEvent } from 'react';
import { board } from '../board/board.ts';

const DRAG_TYPE = 'application/x-space-task';

/** Releases the task that was dragged last: a row that is removed during its drag gets no `dragend` event. */
let releaseTask = () => {};

/**
 * The props that make a row draggable by mouse; a long press by touch opens its actions instead. The drag carries the
 * task's id; other programs get the title as text.
 */
export function dragProps<LongPress extends { onPointerDown: (event: PointerEvent<HTMLElement>) => void }>(
  task: Task,
  isDraggable: boolean,
  longPress: LongPress,
) {
  return {
    ...longPress,
    draggable: isDraggable,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      event.currentTarget.draggable = isDraggable && event.pointerType !== 'touch';
      longPress.onPointerDown(event);
    },
    onDragStart({ dataTransfer }: DragEvent) {
      dataTransfer.setData(DRAG_TYPE, task.id);
      dataTransfer.setData('text/plain', task.title);
      dataTransfer.effectAllowed = 'copyMove';
      releaseTask();
      releaseTask = board.getState().hold(task.id);
    },
    onDragEnd: () => releaseTask(),
  };
}

/** Whether the drag carries a task; its id can be read only on drop. */
export function hasTask(transfer: DataTransfer): boolean {
  return transfer.types.includes(DRAG_TYPE);
}

export function droppedTaskId(transfer: DataTransfer): string | null {
  return transfer.getData(DRAG_TYPE) || null;
}
