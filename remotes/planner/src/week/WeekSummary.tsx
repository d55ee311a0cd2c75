import { Constellation } from './Constellation.tsx';
import type { WeekCounts } from './weekCounts.ts';
import styles from './WeekSummary.module.css';
import { weekWords } from './weekWords.ts';

interface WeekSummaryProps {
  counts: WeekCounts | null;
}

/** The week at a glance, in the cell that seven days leave free: its constellation, and what is left to do. */
export function WeekSummary({ counts }: WeekSummaryProps) {
  const summary = counts && weekWords(counts);
  return (
    <div className={styles.summary} data-print="off">
      <Constellation counts={counts} />
      <div>
        <p className={styles.title}>{summary?.title}</p>
        <p className={styles.text}>{summary?.text}</p>
      </div>
    </div>
  );
}
