import { useCallback, type RefObject } from 'react';
import { MESSAGES, lastReadText, type DayKey } from '@space/domain';
import { useIsOnline } from '@space/platform';
import { Button, Icon, LoadFailure } from '@space/ui';
import { useShallow } from 'zustand/react/shallow';
import { useBoard } from '../board/board.ts';
import { readTime, refresh } from '../board/load.ts';
import { jumpTo } from '../jump/jump.ts';
import type { WeekCounts } from './weekCounts.ts';
import styles from './Week.module.css';

export interface ShownDays {
  days: readonly DayKey[];
  today: DayKey;
  counts: WeekCounts | null;
}

function progressText(counts: WeekCounts | null): string | null {
  if (counts === null) return null;
  return counts.count > 0 ? `${counts.done} of ${counts.count} done` : 'A fresh week: pick a day to begin.';
}

/**
 * The line on the shown week: that there is no connection, and from when the week is; else how old the saved week is until
 * the server responds; else how much is done, and for an empty week how to begin.
 */
export function WeekLine({ days, today, counts }: ShownDays) {
  const isOnline = useIsOnline();
  const failure = useBoard((state) => state.failure);
  const [at, isSaved] = useBoard(
    useShallow((state) => {
      const time = readTime(days, state);
      return [time?.at ?? null, time?.isSaved];
    }),
  );
  const lastRead = at === null ? null : lastReadText(at, today);
  const isUnreachable = failure === 'unreachable' && at !== null;
  const trouble = isOnline ? isUnreachable && MESSAGES.waiting.noAnswer : MESSAGES.offline.reason;
  return (
    <div className={styles.progress}>
      <p role="status" className={styles.trouble}>
        {trouble && (
          <>
            <Icon name="warning" size={16} />
            {[trouble, lastRead && `${lastRead}.`].filter(Boolean).join(' ')}
          </>
        )}
      </p>
      {!trouble && <p>{isSaved ? lastRead : progressText(counts)}</p>}
    </div>
  );
}

/** Leads to the tasks of other weeks that wait to be sent. */
export function WaitingElsewhere({ days }: { days: readonly DayKey[] }) {
  const waiting = useBoard(
    useShallow((state) => state.waiting.filter(({ task_date }) => !days.includes(task_date))),
  );
  const [first] = waiting;
  if (!first) return null;
  return (
    <div className={styles.elsewhere} data-print="off">
      <p>{MESSAGES.waiting.elsewhere(waiting.length)}</p>
      <Button onClick={() => jumpTo({ day: first.task_date, find: { id: first.id } })}>
        {MESSAGES.waiting.show}
      </Button>
    </div>
  );
}

interface WeekFailureProps {
  days: readonly DayKey[];
  /** Gets the focus when the panel disappears after a successful retry. */
  headingRef: RefObject<HTMLElement | null>;
}

/** Says that the week could not be loaded, if there is no copy of it or the server refuses it. */
export function WeekFailure({ days, headingRef }: WeekFailureProps) {
  const isShown = useBoard(
    (state) => state.failure === 'refused' || (state.failure !== null && readTime(days, state) === null),
  );
  const isLoading = useBoard((state) => state.isLoading);
  const isOnline = useIsOnline();
  const passFocusOn = useCallback(
    (panel: HTMLElement | null) => () => {
      if (panel?.contains(document.activeElement)) headingRef.current?.focus({ preventScroll: true });
    },
    [headingRef],
  );

  if (!isShown) return null;
  return (
    <div ref={passFocusOn}>
      <LoadFailure
        message={MESSAGES.tasks.loadFailed}
        tone={isOnline ? 'danger' : 'info'}
        isRetrying={isLoading}
        onRetry={() => void refresh()}
      />
    </div>
  );
}
