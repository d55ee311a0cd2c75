import { memo, useEffect, useId, useRef, useState, type FocusEvent } from 'react';
import { dayLabel, weekdayName, type DayKey, type Task } from '@space/domain';
import { useMotion } from '@space/platform';
import { Skeleton, VisuallyHidden } from '@space/ui';
import { create } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { busyTaskIds, pendingTaskIds, unfoldedIds, useBoard, waitingTasks } from '../board/board.ts';
import { AddTask } from '../composer/AddTask.tsx';
import { FailedTasks } from '../composer/FailedTasks.tsx';
import { LeftoversLine } from '../leftovers/Leftovers.tsx';
import parts from '../parts/parts.module.css';
import { TaskRow } from '../task/TaskRow.tsx';
import { useTaskDrop } from '../task/taskDrag.ts';
import styles from './day.module.css';

/** How many tasks of a long day are shown before 'Show more'. */
const FOLD_AT = 8;
/** How many it must hide at least: five rows are saved, for the button takes one itself. */
const LEAST_FOLDED = 6;

/** On paper nothing can be unfolded. */
const usePaper = create(() => ({ isPrinting: false }));
// Node, where the pages of a build are found, has no window.
globalThis.window?.addEventListener('beforeprint', () => usePaper.setState({ isPrinting: true }));
globalThis.window?.addEventListener('afterprint', () => usePaper.setState({ isPrinting: false }));

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
 * A day with its rows. The row of a new task or of one that waits is its final row: the response only fills it. The list has
 * one tab stop, the row that had the focus last; arrow keys reach the others.
 */
export const DayCard = memo(function DayCard({ day, start, today }: DayCardProps) {
  const tasks = useBoard((state) => state.byDay[day]) ?? NO_TASKS;
  const isKnown = useBoard((state) => state.readAt[day] !== undefined);
  // True in the very first frame too, before the week is requested, so that nothing moves when it is.
  const isAwaited = useBoard(({ isLoading, failure }) => isLoading || failure === null);
  const isUnread = !isKnown && isAwaited;
  const busyIds = useBoard(useShallow(busyTaskIds(day)));
  const pendingIds = useBoard(useShallow(pendingTaskIds(day)));
  const waiting = useBoard(useShallow(waitingTasks(day)));
  const conflicts = useBoard((state) => state.conflicts);
  // A new task is the last of its day, where a fold would hide it. It alone stays visible, not the others too.
  const alwaysShown = useBoard(useShallow(unfoldedIds(day)));
  const [isUnfolded, setIsUnfolded] = useState(false);
  const isPrinting = usePaper((state) => state.isPrinting);
  const [lastFocusedId, setLastFocusedId] = useState('');
  const drop = useTaskDrop(day);
  const headingId = useId();

  const unhidden = tasks.filter(
    ({ id, starred, pinned }, index) => index < FOLD_AT || starred || pinned || alwaysShown.includes(id),
  );
  const foldedCount = tasks.length - unhidden.length;
  const isFolded = foldedCount >= LEAST_FOLDED;
  const stops = [
    ...(isFolded && !isUnfolded && !isPrinting ? unhidden : tasks),
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
      className={`${parts.card} ${styles.card}`}
      data-day={day}
      aria-labelledby={headingId}
      aria-busy={isUnread || undefined}
      data-today={isToday || undefined}
      data-past={day < today || undefined}
      data-opens-here={opensHere || undefined}
    >
      <header className={`${parts.wrap} ${styles.head}`}>
        <h3 id={headingId} tabIndex={-1} className={`${parts.heading} ${styles.heading}`}>
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
      {isFolded && (
        <button
          type="button"
          className={`${parts.soft} ${styles.fold}`}
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

/** The same circle as the track, but starting at 12 o'clock: a rotated one would be a layer of its own. */
const CIRCLE_FROM_TOP = 'M10 2a8 8 0 010 16 8 8 0 010-16';
const RAYS =
  'M10 -1v-3M17.800 2.200l2.100-2.100M21 10h3M17.800 17.800l2.100 2.100M10 21v3M2.200 17.800l-2.100 2.100M-1 10h-3M2.200 2.200l-2.100-2.100';

const SPARK: Keyframe[] = [
  { visibility: 'visible', opacity: 0, transform: 'scale(0.7)' },
  { opacity: 1, offset: 0.3 },
  { visibility: 'visible', opacity: 0, transform: 'scale(1.25)' },
];

/** A day's progress as a ring; completing the day on this page closes the ring, with a spark. */
function DayProgress({ tasks }: { tasks: readonly Task[] }) {
  const { isStill } = useMotion();
  const raysRef = useRef<SVGPathElement>(null);
  const done = tasks.filter((task) => task.completed).length;
  const isComplete = done === tasks.length;
  const wasComplete = useRef(isComplete);

  useEffect(() => {
    const isNewlyComplete = isComplete && !wasComplete.current;
    wasComplete.current = isComplete;
    if (isNewlyComplete && !isStill) raysRef.current?.animate(SPARK, { duration: 700, easing: 'ease-out' });
  }, [isComplete, isStill]);

  if (tasks.length === 0) return null;
  return (
    <p className={`${parts.line} ${parts.small} ${styles.progress}`} data-complete={isComplete || undefined}>
      <span aria-hidden="true">{`${done}/${tasks.length}`}</span>
      <VisuallyHidden>{`${done} of ${tasks.length} done`}</VisuallyHidden>
      <svg className={styles.ring} data-print="off" viewBox="0 0 20 20" aria-hidden="true" focusable="false">
        <circle className={styles.track} cx="10" cy="10" r="8" />
        <path
          className={styles.value}
          d={CIRCLE_FROM_TOP}
          pathLength="100"
          strokeDasharray={`${(done / tasks.length) * 100} 100`}
          // At zero a round one would be a dot.
          strokeLinecap={done === 0 ? 'butt' : undefined}
        />
        {isComplete && <path className={styles.check} d="M6.500 10.200l2.400 2.400 4.600-4.900" />}
        <path ref={raysRef} className={styles.spark} d={RAYS} />
      </svg>
    </p>
  );
}
