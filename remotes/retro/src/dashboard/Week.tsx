import { useEffect, useRef } from 'react';
import { lastReadText, weekDays, type DayKey } from '@space/domain';
import { DayColumn } from './DayColumn.tsx';
import { BLOCKS } from './Score.tsx';
import styles from './Week.module.css';
import { WeekHeader } from './WeekHeader.tsx';
import { WeekStatus } from './WeekStatus.tsx';
import { useWeek } from './useWeek.ts';
import { weekScore } from './weekScore.ts';
import { coversWeek, tasksOfDay } from './weekStore.ts';

interface WeekProps {
  weekStart: DayKey;
  today: DayKey;
  /** Called to move by one week, forward or back. */
  onStep: (weeks: 1 | -1) => void;
  /** Called to return to the current week. */
  onToday: () => void;
}

/** Seven columns. Names and dates appear at once, because they need no server; the tasks follow. */
export function Week({ weekStart, today, onStep, onToday }: WeekProps) {
  const loaded = useWeek((state) => (coversWeek(state.loaded, weekStart) ? state.loaded : null));
  const isLoading = useWeek((state) => state.isLoading);
  const hasFailed = useWeek((state) => state.failedWeek === weekStart);
  const load = useWeek((state) => state.load);
  const region = useRef<HTMLElement>(null);
  const hasRetried = useRef(false);
  // The week that this browser has saved is shown, with its age, until the server responds (rule saved-week).
  const savedAt = loaded?.savedAt;
  const isFailure = hasFailed && (!loaded || savedAt !== undefined);

  // The Retry button disappears when the tasks are loaded, so its focus moves to the week.
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
      <WeekHeader weekStart={weekStart} onStep={onStep} onToday={onToday}>
        <WeekStatus
          score={lists && weekScore(lists, BLOCKS)}
          lastRead={savedAt === undefined ? null : lastReadText(savedAt, today)}
          isLoading={isLoading}
          hasFailed={isFailure}
          onRetry={handleRetry}
        />
      </WeekHeader>
      {/* Remounted when the tasks are loaded: new elements do not count as a layout shift. */}
      <div key={loaded ? 'tasks' : 'places'} className={styles.week}>
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
