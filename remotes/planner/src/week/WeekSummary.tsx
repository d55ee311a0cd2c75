import { Constellation } from './Constellation.tsx';
import type { WeekCounts } from './weekCounts.ts';
import styles from './WeekSummary.module.css';

interface WeekSummaryProps {
  counts: WeekCounts | null;
}

function words({ count, done, starred }: WeekCounts): { title: string; text: string } {
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
  if (starred === 0) return { title, text: 'A star lights up for every day you finish.' };
  return { title, text: starred === 1 ? 'One of them has your star.' : `${starred} of them have your star.` };
}

/** The week at a glance, in the cell that seven days leave free: its seven stars, and what is left. */
export function WeekSummary({ counts }: WeekSummaryProps) {
  const said = counts && words(counts);
  return (
    <div className={styles.summary}>
      <Constellation counts={counts} />
      <div>
        <p className={styles.title}>{said?.title}</p>
        <p className={styles.text}>{said?.text}</p>
      </div>
    </div>
  );
}
