import { useEffect, useId } from 'react';
import {
  MESSAGES,
  dayNumber,
  lastReadText,
  weekDays,
  weekLabel,
  weekdayShort,
  type DayKey,
} from '@space/domain';
import { onPossibleChange, useIsOnline, useToday } from '@space/platform';
import { Button, Icon, LoadFailure, VisuallyHidden } from '@space/ui';
import { useShallow } from 'zustand/react/shallow';
import { sendWaiting } from '../board/add.ts';
import { jumpTo, useBoard } from '../board/board.ts';
import { checkForChanges, readTime, showWeek } from '../board/load.ts';
import { DayCard } from '../day/DayCard.tsx';
import { Keyboard } from '../keys/keyboard.tsx';
import { leftoversSettled, useLeftovers } from '../leftovers/Leftovers.tsx';
import parts from '../parts/parts.module.css';
import styles from './Week.module.css';
import { WeekSummary, useWeekCounts, type WeekCounts } from './WeekSummary.tsx';
import { goTo, useArrival, useJumps, useWeekShortcuts, useWeekStart } from './navigation.ts';

const refreshAndSend = () => void Promise.all([checkForChanges(), sendWaiting()]);

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

  const { step, showToday } = useWeekShortcuts({ start, show }, today);

  return (
    <section className={`${parts.stack} ${styles.week}`} aria-labelledby={headingId}>
      <div className={`${parts.wrap} ${styles.bar}`}>
        <div className={`${parts.wrap} ${styles.which}`}>
          <h2 id={headingId} tabIndex={-1} className={parts.heading}>
            {weekLabel(start, today)}
          </h2>
          <WeekLine days={days} today={today} counts={counts} />
        </div>
        <div role="group" aria-label="Week navigation" className={styles.navigation} data-print="off">
          <button type="button" aria-label="Previous week" onClick={() => step(-7)}>
            <Icon name="chevronsLeft" size={16} />
            Week
          </button>
          <button type="button" aria-label="Previous day" onClick={() => step(-1)}>
            <Icon name="chevronLeft" size={16} />
            Day
          </button>
          <button type="button" className={styles.today} onClick={showToday}>
            Today
          </button>
          <button type="button" aria-label="Next day" onClick={() => step(1)}>
            Day
            <Icon name="chevronRight" size={16} />
          </button>
          <button type="button" aria-label="Next week" onClick={() => step(7)}>
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

interface ShownDays {
  days: readonly DayKey[];
  today: DayKey;
  counts: WeekCounts | null;
}

const FRESH = 'A fresh week: pick a day to begin.';

/** The line on the shown week: that there is no connection, else how old the saved week is, else how much is done. */
function WeekLine({ days, today, counts }: ShownDays) {
  const isOnline = useIsOnline();
  const failure = useBoard((state) => state.failure);
  const read = useBoard(useShallow((state) => readTime(days, state)));
  const lastRead = read && lastReadText(read.at, today);
  const isUnreachable = failure === 'unreachable' && read !== null;
  const trouble = isOnline ? isUnreachable && MESSAGES.waiting.noAnswer : MESSAGES.offline.reason;
  const progress = counts?.count ? `${counts.done} of ${counts.count} done` : counts && FRESH;
  return (
    <div className={styles.progress}>
      <p role="status" className={styles.trouble}>
        {trouble && (
          <>
            <Icon name="warning" size={16} />
            {[trouble, lastRead && `${lastRead}.`].filter(Boolean).join(' ')}
          </>
        )}
      </p>
      {!trouble && <p>{read?.isSaved ? lastRead : progress}</p>}
    </div>
  );
}

/** Leads to the tasks of other weeks that wait to be sent. */
function WaitingElsewhere({ days }: { days: readonly DayKey[] }) {
  const waiting = useBoard(
    useShallow((state) => state.waiting.filter(({ task_date }) => !days.includes(task_date))),
  );
  const [first] = waiting;
  if (!first) return null;
  return (
    <div className={`${parts.wrap} ${styles.elsewhere}`} data-print="off">
      <p>{MESSAGES.waiting.elsewhere(waiting.length)}</p>
      <Button onClick={() => jumpTo({ day: first.task_date, find: { id: first.id } })}>
        {MESSAGES.waiting.show}
      </Button>
    </div>
  );
}

/** The `ref` of the panel: when it disappears after a successful retry, the week's heading gets the focus. */
const passFocusOn = (panel: HTMLElement | null) => () => {
  if (panel?.contains(document.activeElement))
    panel.closest('section')?.querySelector('h2')?.focus({ preventScroll: true });
};

/** Says that the week could not be loaded, if there is no copy of it or the server refuses it. */
function WeekFailure({ days }: { days: readonly DayKey[] }) {
  const isShown = useBoard(
    (state) => state.failure === 'refused' || (state.failure !== null && readTime(days, state) === null),
  );
  const isLoading = useBoard((state) => state.isLoading);
  const isOnline = useIsOnline();
  if (!isShown) return null;
  return (
    <div ref={passFocusOn}>
      <LoadFailure
        message={MESSAGES.tasks.loadFailed}
        tone={isOnline ? 'danger' : 'info'}
        isRetrying={isLoading}
        onRetry={() => void showWeek()}
      />
    </div>
  );
}
