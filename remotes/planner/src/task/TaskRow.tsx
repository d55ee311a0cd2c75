import { memo, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { DayKey, Task } from '@space/domain';
import { afterPaint } from '../board/afterPaint.ts';
import { board } from '../board/board.ts';
import { Checkbox } from '../check/Checkbox.tsx';
import { LineEditor } from '../editing/LineEditor.tsx';
import { useDisclosure } from '../editing/useDisclosure.ts';
import { TaskActions } from './TaskActions.tsx';
import { TaskEmoji } from './TaskEmoji.tsx';
import styles from './TaskRow.module.css';
import { moveFocusToNeighbour } from './moveFocusToNeighbour.ts';
import { dragProps } from './taskDrag.ts';

interface TaskRowProps {
  task: Task;
  /** The first visible day and today: where the task can be moved to. */
  start: DayKey;
  today: DayKey;
  /** A call for this task is under way. */
  isBusy: boolean;
  /** Only its place is kept: nothing can be read in it, and it is out of reach. */
  isPending: boolean;
}

export const TaskRow = memo(function TaskRow({ task, start, today, isBusy, isPending }: TaskRowProps) {
  const { isOpen: isEditing, openerRef, open, close } = useDisclosure();
  const [isOutOfReach, setIsOutOfReach] = useState(isPending);
  const rowRef = useRef<HTMLLIElement>(null);
  // What is pressed while the title is being saved waits for that; the board ignores other presses on a busy task.
  const ignoresPresses = isBusy && !isEditing;
  const id = useId();
  const titleId = `${id}-title`;

  // Runs before the row is taken out of the page, whatever the reason: moved, deleted, here or on another device.
  useLayoutEffect(() => {
    const row = rowRef.current;
    return () => {
      if (row) moveFocusToNeighbour(row);
    };
  }, []);

  // Within reach in the frame after its words: the pointer may rest on it, and then all of the row is styled anew.
  useEffect(() => {
    if (isOutOfReach && !isPending) {
      afterPaint(() => setIsOutOfReach(false));
    }
  }, [isOutOfReach, isPending]);

  return (
    <li
      {...dragProps(task, !isEditing && !isBusy)}
      ref={rowRef}
      className={styles.row}
      data-task={task.id}
      data-completed={task.completed || undefined}
      data-starred={task.starred || undefined}
      data-pinned={task.pinned || undefined}
      data-emoji={task.emoji !== null || undefined}
      aria-busy={isBusy || undefined}
      aria-hidden={isOutOfReach || undefined}
      inert={isOutOfReach}
    >
      <Checkbox
        id={`${id}-done`}
        data-action="toggle"
        aria-label={isEditing ? task.title : undefined}
        isChecked={task.completed}
        isBusy={ignoresPresses}
        onToggle={() => void board.getState().toggle(task)}
      />
      {isEditing ? (
        <LineEditor
          label="Task title"
          initial={task.title}
          save={(title) => board.getState().rename(task, title)}
          close={close}
        />
      ) : (
        <label id={titleId} htmlFor={`${id}-done`} className={styles.title} dir="auto">
          {task.title}
        </label>
      )}
      <TaskEmoji task={task} isBusy={ignoresPresses} titleId={titleId} />
      <TaskActions
        task={task}
        start={start}
        today={today}
        isBusy={ignoresPresses}
        titleId={titleId}
        editRef={openerRef}
        onEdit={open}
      />
    </li>
  );
});
