import styles from './Art.module.css';

/** One planet, one orbit, one moon: nothing else. */
export function OrbitArt() {
  return (
    <svg className={styles.art} viewBox="0 0 320 150" aria-hidden="true" focusable="false">
      <g transform="rotate(-14 160 75)">
        <path className={styles.line} d="M58 75a102 30 0 0 1 204 0" />
      </g>
      <circle className={styles.planet} cx="160" cy="75" r="44" />
      <path className={styles.shade} d="M128 44.800a44 44 0 1 0 62 62a50 50 0 0 1-62-62z" />
      <g transform="rotate(-14 160 75)">
        <path className={styles.front} d="M58 75a102 30 0 0 0 204 0" />
        <circle className={styles.moon} cx="238" cy="94.500" r="8" />
      </g>
      <circle className={styles.speck} cx="52" cy="34" r="2" />
      <circle className={styles.speck} cx="274" cy="112" r="1.500" />
      <circle className={styles.speck} cx="92" cy="122" r="1.500" />
      <circle className={styles.speck} cx="226" cy="22" r="2" />
    </svg>
  );
}
