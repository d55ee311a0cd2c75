import { memo, useDeferredValue, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { DayKey, Task } from '@space/domain';
import { afterPaint } from '../board/afterPaint.ts';
import { board } from '../board/board.ts';
import { Checkbox } from '../check/Checkbox.tsx';
import { LineEditor } from '../editing/LineEditor.tsx';
import { useDisclosure } from '../editing/useDisclosure.ts';
import { TaskActions } from './TaskActions.tsx';
import { TaskMarks } from './TaskMarks.tsx';
import styles from './TaskRow.module.css';
import { TaskSheet } from './TaskSheet.tsx';
import { moveFocusToNeighbour } from './moveFocusToNeighbour.ts';
import { dragProps } from './taskDrag.ts';
import { useLongPress } from './useLongPress.ts';
import { useRowFocus } from './useRowFocus.ts';

interface TaskRowProps {
  task: Task;
  /** The first visible day and today: where the task can be moved to. */
  start: DayKey;
  today: DayKey;
  /** The row that Tab leads to, of all in its list. */
  isTabStop: boolean;
  /** A call for this task is under way. */
  isBusy: boolean;
  /** Only its place is kept: nothing can be read in it, and it is out of reach. */
  isPending: boolean;
}

/** At rest a line of text; what can be done to the task comes with the pointer, the focus or a finger (rule row-actions). */
export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { task, start, today, isTabStop, isBusy, isPending } = props;
  const { isOpen: isEditing, openerRef, open, openFrom, close } = useDisclosure();
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const [isOutOfReach, setIsOutOfReach] = useState(isPending);
  const { isActive, hasFocus, rowProps } = useRowFocus(isEditing);
  const longPress = useLongPress(() => setIsSheetOpen(!isEditing));
  const rowRef = useRef<HTMLLIElement>(null);
  const moreRef = useRef<HTMLButtonElement>(null);
  // What is pressed while the title is being saved waits for that; the board ignores other presses on a busy task.
  const ignoresPresses = isBusy && !isEditing;
  const tabIndex = hasFocus ? 0 : -1;
  // Words first: of thirty rows that come at once, more than half of the work is in what no one sees at rest. The place of a
  // new task is whole at once: a second layout of its day would meet the answer.
  const hasActions = useDeferredValue(true, isPending ? undefined : false);
  const id = useId();
  const titleId = `${id}-title`;
  const emojiId = `${id}-emoji`;

  // What another device does to the task waits until its title is no longer in hand.
  useEffect(() => (isEditing ? board.getState().hold(task.id) : undefined), [isEditing, task.id]);

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
      {...dragProps(task, !isEditing && !isBusy, longPress)}
      {...rowProps}
      ref={rowRef}
      className={styles.row}
      data-task={task.id}
      data-active={isActive || undefined}
      data-completed={task.completed || undefined}
      data-starred={task.starred || undefined}
      data-pinned={task.pinned || undefined}
      aria-busy={isBusy || undefined}
      aria-hidden={isOutOfReach || undefined}
      inert={isOutOfReach}
    >
      <Checkbox
        id={`${id}-done`}
        data-action="toggle"
        tabIndex={isTabStop ? 0 : -1}
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
      {task.emoji !== null && (
        <span id={emojiId} className={styles.emoji}>
          {task.emoji}
        </span>
      )}
      {(task.starred || task.pinned) && <TaskMarks task={task} />}
      {hasActions && (
        <>
          <TaskActions
            task={task}
            start={start}
            today={today}
            isBusy={ignoresPresses}
            isShown={isActive}
            tabIndex={tabIndex}
            titleId={titleId}
            emojiId={emojiId}
            editRef={openerRef}
            onEdit={open}
          />
          <button
            ref={moreRef}
            type="button"
            className={styles.more}
            data-print="off"
            data-action="more"
            tabIndex={tabIndex}
            aria-label="More"
            aria-haspopup="dialog"
            aria-describedby={titleId}
            onClick={() => setIsSheetOpen(true)}
          />
        </>
      )}
      {isSheetOpen && (
        <TaskSheet
          task={task}
          start={start}
          today={today}
          onEdit={() => openFrom(moreRef.current)}
          onClose={() => setIsSheetOpen(false)}
        />
      )}
    </li>
  );
});
