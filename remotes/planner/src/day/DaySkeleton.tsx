import styles from './DaySkeleton.module.css';

/** Two placeholder rows: a checkbox and a title. They appear after 300 ms, so a fast response shows none. */
export function DaySkeleton() {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      <span className={styles.row} />
      <span className={styles.row} />
    </div>
  );
}
