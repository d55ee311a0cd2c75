import type { DayKey, Task } from '@space/domain';
import { useBoard } from '../board/board.ts';
import { busyOn } from '../board/busyOn.ts';
import { TaskRow } from '../task/TaskRow.tsx';
import styles from './TaskList.module.css';

interface TaskListProps {
  /** What is shown of the day, in its order. */
  tasks: readonly Task[];
  day: DayKey;
  start: DayKey;
  today: DayKey;
  headingId: string;
}

/** From this many rows on, only those near the window are laid out and painted. */
const LONG = 24;

/** The rows of a day. It alone follows which of them are busy, and tells each. */
export function TaskList({ tasks, day, start, today, headingId }: TaskListProps) {
  const busy = useBoard((state) => busyOn(state, day)).split(' ');
  return (
    <ul className={styles.tasks} aria-labelledby={headingId} data-long={tasks.length > LONG || undefined}>
      {tasks.map((task) => (
        <TaskRow key={task.id} task={task} start={start} today={today} isBusy={busy.includes(task.id)} />
      ))}
    </ul>
  );
}
