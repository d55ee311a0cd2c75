import type { Task } from '@space/domain';
import { VisuallyHidden } from '@space/ui';
import styles from './DayProgress.module.css';

interface DayProgressProps {
  tasks: readonly Task[];
}

/** How much of a day is done, as a ring that closes. */
export function DayProgress({ tasks }: DayProgressProps) {
  const done = tasks.filter((task) => task.completed).length;
  if (tasks.length === 0) return null;
  return (
    <p className={styles.progress} data-complete={done === tasks.length || undefined}>
      <span aria-hidden="true">
        {done}/{tasks.length}
      </span>
      <VisuallyHidden>
        {done} of {tasks.length} done
      </VisuallyHidden>
      <svg className={styles.ring} viewBox="0 0 20 20" aria-hidden="true" focusable="false">
        <circle className={styles.track} cx="10" cy="10" r="8" />
        <circle
          className={styles.value}
          cx="10"
          cy="10"
          r="8"
          pathLength="100"
          strokeDasharray={`${(done / tasks.length) * 100} 100`}
          transform="rotate(-90 10 10)"
        />
        <path className={styles.check} d="M6.500 10.200l2.400 2.400 4.600-4.900" />
      </svg>
    </p>
  );
}
