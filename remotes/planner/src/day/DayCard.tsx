import { memo, useId, useState, useSyncExternalStore } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { dayLabel, weekdayName, type DayKey, type Task } from '@space/domain';
import { Skeleton } from '@space/ui';
import { locallyPlacedIds, pendingTaskIds, useBoard, waitingTasks } from '../board/board.ts';
import { AddTask } from '../composer/AddTask.tsx';
import { FailedTasks } from '../composer/FailedTasks.tsx';
import { LeftoversLine } from '../leftovers/LeftoversLine.tsx';
import { useTaskDrop } from '../task/taskDrag.ts';
import { DayProgress } from './DayProgress.tsx';
import { TaskList } from './TaskList.tsx';
import styles from './day.module.css';

/** How many tasks of a long day are shown before 'Show more'. */
const FOLD_AT = 8;
/** How many it must hide at least: five rows are saved, for the button takes one itself. */
const LEAST_FOLDED = 6;

/**
 * Takes a day's tasks in display order, and the ids of those that were added, moved or restored there on this page; returns
 * the tasks that are visible while the day is folded. Placed, starred and pinned tasks are never hidden.
 */
function foldTasks(tasks: readonly Task[], placed: readonly string[]): readonly Task[] {
  const shown = tasks.filter(
    ({ id, starred, pinned }, index) => index < FOLD_AT || starred || pinned || placed.includes(id),
  );
  return tasks.length - shown.length < LEAST_FOLDED ? tasks : shown;
}

let isPrinting = false;

function watchPrinting(onChange: () => void): () => void {
  const handle = ({ type }: Event) => {
    isPrinting = type === 'beforeprint';
    onChange();
  };
  window.addEventListener('beforeprint', handle);
  window.addEventListener('afterprint', handle);
  return () => {
    window.removeEventListener('beforeprint', handle);
    window.removeEventListener('afterprint', handle);
  };
}

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
    ({ readAt, isLoading, failure }) => readAt[day] === undefined && (isLoading || failure === null),
  );
  const pendingIds = useBoard(useShallow(pendingTaskIds(day)));
  const waiting = useBoard(useShallow(waitingTasks(day)));
  // A new task is the last of its day, where a fold would hide it. It alone stays visible, not the others too.
  const placedIds = useBoard(useShallow(locallyPlacedIds(day)));
  const [isUnfolded, setIsUnfolded] = useState(false);
  // On paper nothing can be unfolded.
  const isOnPaper = useSyncExternalStore(watchPrinting, () => isPrinting);
  const drop = useTaskDrop(day);
  const headingId = useId();

  const folded = foldTasks(tasks, placedIds);
  const shown = isUnfolded || isOnPaper ? tasks : folded;
  const foldedCount = tasks.length - folded.length;
  const isToday = day === today;
  // On a phone today is several screens below the first day. The shell scrolls to it.
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
      {shown.length + waiting.length + pendingIds.length > 0 && (
        <TaskList
          tasks={shown}
          waiting={waiting}
          pendingIds={pendingIds}
          day={day}
          start={start}
          today={today}
          headingId={headingId}
        />
      )}
      {isUnread && (
        <div className={styles.empty}>
          <Skeleton lines={2} />
        </div>
      )}
      {isKnown && tasks.length + waiting.length + pendingIds.length === 0 && (
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
