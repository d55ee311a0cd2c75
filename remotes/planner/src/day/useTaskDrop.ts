import { useState, type DragEvent } from 'react';
import type { DayKey } from '@space/domain';
import { board } from '../board/board.ts';
import { droppedTaskId, hasTask } from '../task/taskDrag.ts';

/** Makes a day a drop target for tasks (rule task-moves). Returns the props of the day's element. */
export function useTaskDrop(day: DayKey) {
  const [isTarget, setIsTarget] = useState(false);
  return {
    'data-drop': isTarget || undefined,
    onDragOver(event: DragEvent) {
      if (!hasTask(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
      setIsTarget(true);
    },
    onDragLeave(event: DragEvent) {
      if (!(event.relatedTarget instanceof Node) || !event.currentTarget.contains(event.relatedTarget)) {
        setIsTarget(false);
      }
    },
    onDrop(event: DragEvent) {
      setIsTarget(false);
      const id = droppedTaskId(event.dataTransfer);
      if (id === null) return;
      event.preventDefault();
      void board.getState().moveById(id, day);
    },
  };
}
