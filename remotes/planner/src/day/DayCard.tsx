import { memo, useId, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { dayLabel, weekdayName, type DayKey, type Task } from '@space/domain';
import { useBoard } from '../board/board.ts';
import { locallyPlacedIds, pendingTaskIds } from '../board/selectors.ts';
import { AddTask } from '../composer/AddTask.tsx';
import { FailedTasks } from '../composer/FailedTasks.tsx';
import { LeftoversLine } from '../leftovers/LeftoversLine.tsx';
import styles from './DayCard.module.css';
import { DayProgress } from './DayProgress.tsx';
import { DaySkeleton } from './DaySkeleton.tsx';
import { TaskList } from './TaskList.tsx';
import { foldTasks } from './foldTasks.ts';
import { useIsPrinting } from './useIsPrinting.ts';
import { useTaskDrop } from '../task/taskDrag.ts';

interface DayCardProps {
  day: DayKey;
  /** The first visible day. */
  start: DayKey;
  today: DayKey;
}

const NO_TASKS: readonly Task[] = [];

export const DayCard = memo(function DayCard({ day, start, today }: DayCardProps) {
  const tasks = useBoard((state) => state.byDay[day]) ?? NO_TASKS;
  const isKnown = useBoard((state) => state.readAt[day] !== undefined);
  // True in the very first frame too, before the week is requested, so that nothing moves when it is.
  const isUnread = useBoard(
    ({ readAt, isLoading, hasFailed }) => readAt[day] === undefined && (isLoading || !hasFailed),
  );
  const pendingIds = useBoard(useShallow(pendingTaskIds(day)));
  // A new task is the last of its day, where a fold would hide it. It alone stays visible, not the others too.
  const placedIds = useBoard(useShallow(locallyPlacedIds(day)));
  const [isUnfolded, setIsUnfolded] = useState(false);
  const isPrinting = useIsPrinting();
  const drop = useTaskDrop(day);
  const headingId = useId();

  const shown = foldTasks(tasks, isUnfolded || isPrinting, placedIds);
  const foldedCount = tasks.length - foldTasks(tasks, false, placedIds).length;
  const isToday = day === today;
  // On a phone today is several screens below the first day (rule week-view). The shell scrolls to it.
  const opensHere = isToday && day !== start && matchMedia('(width < 700px)').matches;

  return (
    <section
      {...drop}
      className={styles.card}
      data-day={day}
      aria-labelledby={headingId}
      aria-busy={isUnread || undefined}
      data-today={isToday || undefined}
      data-past={day < today || undefined}
      data-opens-here={opensHere || undefined}
    >
      <header className={styles.head}>
        <h3 id={headingId} tabIndex={-1} className={styles.heading}>
          <span>{weekdayName(day)}</span>{' '}
          <time className={styles.date} dateTime={day} aria-current={isToday ? 'date' : undefined}>
            {dayLabel(day)}
          </time>
        </h3>
        {isToday && (
          <span className={styles.badge} data-print="off">
            Today
          </span>
        )}
        <DayProgress tasks={tasks} />
      </header>
      {(shown.length > 0 || pendingIds.length > 0) && (
        <TaskList
          tasks={shown}
          pendingIds={pendingIds}
          day={day}
          start={start}
          today={today}
          headingId={headingId}
        />
      )}
      {isUnread && <DaySkeleton />}
      {isKnown && tasks.length === 0 && pendingIds.length === 0 && (
        <p className={styles.empty} data-print="off">
          Nothing planned yet
        </p>
      )}
      {foldedCount > 0 && (
        <button
          type="button"
          className={styles.fold}
          data-print="off"
          aria-expanded={isUnfolded}
          onClick={() => setIsUnfolded(!isUnfolded)}
        >
          {isUnfolded ? 'Show less' : `Show ${foldedCount} more`}
        </button>
      )}
      <FailedTasks day={day} />
      <AddTask day={day} headingId={headingId} />
      {isToday && <LeftoversLine today={today} />}
    </section>
  );
});
