import { memo, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import type { DayKey, Task } from '@space/domain';
import { afterPaint } from '../board/afterPaint.ts';
import { board } from '../board/board.ts';
import { LineEditor } from '../editing/LineEditor.tsx';
import { useDisclosure } from '../editing/useDisclosure.ts';
import { Checkbox, TitleLabel, passFocusOn } from '../parts/row.tsx';
import { TaskActions } from './TaskActions.tsx';
import { TaskMarks } from './TaskMarks.tsx';
import styles from './TaskRow.module.css';
import { TaskSheet } from './TaskSheet.tsx';
import { TitleConflict } from './TitleConflict.tsx';
import { dragProps } from './taskDrag.ts';
import { useLongPress } from './useLongPress.ts';
import { useRowFocus } from './useRowFocus.ts';

interface TaskRowProps {
  task: Task;
  /** The first visible day and today: they decide where the task can be moved. */
  start: DayKey;
  today: DayKey;
  /** Whether this row is the tab stop of its list. */
  isTabStop: boolean;
  /** A request for this task is in flight. */
  isBusy: boolean;
  /** The row is a placeholder: it has no content, and cannot be focused or pressed. */
  isPending: boolean;
  /** The title that was not saved, because another device had changed it. */
  unsavedTitle?: string | undefined;
}

/** A line of text: the task's actions appear on hover, keyboard focus or a long press (rule row-actions). */
export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { task, start, today, isTabStop, isBusy, isPending, unsavedTitle } = props;
  const { isOpen: isEditing, openerRef, open, openFrom, close } = useDisclosure();
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const [isInert, setIsInert] = useState(isPending);
  const { isActive, hasFocus, rowProps } = useRowFocus(isEditing);
  const longPress = useLongPress(() => setIsSheetOpen(!isEditing));
  const moreRef = useRef<HTMLButtonElement>(null);
  // A press while the title is being saved waits for that; the board ignores other presses on a busy task.
  const ignoresPresses = isBusy && !isEditing;
  const tabIndex = hasFocus ? 0 : -1;
  // Text first: if thirty rows appear at once, more than half of the work is for actions that are not visible yet. A
  // placeholder gets its actions at once: a second layout of its day would coincide with the response.
  const hasActions = useDeferredValue(true, isPending ? undefined : false);
  const id = useId();
  const titleId = `${id}-title`;
  const emojiId = `${id}-emoji`;

  // Changes from other devices wait until the title is no longer being edited.
  useEffect(() => (isEditing ? board.getState().hold(task.id) : undefined), [isEditing, task.id]);

  // Interactive one frame after its text: if the pointer is over the row, the whole row is restyled then.
  useEffect(() => {
    if (isInert && !isPending) {
      afterPaint(() => setIsInert(false));
    }
  }, [isInert, isPending]);

  return (
    <li
      {...dragProps(task, !isEditing && !isBusy, longPress)}
      {...rowProps}
      ref={passFocusOn}
      className={styles.row}
      data-task={task.id}
      data-active={isActive || undefined}
      data-completed={task.completed || undefined}
      data-starred={task.starred || undefined}
      data-pinned={task.pinned || undefined}
      aria-busy={isBusy || undefined}
      aria-hidden={isInert || undefined}
      inert={isInert}
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
        <TitleLabel
          id={titleId}
          htmlFor={`${id}-done`}
          className={styles.title}
          title={task.title}
          linkTabIndex={tabIndex}
        />
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
      {unsavedTitle !== undefined && !isEditing && <TitleConflict task={task} mine={unsavedTitle} />}
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
