import { useLayoutEffect, useRef } from 'react';
import type { DayKey, UndoneTask } from '@space/domain';
import { Button } from '@space/ui';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import { useBoard } from '../board/board.ts';
import { jumpTo } from '../jump/jump.ts';
import styles from './LeftoversLine.module.css';
import { leftoverWords, leftovers, moveToToday, putOff, stillUndone } from './leftovers.ts';

interface LeftoversLineProps {
  today: DayKey;
}

/** The last line of today's card, if earlier days have unfinished tasks. */
export function LeftoversLine({ today }: LeftoversLineProps) {
  const loaded = useStore(leftovers, (state) => state.undone);
  const undone = useBoard(useShallow(stillUndone(loaded)));
  // Shown together with the day's tasks: content that is already visible must not shift.
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

  // If the focused button goes with the line, the focus moves to 'Add task' before it.
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
