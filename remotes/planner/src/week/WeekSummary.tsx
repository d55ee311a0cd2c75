import { weekdayShort, type DayKey, type Task } from '@space/domain';
import { useBoardAfterPaint } from '../board/board.ts';
import styles from './WeekSummary.module.css';

export type WeekCounts = NonNullable<ReturnType<typeof useWeekCounts>>;

const countOf = (tasks: readonly Task[] = []) => ({
  count: tasks.length,
  done: tasks.filter((task) => task.completed).length,
});

/** Counts the tasks of the shown days; null until all are loaded. A change is painted in its day a frame earlier. */
export function useWeekCounts(days: readonly DayKey[]) {
  const byDay = useBoardAfterPaint((state) =>
    days.every((day) => day in state.readAt) ? state.byDay : null,
  );
  if (!byDay) return null;
  const tasks = days.flatMap((day) => byDay[day] ?? []);
  return {
    ...countOf(tasks),
    days: days.map((day) => ({ day, ...countOf(byDay[day]) })),
    starredLeft: tasks.filter((task) => task.starred && !task.completed).length,
  };
}

/** The Plough (Big Dipper), from the end of its handle round the bowl: seven stars, one for each day. */
const STARS = [
  { x: 12, y: 62 },
  { x: 52, y: 30 },
  { x: 84, y: 34 },
  { x: 118, y: 46 },
  { x: 124, y: 84 },
  { x: 188, y: 88 },
  { x: 196, y: 40 },
] as const;

const LINE = `M${STARS.map(({ x, y }) => `${x} ${y}`).join('L')}L${STARS[3].x} ${STARS[3].y}`;

function wordsOf({ count, done, starredLeft }: WeekCounts): [title: string, text: string] {
  const left = count - done;
  if (count === 0)
    return ['Seven open days', 'Start with the one thing that matters most, and give it a star.'];
  if (left === 0) return ['All done', 'Everything you planned is behind you. Enjoy the quiet.'];
  const title = left === 1 ? 'One task to go' : `${left} tasks to go`;
  if (starredLeft === 0) return [title, 'A star lights up for every day you finish.'];
  if (left === 1) return [title, 'It has your star.'];
  return [title, starredLeft === 1 ? 'One of them has your star.' : `${starredLeft} of them have your star.`];
}

/** The shown days as seven stars, of which a finished day shines, and the same in words. */
export function WeekSummary({ counts }: { counts: WeekCounts | null }) {
  const [title, text] = counts ? wordsOf(counts) : [];
  const isComplete = counts !== null && counts.count > 0 && counts.done === counts.count;
  return (
    <div className={styles.summary} data-print="off">
      <svg className={styles.sky} viewBox="0 0 208 104" aria-hidden="true" focusable="false">
        <path className={styles.line} d={LINE} data-complete={isComplete || undefined} />
        {STARS.map(({ x, y }, index) => {
          const day = counts?.days[index];
          const isOpen = day && day.done < day.count;
          const isDone = isComplete || (day && day.count > 0 && !isOpen);
          return (
            <g key={x} data-state={isDone ? 'done' : isOpen ? 'open' : undefined}>
              <circle className={styles.star} cx={x} cy={y} />
              <text className={styles.letter} x={x} y={index === 4 || index === 5 ? y + 20 : y - 13}>
                {day && weekdayShort(day.day).slice(0, 1)}
              </text>
            </g>
          );
        })}
      </svg>
      <div>
        <p className={styles.title}>{title}</p>
        <p className={styles.text}>{text}</p>
      </div>
    </div>
  );
}
