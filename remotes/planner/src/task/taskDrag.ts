import { useState, type DragEvent, type MouseEvent, type PointerEvent, type TouchEvent } from 'react';
import type { DayKey, Task } from '@space/domain';
import { moveById } from '../board/change.ts';
import { pauseUpdates } from '../board/load.ts';
import { openComposerWith } from '../composer/composer.ts';
import { MAX_MOVEMENT } from '../parts/parts.tsx';

const DRAG_TYPE = 'application/x-space-task';

/** How long a press by touch lasts before it opens the row's actions, in milliseconds. */
const LONG_PRESS = 500;
/** How long a press on the letters of a title lasts before it drags the task, in milliseconds: until then it selects them. */
const DRAG_AFTER = 350;

/** The press that began last, on whatever row. */
let press = { isTouch: false, isLong: false, x: 0, y: 0 };
let timer: ReturnType<typeof setTimeout> | undefined;
const endPress = () => clearTimeout(timer);

/** Releases the task that was dragged last: a row that is removed during its drag gets no `dragend` event. */
let releaseTask = () => {};

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

/**
 * The props of a row that can be dragged by mouse, at once beside the letters of its title and on them after a press that
 * lasts; a long press by touch opens its actions, instead of the browser's context menu. The drag carries the task's id;
 * other programs get the title as text.
 */
export function pressProps(task: Task, isDraggable: boolean) {
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const { currentTarget: row, target, pointerType, isPrimary, clientX: x, clientY: y } = event;
      endPress();
      const isInFront = target instanceof Element && target.closest('form, dialog') !== null;
      press = { isTouch: pointerType === 'touch' && isPrimary && !isInFront, isLong: false, x, y };
      const canDrag = isDraggable && pointerType !== 'touch';
      const selects = canDrag && isOnLetters(event);
      row.draggable = canDrag && !selects;
      if (selects) timer = setTimeout(() => (row.draggable = true), DRAG_AFTER);
      if (!press.isTouch) return;
      timer = setTimeout(() => {
        press.isLong = true;
        row.querySelector<HTMLElement>('[data-action="more"]')?.click();
      }, LONG_PRESS);
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      if (press.isTouch && Math.hypot(clientX - press.x, clientY - press.y) > MAX_MOVEMENT) endPress();
    },
    onPointerUp: endPress,
    onPointerCancel: endPress,
    /** Lifting the finger must not press what has opened beneath it. */
    onTouchEnd(event: TouchEvent) {
      if (press.isLong) event.preventDefault();
    },
    onContextMenu(event: MouseEvent) {
      if (press.isTouch) event.preventDefault();
    },
    onDragStart({ currentTarget, target, dataTransfer }: DragEvent) {
      // Selected letters can be dragged as well: as text, not as the task.
      if (target !== currentTarget) return;
      dataTransfer.setData(DRAG_TYPE, task.id);
      dataTransfer.setData('text/plain', task.title);
      dataTransfer.effectAllowed = 'copyMove';
      releaseTask();
      releaseTask = pauseUpdates(task.id);
    },
    onDragEnd: () => releaseTask(),
  };
}

/** Text or a link that is dragged; a field takes it itself. */
function carriesText({ target, dataTransfer }: DragEvent): boolean {
  const isInField = target instanceof Element && target.matches('input:not([type="checkbox"]), textarea');
  return !isInField && ['text/plain', 'text/uri-list'].some((type) => dataTransfer.types.includes(type));
}

/** Makes a day a drop target for tasks, text and links. Returns the props of its element. */
export function useTaskDrop(day: DayKey) {
  const [isTarget, setIsTarget] = useState(false);
  return {
    'data-drop': isTarget || undefined,
    onDragOver(event: DragEvent) {
      // The task's id can be read only on drop.
      const carriesTask = event.dataTransfer.types.includes(DRAG_TYPE);
      if (!carriesTask && !carriesText(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = carriesTask ? 'move' : 'copy';
      setIsTarget(true);
    },
    onDragLeave(event: DragEvent) {
      if (!(event.relatedTarget instanceof Node) || !event.currentTarget.contains(event.relatedTarget)) {
        setIsTarget(false);
      }
    },
    onDrop(event: DragEvent<HTMLElement>) {
      setIsTarget(false);
      const { currentTarget, dataTransfer } = event;
      const id = dataTransfer.getData(DRAG_TYPE);
      if (!id && !carriesText(event)) return;
      event.preventDefault();
      if (id) void moveById(id, day);
      else openComposerWith(currentTarget, dataTransfer.getData('text/plain') || dataTransfer.getData('URL'));
    },
  };
}
