import type { ReactNode } from 'react';
import { addDays, dayLabel, type DayKey } from '@space/domain';
import { PixelSprite } from '@space/ui';
import { PixelButton } from '../parts/PixelButton.tsx';
import { PixelCard } from '../parts/PixelCard.tsx';
import { ARROW_LEFT, ARROW_RIGHT } from '../sprites/icons.ts';
import styles from './WeekHeader.module.css';

interface WeekHeaderProps {
  weekStart: DayKey;
  onStep: (weeks: 1 | -1) => void;
  onToday: () => void;
  /** The status of the week. */
  children: ReactNode;
}

export function WeekHeader({ weekStart, onStep, onToday, children }: WeekHeaderProps) {
  const end = addDays(weekStart, 6);
  return (
    <PixelCard className={styles.header}>
      <div>
        <h1 className={styles.title}>Your week</h1>
        <p>{`${dayLabel(weekStart, end)} – ${dayLabel(end)}, ${end.slice(0, 4)}`}</p>
      </div>
      <div className={styles.keys} data-print="off">
        <PixelButton aria-label="Previous week" onClick={() => onStep(-1)}>
          <PixelSprite frames={[ARROW_LEFT]} scale={2} />
        </PixelButton>
        <PixelButton onClick={onToday}>TODAY</PixelButton>
        <PixelButton aria-label="Next week" onClick={() => onStep(1)}>
          <PixelSprite frames={[ARROW_RIGHT]} scale={2} />
        </PixelButton>
      </div>
      {children}
    </PixelCard>
  );
}
