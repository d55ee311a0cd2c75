import { MESSAGES } from '@space/domain';
import { PixelButton } from '../parts/PixelButton.tsx';
import { PixelNotice } from '../parts/PixelNotice.tsx';
import { Score } from './Score.tsx';
import type { WeekScore } from './weekScore.ts';
import styles from './WeekStatus.module.css';

interface WeekStatusProps {
  score: WeekScore | null;
  isLoading: boolean;
  hasFailed: boolean;
  onRetry: () => void;
}

/** One line above the days, of one height in every state, so that no answer moves the days below it. */
export function WeekStatus({ score, isLoading, hasFailed, onRetry }: WeekStatusProps) {
  return (
    <div className={styles.status}>
      {hasFailed ? (
        <PixelNotice tone="danger">
          <p>{MESSAGES.tasks.loadFailed}</p>
          <PixelButton isBusy={isLoading} onClick={onRetry}>
            {MESSAGES.remotes.retry}
          </PixelButton>
        </PixelNotice>
      ) : score?.total === 0 ? (
        <p className={styles.empty}>No quests this week. Normal mode is where you add some.</p>
      ) : (
        <Score score={score} />
      )}
    </div>
  );
}
