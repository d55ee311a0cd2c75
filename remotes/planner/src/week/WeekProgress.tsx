import type { WeekCounts } from './weekCounts.ts';
import styles from './WeekProgress.module.css';

interface WeekProgressProps {
  counts: WeekCounts | null;
  /** The text of when the saved week was loaded, until the server confirms the shown week. */
  lastRead: string | null;
}

/** A line on the shown week: how much is done; if it is empty, how to begin; if it comes from storage, how old it is. */
export function WeekProgress({ counts, lastRead }: WeekProgressProps) {
  const progress =
    counts &&
    (counts.count > 0 ? `${counts.done} of ${counts.count} done` : 'A fresh week: pick a day to begin.');
  return <p className={styles.progress}>{lastRead ?? progress}</p>;
}
