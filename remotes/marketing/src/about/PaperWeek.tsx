import styles from './PaperWeek.module.css';

/** The lengths of the written lines of each day. */
const DAYS = [[44, 52, 30], [50, 38], [36, 54, 42, 26], [48, 30], [54, 40, 34], [28], [46, 36]];
const DAY_WIDTH = 78;

/** The sheet of paper that Better Space began as: seven columns, and a call moved from Tuesday to Wednesday. */
export function PaperWeek() {
  return (
    <svg className={styles.paper} viewBox="0 0 640 250" aria-hidden="true" focusable="false">
      <g transform="rotate(-1.500 320 125)">
        <rect className={styles.sheet} x="34" y="24" width="572" height="196" rx="10" />
        {DAYS.map((lines, day) => (
          // oxlint-disable-next-line react/no-array-index-key -- the days never change their order
          <g key={day} transform={`translate(${47 + day * DAY_WIDTH} 24)`}>
            {day > 0 && <path className={styles.rule} d="M-6 14v168" />}
            <rect className={styles.name} x="4" y="18" width="26" height="6" rx="3" />
            {lines.map((width, line) => (
              <path key={width} className={styles.ink} d={`M4 ${52 + line * 24}h${width}`} />
            ))}
          </g>
        ))}
        <path className={styles.crossed} d="M127 101.500h46" />
        <path className={styles.arrow} d="M152 112c6 74 62 92 92 66M247 192l0-16-16 1" />
        <path
          className={styles.star}
          d="M12 3.500l2.600 5.400 5.900.8-4.300 4.100 1 5.900-5.200-2.800-5.200 2.800 1-5.900L3.500 9.700l5.900-.8z"
          transform="translate(406 88)"
        />
      </g>
    </svg>
  );
}
