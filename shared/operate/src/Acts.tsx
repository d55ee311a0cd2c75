import { atTime } from '@space/domain';
import type { RemoteState } from '@space/store/operator';
import { VisuallyHidden } from '@space/ui';
import styles from './Acts.module.css';

/** The log of a remote: its latest actions, newest first. */
export function Acts({ remote: { name, acts } }: { remote: RemoteState }) {
  if (acts.length === 0) return null;
  return (
    <details>
      <summary className={styles.summary}>
        Who did what<VisuallyHidden>: {name}</VisuallyHidden>
      </summary>
      <ol className={styles.acts}>
        {acts.map(({ at, who, what, from, to, reason }) => (
          <li key={`${at} ${what}`} className={styles.act}>
            <span className={styles.when}>{`${atTime(at)}, ${who}`}</span>
            <span>{`${what} ${to ?? from ?? ''}`}</span>
            {reason !== null && <span>{reason}</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}
