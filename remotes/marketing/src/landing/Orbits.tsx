import styles from './Orbits.module.css';

/** The background of the hero: light from the week below, and three orbits with a small planet on each. */
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
