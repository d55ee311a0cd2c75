import { type ReactNode, useEffect, useId, useRef } from 'react';
import {
  addDays,
  type DayKey,
  dayLabel,
  dayNumber,
  lastReadText,
  MESSAGES,
  type Task,
  weekdayName,
  weekDays,
} from '@space/domain';
import { linkedText, PixelSprite, VisuallyHidden } from '@space/ui';
import { PixelButton, PixelCard, PixelSkeleton } from '../parts/Pixel.tsx';
import { ARROW_LEFT, ARROW_RIGHT, CHECK, STAR } from '../sprites/icons.ts';
import { BLOCKS, Score } from './Score.tsx';
import { coversWeek, tasksOfDay, useWeek, type WeekScore, weekScore } from './weekStore.ts';
import styles from './Week.module.css';

function TaskLine({ task }: { task: Task }) {
  return (
    <li className={styles.task} data-starred={task.starred || undefined}>
      <span className={styles.text} dir="auto">
        {task.emoji && <span className={styles.emoji}>{task.emoji}</span>}
        {task.completed ? (
          <s className={styles.title}>{linkedText(task.title)}</s>
        ) : (
          <span className={styles.title}>{linkedText(task.title)}</span>
        )}
      </span>
      {(task.completed || task.starred) && (
        <span className={styles.marks}>
          {task.completed && (
            <>
              <PixelSprite frames={[CHECK]} scale={2} />
              <VisuallyHidden>Completed</VisuallyHidden>
            </>
          )}
          {task.starred && (
            <>
              <PixelSprite frames={[STAR]} scale={2} />
              <VisuallyHidden>Starred</VisuallyHidden>
            </>
          )}
        </span>
      )}
    </li>
  );
}

interface DayColumnProps {
  day: DayKey;
  isToday: boolean;
  /** The day's tasks in order, or why there are none to show. */
  tasks: readonly Task[] | 'loading' | 'unknown';
}

function DayColumn({ day, isToday, tasks }: DayColumnProps) {
  const id = useId();
  return (
    <PixelCard
      as="section"
      className={styles.day}
      aria-labelledby={id}
      aria-current={isToday ? 'date' : undefined}
    >
      <h2 id={id} className={styles.name}>
        <span>{weekdayName(day)}</span> <span className={styles.number}>{dayNumber(day)}</span>
      </h2>
      {isToday && <p className={styles.today}>Today</p>}
      {tasks === 'loading' && <PixelSkeleton lines={3} />}
      {tasks === 'unknown' && (
        <p className={styles.quiet} aria-hidden="true">
          ?
        </p>
      )}
      {typeof tasks === 'object' && tasks.length === 0 && <p className={styles.quiet}>No quests</p>}
      {typeof tasks === 'object' && tasks.length > 0 && (
        <ul className={styles.tasks}>
          {tasks.map((task) => (
            <TaskLine key={task.id} task={task} />
          ))}
        </ul>
      )}
    </PixelCard>
  );
}

interface WeekStatusProps {
  /** Null while the tasks are loading. */
  score: WeekScore | null;
  /** When the saved week was read, in words; null once the server has responded. */
  lastRead: string | null;
  isLoading: boolean;
  hasFailed: boolean;
  onRetry: () => void;
}

/** The status of the week. Its height is the same in every state, so that the days below never move. */
function WeekStatus({ score, lastRead, isLoading, hasFailed, onRetry }: WeekStatusProps) {
  return (
    <div className={styles.status}>
      {hasFailed && (
        <div className={styles.failure}>
          <div>
            <p>{MESSAGES.tasks.loadFailed}</p>
            {lastRead !== null && <p className={styles.weekStatusQuiet}>{lastRead}</p>}
          </div>
          <PixelButton isBusy={isLoading} onClick={onRetry}>
            {MESSAGES.remotes.retry}
          </PixelButton>
        </div>
      )}
      {!hasFailed && lastRead !== null && <p className={styles.weekStatusQuiet}>{lastRead}</p>}
      {!hasFailed && lastRead === null && score?.total === 0 && (
        <p className={styles.empty}>No quests this week. Normal mode is where you add some.</p>
      )}
      {!hasFailed && lastRead === null && score?.total !== 0 && <Score score={score} />}
    </div>
  );
}

interface WeekProps {
  weekStart: DayKey;
  today: DayKey;
  onStep: (weeks: 1 | -1) => void;
  onToday: () => void;
}

function WeekHeader({
  weekStart,
  onStep,
  onToday,
  children,
}: Omit<WeekProps, 'today'> & { children: ReactNode }) {
  const end = addDays(weekStart, 6);
  return (
    <PixelCard className={styles.header}>
      <div>
        <h1 className={styles.weekHeaderTitle}>Your week</h1>
        <p>{`${dayLabel(weekStart, end)} – ${dayLabel(end)}, ${end.slice(0, 4)}`}</p>
      </div>
      <div className={styles.keys} data-print="off">
        <PixelButton aria-label="Previous week" onClick={() => onStep(-1)}>
          <PixelSprite frames={[ARROW_LEFT]} scale={2} />
        </PixelButton>
        <PixelButton onClick={onToday}>TODAY</PixelButton>
        <PixelButton aria-label="Next week" onClick={() => onStep(1)}>
          <PixelSprite frames={[ARROW_RIGHT]} scale={2} />
        </PixelButton>
      </div>
      {children}
    </PixelCard>
  );
}

/** Seven columns. Names and dates appear at once, because they need no server; the tasks follow. */
export function Week({ weekStart, today, onStep, onToday }: WeekProps) {
  const loaded = useWeek((state) => (coversWeek(state.loaded, weekStart) ? state.loaded : null));
  const isLoading = useWeek((state) => state.isLoading);
  const hasFailed = useWeek((state) => state.failedWeek === weekStart);
  const load = useWeek((state) => state.load);
  const region = useRef<HTMLElement>(null);
  const hasRetried = useRef(false);
  // The week that this browser has saved is shown, with its age, until the server responds.
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
