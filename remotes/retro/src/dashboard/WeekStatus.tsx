import { MESSAGES } from '@space/domain';
import { PixelButton } from '../parts/PixelButton.tsx';
import { Score } from './Score.tsx';
import type { WeekScore } from './weekScore.ts';
import styles from './WeekStatus.module.css';

interface WeekStatusProps {
  /** Null while the tasks are on their way. */
  score: WeekScore | null;
  isLoading: boolean;
  hasFailed: boolean;
  onRetry: () => void;
}

/** How the week stands, of one height in every state, so that no answer moves the days below it. */
export function WeekStatus({ score, isLoading, hasFailed, onRetry }: WeekStatusProps) {
  return (
    <div className={styles.status}>
      {hasFailed && (
        <div className={styles.failure}>
          <p>{MESSAGES.tasks.loadFailed}</p>
          <PixelButton isBusy={isLoading} onClick={onRetry}>
            {MESSAGES.remotes.retry}
          </PixelButton>
        </div>
      )}
      {!hasFailed && score?.total === 0 && (
        <p className={styles.empty}>No quests this week. Normal mode is where you add some.</p>
      )}
      {!hasFailed && score?.total !== 0 && <Score score={score} />}
    </div>
  );
}
