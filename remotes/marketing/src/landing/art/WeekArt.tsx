import styles from './Art.module.css';

/** How many lines each day holds; the fourth day is today. */
const DAYS = [3, 2, 4, 3, 2, 3, 1];
const TODAY = 3;
const LINES = [16, 20, 12, 18];

/** Seven days side by side, one of them lifted into the light. */
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
