import type { DayKey } from '@space/domain';
import { Icon } from '@space/ui';
import styles from './WeekNavigation.module.css';
import { stepWeek } from './weekParam.ts';

interface WeekNavigationProps {
  start: DayKey;
  onShow: (start: DayKey) => void;
  onToday: () => void;
}

/** Steps through time by weeks and days, and back to the current week. */
export function WeekNavigation({ start, onShow, onToday }: WeekNavigationProps) {
  const step = (days: number) => () => {
    onShow(stepWeek(start, days));
  };
  return (
    <div role="group" aria-label="Week navigation" className={styles.navigation}>
      <button type="button" className={styles.step} aria-label="Previous week" onClick={step(-7)}>
        <Icon name="chevronsLeft" />
        <span className={styles.word}>Week</span>
      </button>
      <button type="button" className={styles.step} aria-label="Previous day" onClick={step(-1)}>
        <Icon name="chevronLeft" />
        <span className={styles.word}>Day</span>
      </button>
      <button type="button" className={styles.today} onClick={onToday}>
        Today
      </button>
      <button type="button" className={styles.step} aria-label="Next day" onClick={step(1)}>
        <span className={styles.word}>Day</span>
        <Icon name="chevronRight" />
      </button>
      <button type="button" className={styles.step} aria-label="Next week" onClick={step(7)}>
        <span className={styles.word}>Week</span>
        <Icon name="chevronsRight" />
      </button>
    </div>
  );
}
