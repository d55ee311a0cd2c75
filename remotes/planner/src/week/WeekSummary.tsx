import { weekdayShort } from '@space/domain';
import type { WeekCounts } from './weekCounts.ts';
import styles from './WeekSummary.module.css';

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

function wordsOf({ count, done, starredLeft }: WeekCounts): { title: string; text: string } {
  const left = count - done;
  if (count === 0) {
    return {
      title: 'Seven open days',
      text: 'Start with the one thing that matters most, and give it a star.',
    };
  }
  if (left === 0)
    return { title: 'All done', text: 'Everything you planned is behind you. Enjoy the quiet.' };
  const title = left === 1 ? 'One task to go' : `${left} tasks to go`;
  if (starredLeft === 0) return { title, text: 'A star lights up for every day you finish.' };
  if (left === 1) return { title, text: 'It has your star.' };
  return {
    title,
    text: starredLeft === 1 ? 'One of them has your star.' : `${starredLeft} of them have your star.`,
  };
}

/** The shown days as seven stars; a finished day shines. Decorative: the text beside it says the same. */
function Constellation({ counts }: WeekSummaryProps) {
  const isComplete = counts !== null && counts.count > 0 && counts.done === counts.count;
  return (
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
  );
}

interface WeekSummaryProps {
  counts: WeekCounts | null;
}

export function WeekSummary({ counts }: WeekSummaryProps) {
  const words = counts && wordsOf(counts);
  return (
    <div className={styles.summary} data-print="off">
      <Constellation counts={counts} />
      <div>
        <p className={styles.title}>{words?.title}</p>
        <p className={styles.text}>{words?.text}</p>
      </div>
    </div>
  );
}
