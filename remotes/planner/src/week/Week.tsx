import { useEffect, useId } from 'react';
import { dayNumber, weekDays, weekLabel, weekdayShort } from '@space/domain';
import { onPossibleChange, useToday } from '@space/platform';
import { Icon, VisuallyHidden } from '@space/ui';
import { sendWaiting } from '../board/waiting.ts';
import { useBoard } from '../board/board.ts';
import { checkForChanges, showWeek } from '../board/load.ts';
import { DayCard } from '../day/DayCard.tsx';
import { useJumps } from '../jump/jump.ts';
import { Keyboard } from '../keys/Keyboard.tsx';
import { leftoversSettled, useLeftovers } from '../leftovers/leftovers.ts';
import parts from '../parts/parts.module.css';
import styles from './Week.module.css';
import { WaitingElsewhere, WeekFailure, WeekLine, type ShownDays } from './WeekLine.tsx';
import { WeekSummary, useWeekCounts } from './WeekSummary.tsx';
import { goTo, useArrival, useWeekShortcuts } from './useWeekFocus.ts';
import { stepWeek, useWeekStart } from './weekStart.ts';

function refreshAndSend(): void {
  void checkForChanges();
  void sendWaiting();
}

/** Seven days, starting with the first shown one. Names and dates render at once; the tasks follow. */
export function Week() {
  const today = useToday();
  const { start, show } = useWeekStart(today);
  const headingId = useId();
  const days = weekDays(start);
  const counts = useWeekCounts(days);
  const isFirstLoad = useBoard(({ isLoading, readAt }) => isLoading && days.every((day) => !(day in readAt)));
  const arrival = useArrival(isFirstLoad);

  // Before the week, so that its response comes first: today's last line shifts nothing if it comes with the tasks.
  useLeftovers(today, days.includes(today));
  useEffect(() => void showWeek(start, leftoversSettled()), [start]);

  useJumps(days, show);

  useEffect(() => onPossibleChange(refreshAndSend), []);

  const showToday = useWeekShortcuts({ start, show }, today);
  const step = (count: number) => () => show(stepWeek(start, count));

  return (
    <section className={styles.week} aria-labelledby={headingId}>
      <div className={styles.bar}>
        <div className={styles.which}>
          <h2 id={headingId} tabIndex={-1} className={parts.heading}>
            {weekLabel(start, today)}
          </h2>
          <WeekLine days={days} today={today} counts={counts} />
        </div>
        <div role="group" aria-label="Week navigation" className={styles.navigation} data-print="off">
          <button type="button" aria-label="Previous week" onClick={step(-7)}>
            <Icon name="chevronsLeft" size={16} />
            Week
          </button>
          <button type="button" aria-label="Previous day" onClick={step(-1)}>
            <Icon name="chevronLeft" size={16} />
            Day
          </button>
          <button type="button" className={styles.today} onClick={showToday}>
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
      </div>
      <DayStrip days={days} today={today} counts={counts} />
      <WeekFailure days={days} />
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
