import { memo, useDeferredValue, useEffect, useId, useState, type ComponentProps } from 'react';
import { MESSAGES, type Task } from '@space/domain';
import { Button, Icon } from '@space/ui';
import { renameWaiting } from '../board/add.ts';
import { afterPaint } from '../board/board.ts';
import { keepTheirs, rename, toggle } from '../board/change.ts';
import parts from '../parts/parts.module.css';
import { Tick, TitleEditor, passFocusOn, useDisclosure } from '../parts/parts.tsx';
import { TaskActions, type ShownTask } from './TaskActions.tsx';
import styles from './task.module.css';
import { pressProps } from './taskDrag.ts';

interface TaskRowProps extends ShownTask {
  isTabStop: boolean;
  isBusy: boolean;
  /** The row is a placeholder: it has no content, and cannot be focused or pressed. */
  isPending: boolean;
  /** The title that was not saved, because another device had changed it. */
  unsavedTitle?: string | undefined;
}

/** A line of text: the task's actions appear on hover, keyboard focus or a long press. */
export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { isTabStop, isBusy, isPending, unsavedTitle, ...shown } = props;
  const { task, isWaiting } = shown;
  const { isOpen: isEditing, openerRef, openFrom, close } = useDisclosure();
  const [isInert, setIsInert] = useState(isPending);
  const { isActive, hasFocus, rowProps } = useRowFocus(isEditing);
  // A press while the title is being saved waits for that; the board ignores other presses on a busy task.
  const ignoresPresses = isBusy && !isEditing;
  const tabIndex = hasFocus ? 0 : -1;
  // Text first: if thirty rows appear at once, more than half of the work is for actions that are not visible yet. A
  // placeholder gets its actions at once: a second layout of its day would coincide with the response.
  const hasActions = useDeferredValue(true, isPending ? undefined : false);
  const id = useId();
  const save = (title: string) => (isWaiting ? renameWaiting(task.id, title) : rename(task, title));

  // Interactive one frame after its text: if the pointer is over the row, the whole row is restyled then.
  useEffect(() => {
    if (isInert && !isPending) afterPaint(() => setIsInert(false));
  }, [isInert, isPending]);

  return (
    <li
      {...pressProps(task, !isEditing && !isBusy && !isWaiting)}
      {...rowProps}
      ref={passFocusOn}
      className={styles.row}
      data-task={task.id}
      data-active={isActive || undefined}
      data-completed={task.completed || undefined}
      data-starred={task.starred || undefined}
      data-pinned={task.pinned || undefined}
      data-waiting={isWaiting || undefined}
      aria-busy={isBusy || undefined}
      aria-hidden={isInert || undefined}
      inert={isInert}
    >
      <Tick
        id={id}
        title={task.title}
        className={styles.title}
        tabIndex={isTabStop ? 0 : -1}
        linkTabIndex={tabIndex}
        checked={task.completed}
        isBusy={ignoresPresses || isWaiting}
        aria-describedby={isWaiting ? `${id}-waiting` : undefined}
        editor={isEditing && <TitleEditor id={task.id} initial={task.title} save={save} close={close} />}
        onToggle={() => void toggle(task)}
      />
      {task.emoji !== null && (
        <span id={`${id}-emoji`} className={styles.emoji}>
          {task.emoji}
        </span>
      )}
      {/* The names of the actions say the same in words: 'Unstar task', 'Unpin task'. */}
      {(task.starred || task.pinned) && (
        <span className={`${parts.line} ${styles.marks}`} data-print="off">
          {task.pinned && <Icon name="pin" size={15} isFilled />}
          {task.starred && <Icon name="star" size={16} isFilled />}
        </span>
      )}
      {isWaiting && !isEditing && (
        <p id={`${id}-waiting`} className={styles.waiting}>
          {MESSAGES.waiting.mark}
        </p>
      )}
      {hasActions && (
        <TaskActions
          {...shown}
          rowId={id}
          isBusy={ignoresPresses}
          isShown={isActive}
          tabIndex={tabIndex}
          editRef={openerRef}
          onEdit={openFrom}
        />
      )}
      {unsavedTitle !== undefined && !isEditing && <TitleConflict task={task} mine={unsavedTitle} />}
    </li>
  );
});

/** Focus that shows the actions: by keyboard, or on an action, which a press on it would otherwise hide. */
const ACTIVE = ':focus-visible, [data-action]:not([data-action="toggle"], [data-action="more"]), [popover] *';

/**
 * Tracks the pointer and the focus in a row. Its actions are shown on mouse hover and on keyboard focus, also while one of
 * its popovers is open: not on touch, not for the focus that a click on the checkbox leaves, and not over the text that is
 * being edited.
 */
function useRowFocus(isEditing: boolean) {
  const [isHovered, setIsHovered] = useState(false);
  const [focus, setFocus] = useState<'none' | 'quiet' | 'active'>('none');
  const rowProps: ComponentProps<'li'> = {
    onPointerEnter({ pointerType, currentTarget }) {
      if (pointerType === 'touch') return;
      // Set here and not by the next render: an immediate press would start on a strip that then moves.
      if (!isEditing) currentTarget.dataset['active'] = 'true';
      setIsHovered(true);
    },
    onPointerLeave: () => setIsHovered(false),
    onFocus: ({ target }) => setFocus(target.matches(ACTIVE) ? 'active' : 'quiet'),
    onBlur({ currentTarget, relatedTarget }) {
      if (!currentTarget.contains(relatedTarget)) setFocus('none');
    },
  };
  const isActive = (isHovered || focus === 'active') && !isEditing;
  return { isActive, hasFocus: focus !== 'none', rowProps };
}

/** Below a title that was changed elsewhere while it was edited here: the title that was typed, and the choice. */
function TitleConflict({ task, mine }: { task: Task; mine: string }) {
  const id = useId();

  /** The buttons go with the choice: their focus returns to the row. */
  function choose(act: () => unknown): void {
    const row = document.getElementById(id)?.closest('[data-task]');
    row?.querySelector<HTMLElement>('[data-action="toggle"]')?.focus({ preventScroll: true });
    void act();
  }

  return (
    <div role="group" aria-labelledby={id} className={`${parts.wrap} ${styles.conflict}`} data-print="off">
      <p id={id}>
        Changed elsewhere while you edited it. Yours: <q dir="auto">{mine}</q>
      </p>
      <Button onClick={() => choose(() => rename(task, mine))}>Keep mine</Button>
      <Button onClick={() => choose(() => keepTheirs(task))}>Keep theirs</Button>
    </div>
  );
}
