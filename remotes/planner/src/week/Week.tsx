import { useEffect, useId, useRef } from 'react';
import { dayNumber, weekDays, weekLabel, weekdayShort, type DayKey } from '@space/domain';
import { onPossibleChange, useToday } from '@space/platform';
import { Icon, VisuallyHidden } from '@space/ui';
import { sendWaiting } from '../board/waiting.ts';
import { useBoard } from '../board/board.ts';
import { checkForChanges, showWeek } from '../board/load.ts';
import { DayCard } from '../day/DayCard.tsx';
import { useJumps } from '../jump/jump.ts';
import { Keyboard } from '../keys/Keyboard.tsx';
import { leftoversSettled, useLeftovers } from '../leftovers/leftovers.ts';
import styles from './Week.module.css';
import { WaitingElsewhere, WeekFailure, WeekLine, type ShownDays } from './WeekLine.tsx';
import { WeekSummary } from './WeekSummary.tsx';
import { goTo, useArrival, useWeekShortcuts } from './useWeekFocus.ts';
import { useWeekCounts } from './weekCounts.ts';
import { stepWeek, useWeekStart } from './weekStart.ts';

/** Seven days, starting with the first shown one. Names and dates render at once; the tasks follow. */
export function Week() {
  const today = useToday();
  const { start, show } = useWeekStart(today);
  const headingRef = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const days = weekDays(start);
  const counts = useWeekCounts(days);
  const isFirstLoad = useBoard(({ isLoading, readAt }) => isLoading && days.every((day) => !(day in readAt)));
  const arrival = useArrival(isFirstLoad);

  // Before the week, so that its response comes first: today's last line shifts nothing if it comes with the tasks.
  useLeftovers(today, days.includes(today));
  useEffect(() => void showWeek(start, leftoversSettled()), [start]);

  useJumps(days, show);

  useEffect(
    () =>
      onPossibleChange(() => {
        void checkForChanges();
        void sendWaiting();
      }),
    [],
  );

  const showToday = useWeekShortcuts({ start, show }, today);

  return (
    <section className={styles.week} aria-labelledby={headingId}>
      <div className={styles.bar}>
        <div className={styles.which}>
          <h2 id={headingId} ref={headingRef} tabIndex={-1} className={styles.range}>
            {weekLabel(start, today)}
          </h2>
          <WeekLine days={days} today={today} counts={counts} />
        </div>
        <WeekNavigation start={start} onShow={show} onToday={showToday} />
      </div>
      <DayStrip days={days} today={today} counts={counts} />
      <WeekFailure days={days} headingRef={headingRef} />
      <WaitingElsewhere days={days} />
      <div key={arrival} className={styles.days} data-arrived={arrival > 0 || undefined}>
        {days.map((day) => (
          <DayCard key={day} day={day} start={start} today={today} />
        ))}
        <WeekSummary counts={counts} />
      </div>
      <Keyboard />
    </section>
  );
}

interface WeekNavigationProps {
  start: DayKey;
  onShow: (start: DayKey) => void;
  onToday: () => void;
}

function WeekNavigation({ start, onShow, onToday }: WeekNavigationProps) {
  const step = (days: number) => () => onShow(stepWeek(start, days));
  return (
    <div role="group" aria-label="Week navigation" className={styles.navigation} data-print="off">
      <button type="button" aria-label="Previous week" onClick={step(-7)}>
        <Icon name="chevronsLeft" size={16} />
        Week
      </button>
      <button type="button" aria-label="Previous day" onClick={step(-1)}>
        <Icon name="chevronLeft" size={16} />
        Day
      </button>
      <button type="button" className={styles.today} onClick={onToday}>
        Today
      </button>
      <button type="button" aria-label="Next day" onClick={step(1)}>
        Day
        <Icon name="chevronRight" size={16} />
      </button>
      <button type="button" aria-label="Next week" onClick={step(7)}>
        Week
        <Icon name="chevronsRight" size={16} />
      </button>
    </div>
  );
}

/** The seven days in one sticky line, if their cards are in one column: a tap goes to a day. */
function DayStrip({ days, today, counts }: ShownDays) {
  return (
    <nav aria-label="Days" className={styles.strip} data-print="off">
      {days.map((day, index) => {
        const { count = 0, done = 0 } = counts?.days[index] ?? {};
        return (
          <button
            key={day}
            type="button"
            aria-current={day === today ? 'date' : undefined}
            data-open={count > done || undefined}
            onClick={() => goTo(day)}
          >
            <span>{weekdayShort(day)}</span> <span className={styles.number}>{dayNumber(day)}</span>
            {count > done && <VisuallyHidden>{`, ${count - done} to do`}</VisuallyHidden>}
          </button>
        );
      })}
    </nav>
  );
}
