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
  const step = (days: number) => () => onShow(stepWeek(start, days));
  return (
    <div role="group" aria-label="Week navigation" className={styles.navigation} data-print="off">
      <button type="button" className={styles.step} aria-label="Previous week" onClick={step(-7)}>
        <Icon name="chevronsLeft" size={16} />
        Week
      </button>
      <button type="button" className={styles.step} aria-label="Previous day" onClick={step(-1)}>
        <Icon name="chevronLeft" size={16} />
        Day
      </button>
      <button type="button" className={styles.today} onClick={onToday}>
        Today
      </button>
      <button type="button" className={styles.step} aria-label="Next day" onClick={step(1)}>
        Day
        <Icon name="chevronRight" size={16} />
      </button>
      <button type="button" className={styles.step} aria-label="Next week" onClick={step(7)}>
        Week
        <Icon name="chevronsRight" size={16} />
      </button>
    </div>
  );
}
