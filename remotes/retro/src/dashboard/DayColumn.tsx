import { useId } from 'react';
import { dayNumber, weekdayName, type DayKey, type Task } from '@space/domain';
import { PixelCard } from '../parts/PixelCard.tsx';
import { PixelSkeleton } from '../parts/PixelSkeleton.tsx';
import styles from './DayColumn.module.css';
import { TaskLine } from './TaskLine.tsx';

interface DayColumnProps {
  day: DayKey;
  isToday: boolean;
  /** The day's tasks in order, or why there are none to show. */
  tasks: readonly Task[] | 'loading' | 'unknown';
}

export function DayColumn({ day, isToday, tasks }: DayColumnProps) {
  const id = useId();
  return (
    <PixelCard
      as="section"
      className={styles.day}
      aria-labelledby={id}
      aria-current={isToday ? 'date' : undefined}
    >
      <h2 id={id} className={styles.name}>
        <span>{weekdayName(day)}</span> <span className={styles.number}>{dayNumber(day)}</span>
      </h2>
      {isToday && <p className={styles.today}>Today</p>}
      {tasks === 'loading' && <PixelSkeleton lines={3} />}
      {tasks === 'unknown' && (
        <p className={styles.quiet} aria-hidden="true">
          ?
        </p>
      )}
      {typeof tasks === 'object' && tasks.length === 0 && <p className={styles.quiet}>No quests</p>}
      {typeof tasks === 'object' && tasks.length > 0 && (
        <ul className={styles.tasks}>
          {tasks.map((task) => (
            <TaskLine key={task.id} task={task} />
          ))}
        </ul>
      )}
    </PixelCard>
  );
}
