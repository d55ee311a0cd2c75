import styles from './DaySkeleton.module.css';

/** Two rows as tasks will stand there: a box and a title. They show after 300 ms, so a quick answer shows none. */
export function DaySkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      <span className={styles.row} />
      <span className={styles.row} />
    </div>
  );
}
