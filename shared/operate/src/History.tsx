import { atTime } from '@space/domain';
import type { Move } from '@space/store/operator';
import { VisuallyHidden } from '@space/ui';
import styles from './History.module.css';

/** The moves of a remote's pointer, newest first: when, who, what, from which commit, and why. */
export function History({ name, moves }: { name: string; moves: readonly Move[] }) {
  if (moves.length === 0) return null;
  return (
    <details>
      <summary className={styles.summary}>
        Who did what<VisuallyHidden>: {name}</VisuallyHidden>
      </summary>
      <ol className={styles.moves}>
        {moves.map(({ at, who, what, from, to, percent, commit, reason }) => (
          <li key={`${at} ${what}`} className={styles.move}>
            <span className={styles.when}>{`${atTime(at)}, ${who}`}</span>
            <span>
              {[
                `${what} ${to ?? from ?? ''}`,
                ...(percent === undefined ? [] : [`on ${percent} %`]),
                ...(commit === null ? [] : [`(commit ${commit})`]),
              ].join(' ')}
            </span>
            {reason !== null && <span>{reason}</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}
