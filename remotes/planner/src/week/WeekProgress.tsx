import type { WeekCounts } from './weekCounts.ts';
import styles from './WeekProgress.module.css';

interface WeekProgressProps {
  counts: WeekCounts | null;
  /** When the shown week was read, where the server has not confirmed it yet. */
  lastRead: string | null;
}

/** How much of the shown week is done, in one line; for an empty one, how to begin; for one out of storage, how old it is. */
export function WeekProgress({ counts, lastRead }: WeekProgressProps) {
  return (
    <p className={styles.progress}>
      {lastRead}
      {lastRead === null &&
        counts &&
        (counts.count > 0 ? `${counts.done} of ${counts.count} done` : 'A fresh week: pick a day to begin.')}
    </p>
  );
}
