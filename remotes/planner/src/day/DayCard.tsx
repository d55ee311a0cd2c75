import { memo, useId, useState, type FocusEvent } from 'react';
import { dayLabel, weekdayName, type DayKey, type Task } from '@space/domain';
import { Skeleton } from '@space/ui';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { createStore } from 'zustand/vanilla';
import { busyTaskIds, locallyPlacedIds, pendingTaskIds, useBoard, waitingTasks } from '../board/board.ts';
import { AddTask } from '../composer/AddTask.tsx';
import { FailedTasks } from '../composer/FailedTasks.tsx';
import { LeftoversLine } from '../leftovers/LeftoversLine.tsx';
import { TaskRow } from '../task/TaskRow.tsx';
import { useTaskDrop } from '../task/taskDrag.ts';
import { DayProgress } from './DayProgress.tsx';
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

/** On paper nothing can be unfolded. */
const paper = createStore(() => ({ isPrinting: false }));
// Node, where the pages of a build are found, has no window.
globalThis.window?.addEventListener('beforeprint', () => paper.setState({ isPrinting: true }));
globalThis.window?.addEventListener('afterprint', () => paper.setState({ isPrinting: false }));

const NO_TASKS: readonly Task[] = [];

/**
 * The content of a placeholder, and what a waiting task lacks: nothing of a new task is shown before the server confirms
 * it. The space counts as text: the browser need not sort the page's layers again when the title replaces it.
 */
const PLACEHOLDER: Omit<Task, 'id' | 'task_date'> = {
  title: '\u00A0',
  emoji: null,
  completed: false,
  starred: false,
  pinned: false,
  user_id: '',
  created_at: '',
};

interface DayCardProps {
  day: DayKey;
  /** The first visible day. */
  start: DayKey;
  today: DayKey;
}

/**
 * A day with its rows. The placeholder of a new task is its final row, rendered during the request: the response only has to
 * fill it; so is the row of a task that waits. The list has one tab stop, the row that had the focus last; arrow keys reach
 * the others.
 */
export const DayCard = memo(function DayCard({ day, start, today }: DayCardProps) {
  const tasks = useBoard((state) => state.byDay[day]) ?? NO_TASKS;
  const isKnown = useBoard((state) => state.readAt[day] !== undefined);
  // True in the very first frame too, before the week is requested, so that nothing moves when it is.
  const isUnread = useBoard(
    ({ readAt, isLoading, failure }) => readAt[day] === undefined && (isLoading || failure === null),
  );
  const busyIds = useBoard(useShallow(busyTaskIds(day)));
  const pendingIds = useBoard(useShallow(pendingTaskIds(day)));
  const waiting = useBoard(useShallow(waitingTasks(day)));
  const conflicts = useBoard((state) => state.conflicts);
  // A new task is the last of its day, where a fold would hide it. It alone stays visible, not the others too.
  const placedIds = useBoard(useShallow(locallyPlacedIds(day)));
  const [isUnfolded, setIsUnfolded] = useState(false);
  const isPrinting = useStore(paper, (state) => state.isPrinting);
  const [lastFocusedId, setLastFocusedId] = useState('');
  const drop = useTaskDrop(day);
  const headingId = useId();

  const folded = foldTasks(tasks, placedIds);
  const foldedCount = tasks.length - folded.length;
  const stops = [
    ...(isUnfolded || isPrinting ? tasks : folded),
    ...waiting.map((task) => ({ ...PLACEHOLDER, ...task })),
  ];
  const rows = [...stops, ...pendingIds.map((id) => ({ ...PLACEHOLDER, id, task_date: day }))];
  const tabStopId = stops.some(({ id }) => id === lastFocusedId) ? lastFocusedId : stops[0]?.id;
  const focusProps = {
    onFocus: ({ target }: FocusEvent) =>
      setLastFocusedId(target.closest<HTMLElement>('[data-task]')?.dataset['task'] ?? ''),
  };
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
      {rows.length > 0 && (
        <ul {...focusProps} className={styles.tasks} aria-labelledby={headingId}>
          {rows.map((task) => {
            const isPending = pendingIds.includes(task.id);
            return (
              <TaskRow
                key={task.id}
                task={task}
                start={start}
                today={today}
                isTabStop={task.id === tabStopId}
                isBusy={isPending || busyIds.includes(task.id)}
                isPending={isPending}
                isWaiting={waiting.some(({ id }) => id === task.id)}
                unsavedTitle={conflicts[task.id]}
              />
            );
          })}
        </ul>
      )}
      {isUnread && (
        <div className={styles.empty}>
          <Skeleton lines={2} />
        </div>
      )}
      {isKnown && rows.length === 0 && (
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
