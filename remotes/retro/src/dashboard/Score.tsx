import { PixelSprite } from '@space/ui';
import { HEART } from '../sprites/icons.ts';
import styles from './Score.module.css';
import type { WeekScore } from './weekStore.ts';

export const BLOCKS = 10;

interface ScoreProps {
  /** Null while the tasks are loading. */
  score: WeekScore | null;
}

export function Score({ score }: ScoreProps) {
  const isClear = score !== null && score.done === score.total;
  return (
    <div className={styles.score}>
      <p className={styles.words}>
        <span>{score ? `DONE ${score.done}/${score.total}` : 'LOADING'}</span>
        {isClear && (
          <span className={styles.clear}>
            <PixelSprite frames={[HEART]} scale={2} />
            Week clear!
          </span>
        )}
      </p>
      <div className={styles.bar} data-print="off" aria-hidden="true" data-clear={isClear || undefined}>
        {Array.from({ length: BLOCKS }, (_, block) => (
          <span key={block} className={styles.block} data-lit={block < (score?.lit ?? 0) || undefined} />
        ))}
      </div>
    </div>
  );
}
