import { useEffect, useId, useRef } from 'react';
import { weekDays, weekLabel, weekStartOf } from '@space/domain';
import { onPossibleChange, useToday } from '@space/platform';
import { board, useBoard } from '../board/board.ts';
import { DayCard } from '../day/DayCard.tsx';
import { useJumps } from '../jump/useJumps.ts';
import { useLeftovers } from '../leftovers/useLeftovers.ts';
import { Keyboard } from '../keys/Keyboard.tsx';
import { WaitingList } from '../waiting/WaitingList.tsx';
import { DayStrip } from './DayStrip.tsx';
import styles from './Week.module.css';
import { WeekFailure } from './WeekFailure.tsx';
import { WeekNavigation } from './WeekNavigation.tsx';
import { WeekProgress } from './WeekProgress.tsx';
import { WeekSummary } from './WeekSummary.tsx';
import { useArrival } from './useArrival.ts';
import { useLastRead } from './useLastRead.ts';
import { useReveal } from './useReveal.ts';
import { useWeekCounts } from './useWeekCounts.ts';
import { useWeekShortcuts } from './useWeekShortcuts.ts';
import { useWeekStart } from './useWeekStart.ts';

/** Seven days, starting with the first shown one. Names and dates render at once; the tasks follow. */
export function Week() {
  const today = useToday();
  const { start, show } = useWeekStart(today);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const days = weekDays(start);
  const counts = useWeekCounts(days);
  const lastRead = useLastRead(days, today);
  const { listRef, reveal, goTo } = useReveal(days);
  const isFirstLoad = useBoard(({ isLoading, readAt }) => isLoading && days.every((day) => !(day in readAt)));
  const arrival = useArrival(isFirstLoad);

  // Before the week, so that its response comes first: today's last line shifts nothing if it comes with the tasks.
  useLeftovers(today, days.includes(today));
  useEffect(() => void board.getState().showWeek(start), [start]);

  useJumps(days, show);

  useEffect(() => onPossibleChange(() => void board.getState().checkForChanges()), []);

  function handleToday() {
    show(weekStartOf(today));
    reveal(today);
  }

  useWeekShortcuts({ start, today, onShow: show, onToday: handleToday });

  return (
    <section className={styles.week} aria-labelledby={headingId}>
      <div className={styles.bar}>
        <div className={styles.which}>
          <h2 id={headingId} ref={headingRef} tabIndex={-1} className={styles.range}>
            {weekLabel(start, today)}
          </h2>
          <WeekProgress counts={counts} lastRead={lastRead} />
        </div>
        <WeekNavigation start={start} onShow={show} onToday={handleToday} />
      </div>
      <DayStrip days={days} today={today} counts={counts} onChoose={goTo} />
      <WeekFailure headingRef={headingRef} />
      <WaitingList headingRef={headingRef} />
      <div key={arrival} ref={listRef} className={styles.days} data-arrived={arrival > 0 || undefined}>
        {days.map((day) => (
          <DayCard key={day} day={day} start={start} today={today} />
        ))}
        <WeekSummary counts={counts} />
      </div>
      <Keyboard />
    </section>
  );
}
