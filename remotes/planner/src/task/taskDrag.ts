import type { Task } from '@space/domain';
import type { DragEvent, PointerEvent } from 'react';
import { board } from '../board/board.ts';

const DRAG_TYPE = 'application/x-space-task';

/** Releases the task that was dragged last: a row that is removed during its drag gets no `dragend` event. */
let releaseTask = () => {};

/** How long a press on the letters of a title lasts before it drags the task, in milliseconds: until then it selects them. */
const DRAG_AFTER = 350;
let dragTimer: ReturnType<typeof setTimeout> | undefined;

/** Whether the pointer is on the letters of the title, not in the room around them. */
function isOnLetters({ target, clientX: x, clientY: y }: PointerEvent): boolean {
  const title = target instanceof Element ? target.closest('label') : null;
  if (!title) return false;
  const range = document.createRange();
  range.selectNodeContents(title);
  return [...range.getClientRects()].some(
    ({ left, right, top, bottom }) => x >= left && x <= right && y >= top && y <= bottom,
  );
}

interface LongPress {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: () => void;
}

/**
 * The props that make a row draggable by mouse, at once beside the letters of its title and on them after a press that
 * lasts; a long press by touch opens its actions instead. The drag carries the task's id; other programs get the title as
 * text.
 */
export function dragProps<Press extends LongPress>(task: Task, isDraggable: boolean, longPress: Press) {
  return {
    ...longPress,
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const row = event.currentTarget;
      const canDrag = isDraggable && event.pointerType !== 'touch';
      const selects = canDrag && isOnLetters(event);
      clearTimeout(dragTimer);
      row.draggable = canDrag && !selects;
      if (selects) dragTimer = setTimeout(() => (row.draggable = true), DRAG_AFTER);
      longPress.onPointerDown(event);
    },
    onPointerUp() {
      clearTimeout(dragTimer);
      longPress.onPointerUp();
    },
    onDragStart({ currentTarget, target, dataTransfer }: DragEvent) {
      // Selected letters can be dragged as well: as text, not as the task.
      if (target !== currentTarget) return;
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
