import { useLayoutEffect, useRef } from 'react';
import type { DayKey, UndoneTask } from '@space/domain';
import { Button } from '@space/ui';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { useBoard } from '../board/board.ts';
import { jumpTo } from '../jump/jump.ts';
import styles from './LeftoversLine.module.css';
import { leftoverWords } from './leftoverWords.ts';
import { leftovers, stillUndone } from './leftovers.ts';

interface LeftoversLineProps {
  today: DayKey;
}

/** The last line of today's card, where earlier days have left something undone (rule leftovers). */
export function LeftoversLine({ today }: LeftoversLineProps) {
  const asked = useStore(leftovers, (state) => state.undone);
  const undone = useBoard(useShallow(stillUndone(asked)));
  // With the day's tasks and not before them: what is read first must not be pushed about.
  const isKnown = useBoard(({ readAt }) => readAt[today] !== undefined);
  const [earliest] = undone;

  return isKnown && earliest ? <Line today={today} undone={undone} earliest={earliest.task_date} /> : null;
}

interface LineProps extends LeftoversLineProps {
  undone: readonly UndoneTask[];
  earliest: DayKey;
}

function Line({ today, undone, earliest }: LineProps) {
  const isMoving = useStore(leftovers, (state) => state.isMoving);
  const lineRef = useRef<HTMLDivElement>(null);
  const { moveToday, putOff } = leftovers.getState();

  // The line goes with its buttons: the focus goes to what stands before it.
  useLayoutEffect(() => {
    const line = lineRef.current;
    return () => {
      if (!line?.contains(document.activeElement)) return;
      line.parentElement?.querySelector<HTMLElement>('[data-action="add"]')?.focus({ preventScroll: true });
    };
  }, []);

  return (
    <div
      ref={lineRef}
      role="group"
      aria-label="Left undone"
      aria-busy={isMoving || undefined}
      className={styles.line}
      data-print="off"
    >
      <p className={styles.words}>{leftoverWords(undone, today)}</p>
      <div className={styles.buttons}>
        <Button className={styles.button} onClick={() => jumpTo({ day: earliest, find: 'undone' })}>
          Look
        </Button>
        <Button className={styles.button} isBusy={isMoving} onClick={() => void moveToday(today)}>
          Move to today
        </Button>
        <Button className={styles.button} isBusy={isMoving} onClick={() => putOff(today)}>
          Not now
        </Button>
      </div>
    </div>
  );
}
