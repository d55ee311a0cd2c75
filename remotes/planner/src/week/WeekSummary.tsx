import { Constellation } from './Constellation.tsx';
import type { WeekCounts } from './weekCounts.ts';
import styles from './WeekSummary.module.css';
import { weekWords } from './weekWords.ts';

interface WeekSummaryProps {
  counts: WeekCounts | null;
}

/** The week at a glance, in the cell that seven days leave free: its seven stars, and what is left. */
export function WeekSummary({ counts }: WeekSummaryProps) {
  const said = counts && weekWords(counts);
  return (
    <div className={styles.summary} data-print="off">
      <Constellation counts={counts} />
      <div>
        <p className={styles.title}>{said?.title}</p>
        <p className={styles.text}>{said?.text}</p>
      </div>
    </div>
  );
}
