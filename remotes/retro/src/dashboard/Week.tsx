import { useEffect, useRef } from 'react';
import { MESSAGES, weekDays } from '@space/domain';
import type { DayKey } from '@space/domain';
import { PixelButton } from '../parts/PixelButton.tsx';
import { PixelNotice } from '../parts/PixelNotice.tsx';
import { DayColumn } from './DayColumn.tsx';
import styles from './Week.module.css';
import { useWeek } from './useWeek.ts';
import { coversWeek, tasksOfDay } from './weekStore.ts';

interface WeekProps {
  weekStart: DayKey;
  today: DayKey;
}

/** Seven columns. They stand at once, because names and dates need no server; the tasks follow. */
export function Week({ weekStart, today }: WeekProps) {
  const loaded = useWeek((state) => (coversWeek(state.loaded, weekStart) ? state.loaded : null));
  const isLoading = useWeek((state) => state.isLoading);
  const hasFailed = useWeek((state) => state.failedWeek === weekStart);
  const load = useWeek((state) => state.load);
  const region = useRef<HTMLElement>(null);
  const hasRetried = useRef(false);
  const isFailure = hasFailed && !loaded;

  // The Retry button is gone once the tasks are there: its focus goes to the week, not to nowhere.
  useEffect(() => {
    if (!loaded) return;
    if (hasRetried.current && document.activeElement === document.body) region.current?.focus();
    hasRetried.current = false;
  }, [loaded]);

  const handleRetry = () => {
    hasRetried.current = true;
    void load(weekStart);
  };

  const days = weekDays(weekStart);
  const lists = loaded && days.map((day) => tasksOfDay(loaded, day));
  return (
    <section ref={region} className={styles.region} aria-label="Week" aria-busy={isLoading} tabIndex={-1}>
      {isFailure && (
        <PixelNotice tone="danger">
          <p>{MESSAGES.tasks.loadFailed}</p>
          <PixelButton isBusy={isLoading} onClick={handleRetry}>
            {MESSAGES.remotes.retry}
          </PixelButton>
        </PixelNotice>
      )}
      {lists?.every((list) => list.length === 0) && (
        <p className={styles.empty}>No tasks in this week. Normal mode is where you add some.</p>
      )}
      <div className={styles.week}>
        {days.map((day, index) => (
          <DayColumn
            key={day}
            day={day}
            isToday={day === today}
            tasks={lists?.[index] ?? (isFailure ? 'unknown' : 'loading')}
          />
        ))}
      </div>
    </section>
  );
}
