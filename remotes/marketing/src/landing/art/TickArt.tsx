import styles from './Art.module.css';

/** Three tasks: one done, one starred, one on its way to tomorrow. */
export function TickArt() {
  return (
    <svg className={styles.art} viewBox="0 0 320 150" aria-hidden="true" focusable="false">
      <g transform="translate(52 16)">
        <rect className={styles.sheet} width="216" height="34" rx="10" />
        <circle className={styles.lit} cx="20" cy="17" r="8" />
        <path className={styles.tick} d="M16.500 17.200l2.600 2.600 4.600-5" />
        <rect className={styles.word} x="38" y="13" width="96" height="8" rx="4" />
      </g>
      <g transform="translate(52 58)">
        <rect className={styles.gold} width="216" height="34" rx="10" />
        <circle className={styles.ring} cx="20" cy="17" r="8" />
        <rect className={styles.bright} x="38" y="13" width="118" height="8" rx="4" />
        <path
          className={styles.star}
          d="M12 3.500l2.600 5.400 5.900.8-4.300 4.100 1 5.900-5.200-2.800-5.200 2.800 1-5.900L3.500 9.700l5.900-.8z"
          transform="translate(184 5)"
        />
      </g>
      <g transform="translate(52 100)">
        <rect className={styles.sheet} width="216" height="34" rx="10" />
        <circle className={styles.ring} cx="20" cy="17" r="8" />
        <rect className={styles.word} x="38" y="13" width="76" height="8" rx="4" />
        <path className={styles.arrow} d="M186 17h16M196 11l6 6-6 6" />
      </g>
    </svg>
  );
}
