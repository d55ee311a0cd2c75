import { useState, type DragEvent } from 'react';
import type { DayKey } from '@space/domain';
import { board } from '../board/board.ts';
import { openComposerWith } from '../composer/openComposer.ts';
import { droppedTaskId, hasTask } from '../task/taskDrag.ts';

/** Text or a link that is dragged; a field takes it itself. */
function carriesText({ target, dataTransfer }: DragEvent): boolean {
  const isInField = target instanceof Element && target.matches('input:not([type="checkbox"]), textarea');
  return !isInField && ['text/plain', 'text/uri-list'].some((type) => dataTransfer.types.includes(type));
}

/** Makes a day a drop target for tasks, text and links (rules task-moves, task-composer). Returns the props of its element. */
export function useTaskDrop(day: DayKey) {
  const [isTarget, setIsTarget] = useState(false);
  return {
    'data-drop': isTarget || undefined,
    onDragOver(event: DragEvent) {
      const carriesTask = hasTask(event.dataTransfer);
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
      const id = droppedTaskId(dataTransfer);
      if (id === null && !carriesText(event)) return;
      event.preventDefault();
      if (id !== null) void board.getState().moveById(id, day);
      else openComposerWith(currentTarget, dataTransfer.getData('text/plain') || dataTransfer.getData('URL'));
    },
  };
}
