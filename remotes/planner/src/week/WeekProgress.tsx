import type { WeekCounts } from './weekCounts.ts';
import styles from './WeekProgress.module.css';

interface WeekProgressProps {
  counts: WeekCounts | null;
}

/** How much of the shown week is done, in one line; for an empty one, how to begin. */
export function WeekProgress({ counts }: WeekProgressProps) {
  return (
    <p className={styles.progress}>
      {counts &&
        (counts.count > 0 ? `${counts.done} of ${counts.count} done` : 'A fresh week: pick a day to begin.')}
    </p>
  );
}
