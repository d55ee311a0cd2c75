import type { DayKey } from '@space/domain';
import { Button } from '@space/ui';
import { useShallow } from 'zustand/react/shallow';
import { useBoard } from '../board/board.ts';
import { jumpTo } from '../jump/jump.ts';
import { passFocusOn } from '../parts/row.tsx';
import styles from './LeftoversLine.module.css';
import { leftoverWords, moveToToday, putOff, stillUndone } from './leftovers.ts';

/** The last line of today's card, if earlier days have unfinished tasks. */
export function LeftoversLine({ today }: { today: DayKey }) {
  const undone = useBoard(useShallow(stillUndone));
  // Shown together with the day's tasks: content that is already visible must not shift.
  const isKnown = useBoard(({ readAt }) => readAt[today] !== undefined);
  const isMoving = useBoard(({ busy }) => undone.some(({ id }) => busy[id]));
  const [earliest] = undone;
  if (!isKnown || !earliest) return null;
  return (
    <div
      ref={passFocusOn}
      role="group"
      aria-label="Left undone"
      aria-busy={isMoving || undefined}
      className={styles.line}
      data-print="off"
    >
      <p className={styles.words}>{leftoverWords(undone, today)}</p>
      <div className={styles.buttons}>
        <Button className={styles.button} onClick={() => jumpTo({ day: earliest.task_date, find: 'undone' })}>
          Look
        </Button>
        <Button className={styles.button} isBusy={isMoving} onClick={() => void moveToToday(today)}>
          Move to today
        </Button>
        <Button className={styles.button} isBusy={isMoving} onClick={() => putOff(today)}>
          Not now
        </Button>
      </div>
    </div>
  );
}
