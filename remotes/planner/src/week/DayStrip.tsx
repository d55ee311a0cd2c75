import { dayNumber, weekdayShort, type DayKey } from '@space/domain';
import { VisuallyHidden } from '@space/ui';
import styles from './DayStrip.module.css';
import type { WeekCounts } from './weekCounts.ts';

interface DayStripProps {
  days: readonly DayKey[];
  today: DayKey;
  counts: WeekCounts | null;
  onChoose: (day: DayKey) => void;
}

/** The seven days in one sticky line, if their cards are in one column: a tap goes to a day. */
export function DayStrip({ days, today, counts, onChoose }: DayStripProps) {
  return (
    <nav aria-label="Days" className={styles.strip} data-print="off">
      {days.map((day, index) => {
        const { count = 0, done = 0 } = counts?.days[index] ?? {};
        return (
          <button
            key={day}
            type="button"
            className={styles.day}
            aria-current={day === today ? 'date' : undefined}
            data-open={count > done || undefined}
            onClick={() => onChoose(day)}
          >
            <span>{weekdayShort(day)}</span> <span className={styles.number}>{dayNumber(day)}</span>
            {count > done && <VisuallyHidden>{`, ${count - done} to do`}</VisuallyHidden>}
          </button>
        );
      })}
    </nav>
  );
}
