import styles from './drawings.module.css';

/** How many lines each day holds; the fourth day is today. */
const DAYS = [3, 2, 4, 3, 2, 3, 1];
const TODAY = 3;
const LINES = [16, 20, 12, 18];

export function WeekArt() {
  return (
    <svg className={styles.art} viewBox="0 0 320 150" aria-hidden="true" focusable="false">
      {DAYS.map((count, index) => (
        <g
          // oxlint-disable-next-line react/no-array-index-key -- the days never change their order
          key={index}

          transform={`translate(${36 + index * 36} ${index === TODAY ? 28 : 40})`}
        >
          <rect className={index === TODAY ? styles.litSheet : styles.sheet} width="31" height="84" rx="8" />
          <rect
            className={index === TODAY ? styles.lit : styles.word}
            x="6"
            y="8"
            width="12"
            height="4"
            rx="2"
          />
          {LINES.slice(0, count).map((width, line) => (
            <rect
              key={width}
              className={index === TODAY ? styles.bright : styles.word}
              x="6"
              y={22 + line * 11}
              width={width}
              height="4"
              rx="2"
            />
          ))}
        </g>
      ))}
    </svg>
  );
}

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
