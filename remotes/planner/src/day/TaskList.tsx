import { useState, type FocusEvent } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { DayKey, Task } from '@space/domain';
import { useBoard } from '../board/board.ts';
import { busyTaskIds } from '../board/selectors.ts';
import { TaskRow } from '../task/TaskRow.tsx';
import styles from './TaskList.module.css';

interface TaskListProps {
  /** What is shown of the day, in its order. */
  tasks: readonly Task[];
  /** The tasks that are being sent to the day: a place is kept for each. */
  pendingIds: readonly string[];
  day: DayKey;
  start: DayKey;
  today: DayKey;
  headingId: string;
}

/**
 * What replaces a task that has not come: nothing of it is shown before the server has said yes (rule server-first). A space
 * is a word to the browser: where a line has one, others in its place do not make it sort the layers of the page.
 */
const UNKNOWN: Omit<Task, 'id' | 'task_date'> = {
  title: '\u00A0',
  emoji: null,
  completed: false,
  starred: false,
  pinned: false,
  user_id: '',
  created_at: '',
};

/**
 * The rows of a day. It alone follows which of them are busy, and tells each. The place of a new task is its own row, made
 * while the server is asked: the answer has no more to do than to fill it. Tab leads to one of them, the one that had the
 * focus last; arrows lead to the others.
 */
export function TaskList({ tasks, pendingIds, day, start, today, headingId }: TaskListProps) {
  const busyIds = useBoard(useShallow(busyTaskIds(day)));
  const [lastId, setLastId] = useState('');
  const stopId = tasks.some(({ id }) => id === lastId) ? lastId : tasks[0]?.id;
  const following = {
    onFocus: ({ target }: FocusEvent) =>
      setLastId(target.closest<HTMLElement>('[data-task]')?.dataset['task'] ?? ''),
  };
  const rows = [...tasks, ...pendingIds.map((id) => ({ ...UNKNOWN, id, task_date: day }))];
  return (
    <ul {...following} className={styles.tasks} aria-labelledby={headingId}>
      {rows.map((task) => {
        const isPending = pendingIds.includes(task.id);
        return (
          <TaskRow
            key={task.id}
            task={task}
            start={start}
            today={today}
            isTabStop={task.id === stopId}
            isBusy={isPending || busyIds.includes(task.id)}
            isPending={isPending}
          />
        );
      })}
    </ul>
  );
}
