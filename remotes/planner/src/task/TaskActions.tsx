import type { RefObject } from 'react';
import { addDays } from '@space/domain';
import type { DayKey, Task } from '@space/domain';
import { IconButton, IconStrip, Menu } from '@space/ui';
import type { MovableIcon } from '@space/ui';
import { board } from '../board/board.ts';
import styles from './TaskActions.module.css';
import { moveTargets } from './moveTargets.ts';

const ICONS: readonly MovableIcon[] = ['star', 'pin', 'pencil', 'arrowRight', 'calendarMove', 'trash'];

interface TaskActionsProps {
  task: Task;
  start: DayKey;
  today: DayKey;
  isBusy: boolean;
  /** The title says which task an action is about. */
  titleId: string;
  editRef: RefObject<HTMLButtonElement | null>;
  onEdit: () => void;
}

/** What can be done to a task, always in sight: on a touch screen there is no hovering to find it. */
export function TaskActions({ task, start, today, isBusy, titleId, editRef, onEdit }: TaskActionsProps) {
  const shared = { isBusy, 'aria-describedby': titleId };
  const filled: MovableIcon[] = [];
  if (task.starred) filled.push('star');
  if (task.pinned) filled.push('pin');
  return (
    <div className={styles.actions} data-print="off">
      <IconButton
        {...shared}
        label={task.starred ? 'Unstar task' : 'Star task'}
        data-action="star"
        onClick={() => void board.getState().star(task)}
      />
      <IconButton
        {...shared}
        label={task.pinned ? 'Unpin task' : 'Pin task'}
        data-action="pin"
        onClick={() => void board.getState().pin(task)}
      />
      <IconButton {...shared} ref={editRef} label="Edit title" data-action="edit" onClick={onEdit} />
      <IconButton
        {...shared}
        label="Move to next day"
        data-action="next-day"
        onClick={() => void board.getState().move(task, addDays(task.task_date, 1))}
      />
      <Menu
        menuLabel="Move to"
        isBusy={isBusy}
        getItems={() =>
          moveTargets(task.task_date, start, today).map(({ day, label }) => ({
            label,
            onSelect: () => void board.getState().move(task, day),
          }))
        }
      >
        {(button) => <IconButton {...shared} {...button} label="Move to" data-action="move-to" />}
      </Menu>
      <IconButton
        {...shared}
        label="Delete task"
        data-action="delete"
        onClick={() => void board.getState().remove(task)}
      />
      <IconStrip className={styles.icons} icons={ICONS} filled={filled} />
    </div>
  );
}
