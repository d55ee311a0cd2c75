import { MESSAGES } from '@space/domain';
import { PixelButton } from '../parts/PixelButton.tsx';
import { Score } from './Score.tsx';
import type { WeekScore } from './weekScore.ts';
import styles from './WeekStatus.module.css';

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
export function WeekStatus({ score, lastRead, isLoading, hasFailed, onRetry }: WeekStatusProps) {
  return (
    <div className={styles.status}>
      {hasFailed && (
        <div className={styles.failure}>
          <div>
            <p>{MESSAGES.tasks.loadFailed}</p>
            {lastRead !== null && <p className={styles.quiet}>{lastRead}</p>}
          </div>
          <PixelButton isBusy={isLoading} onClick={onRetry}>
            {MESSAGES.remotes.retry}
          </PixelButton>
        </div>
      )}
      {!hasFailed && lastRead !== null && <p className={styles.quiet}>{lastRead}</p>}
      {!hasFailed && lastRead === null && score?.total === 0 && (
        <p className={styles.empty}>No quests this week. Normal mode is where you add some.</p>
      )}
      {!hasFailed && lastRead === null && score?.total !== 0 && <Score score={score} />}
    </div>
  );
}
