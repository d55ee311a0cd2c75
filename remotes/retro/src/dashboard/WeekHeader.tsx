import { addDays, dayLabel } from '@space/domain';
import type { DayKey } from '@space/domain';
import { Icon } from '@space/ui';
import { PixelButton } from '../parts/PixelButton.tsx';
import styles from './WeekHeader.module.css';

interface WeekHeaderProps {
  weekStart: DayKey;
  /** Reports a step of so many weeks. */
  onStep: (weeks: 1 | -1) => void;
}

export function WeekHeader({ weekStart, onStep }: WeekHeaderProps) {
  const end = addDays(weekStart, 6);
  return (
    <div className={styles.header}>
      <PixelButton aria-label="Previous week" onClick={() => onStep(-1)}>
        <Icon name="arrowLeft" />
      </PixelButton>
      <p className={styles.range}>
        {dayLabel(weekStart)} – {dayLabel(end)}, {end.slice(0, 4)}
      </p>
      <PixelButton aria-label="Next week" onClick={() => onStep(1)}>
        <Icon name="arrowRight" />
      </PixelButton>
    </div>
  );
}
