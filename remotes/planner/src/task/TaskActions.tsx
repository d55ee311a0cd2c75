import type { RefObject } from 'react';
import { addDays } from '@space/domain';
import type { DayKey, Task } from '@space/domain';
import { IconButton, Menu } from '@space/ui';
import { boardActions } from '../board/board.ts';
import styles from './TaskActions.module.css';
import { moveTargets } from './moveTargets.ts';

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
  return (
    <div className={styles.actions}>
      <IconButton
        {...shared}
        icon="star"
        label={task.starred ? 'Unstar task' : 'Star task'}
        isFilled={task.starred}
        tone={task.starred ? 'star' : 'plain'}
        data-action="star"
        onClick={() => void boardActions.star(task)}
      />
      <IconButton
        {...shared}
        icon="pin"
        label={task.pinned ? 'Unpin task' : 'Pin task'}
        isFilled={task.pinned}
        tone={task.pinned ? 'accent' : 'plain'}
        data-action="pin"
        onClick={() => void boardActions.pin(task)}
      />
      <IconButton
        {...shared}
        ref={editRef}
        icon="pencil"
        label="Edit title"
        data-action="edit"
        onClick={onEdit}
      />
      <IconButton
        {...shared}
        className={styles.first}
        icon="arrowRight"
        label="Move to next day"
        data-action="next-day"
        onClick={() => void boardActions.move(task, addDays(task.task_date, 1))}
      />
      <Menu
        menuLabel="Move to"
        isBusy={isBusy}
        getItems={() =>
          moveTargets(task.task_date, start, today).map(({ day, label }) => ({
            label,
            onSelect: () => void boardActions.move(task, day),
          }))
        }
      >
        {(button) => (
          <IconButton {...shared} {...button} icon="calendarMove" label="Move to" data-action="move-to" />
        )}
      </Menu>
      <IconButton
        {...shared}
        icon="trash"
        label="Delete task"
        tone="danger"
        data-action="delete"
        onClick={() => void boardActions.remove(task)}
      />
    </div>
  );
}
