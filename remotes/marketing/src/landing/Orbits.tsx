import styles from './Orbits.module.css';

/** Behind the first words: light rising from the week below, and three orbits around it with a small world on each. */
export function Orbits() {
  return (
    <div className={styles.sky} aria-hidden="true">
      <span className={styles.light} />
      <span className={styles.orbit}>
        <span className={styles.world} />
      </span>
      <span className={styles.orbit}>
        <span className={styles.world} />
      </span>
      <span className={styles.orbit}>
        <span className={styles.world} />
      </span>
    </div>
  );
}
