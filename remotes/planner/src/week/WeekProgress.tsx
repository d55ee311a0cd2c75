import type { DayKey } from '@space/domain';
import { useBoard } from '../board/board.ts';
import styles from './WeekProgress.module.css';

interface WeekProgressProps {
  days: readonly DayKey[];
}

/** How much of the shown week is done, in one line. */
export function WeekProgress({ days }: WeekProgressProps) {
  const count = useBoard(({ byDay }) => days.reduce((sum, day) => sum + (byDay[day]?.length ?? 0), 0));
  const done = useBoard(({ byDay }) =>
    days.reduce((sum, day) => sum + (byDay[day]?.filter((task) => task.completed).length ?? 0), 0),
  );
  return (
    <p className={styles.progress}>
      {count > 0 && (
        <>
          {done} of {count} done
        </>
      )}
    </p>
  );
}
