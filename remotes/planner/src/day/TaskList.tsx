import { useState, type FocusEvent } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { DayKey, Task, WaitingTask } from '@space/domain';
import { busyTaskIds, useBoard } from '../board/board.ts';
import { TaskRow } from '../task/TaskRow.tsx';
import styles from './day.module.css';

interface TaskListProps {
  /** The visible tasks of the day, in display order. */
  tasks: readonly Task[];
  /** The tasks that wait to be sent, after them. */
  waiting: readonly WaitingTask[];
  /** The ids of the tasks that are being sent to the day: each gets a placeholder row. */
  pendingIds: readonly string[];
  day: DayKey;
  start: DayKey;
  today: DayKey;
  headingId: string;
}

/**
 * The content of a placeholder, and what a waiting task lacks: nothing of a new task is shown before the server confirms
 * it. The space counts as text: the browser need not sort the page's layers again when the title replaces it.
 */
const PLACEHOLDER: Omit<Task, 'id' | 'task_date'> = {
  title: '\u00A0',
  emoji: null,
  completed: false,
  starred: false,
  pinned: false,
  user_id: '',
  created_at: '',
};

/**
 * The rows of a day. Only the list subscribes to the ids of busy tasks, and tells each row. The placeholder of a new task
 * is its final row, rendered during the request: the response only has to fill it; so is the row of a task that waits. The
 * list has one tab stop, the row that had the focus last; arrow keys reach the others.
 */
export function TaskList({ tasks, waiting, pendingIds, day, start, today, headingId }: TaskListProps) {
  const busyIds = useBoard(useShallow(busyTaskIds(day)));
  const conflicts = useBoard((state) => state.conflicts);
  const [lastFocusedId, setLastFocusedId] = useState('');
  const stops = [...tasks, ...waiting.map((task) => ({ ...PLACEHOLDER, ...task }))];
  const tabStopId = stops.some(({ id }) => id === lastFocusedId) ? lastFocusedId : stops[0]?.id;
  const focusProps = {
    onFocus: ({ target }: FocusEvent) =>
      setLastFocusedId(target.closest<HTMLElement>('[data-task]')?.dataset['task'] ?? ''),
  };
  const rows = [...stops, ...pendingIds.map((id) => ({ ...PLACEHOLDER, id, task_date: day }))];
  return (
    <ul {...focusProps} className={styles.tasks} aria-labelledby={headingId}>
      {rows.map((task) => {
        const isPending = pendingIds.includes(task.id);
        return (
          <TaskRow
            key={task.id}
            task={task}
            start={start}
            today={today}
            isTabStop={task.id === tabStopId}
            isBusy={isPending || busyIds.includes(task.id)}
            isPending={isPending}
            isWaiting={waiting.some(({ id }) => id === task.id)}
            unsavedTitle={conflicts[task.id]}
          />
        );
      })}
    </ul>
  );
}
