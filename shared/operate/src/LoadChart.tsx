import type { Outcomes } from '@space/store/operator';
import styles from './LoadChart.module.css';

const SLICE = 8;
const GAP = 2;
const HEIGHT = 40;
/** From the bottom up. */
const KINDS = ['loaded', 'healed', 'failed'] as const;

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

/** '120 loaded, 3 healed, 1 failed' */
export const totalsOf = (outcomes: Outcomes) =>
  KINDS.map((kind) => `${sum(outcomes[kind])} ${kind}`).join(', ');

/** The outcomes of a version over time, a bar for each time slice. Takes the outcomes and a label for screen readers. */
export function LoadChart({ outcomes, label }: { outcomes: Outcomes; label: string }) {
  const slices = outcomes.loaded.map((_, slice) => KINDS.map((kind) => outcomes[kind][slice] ?? 0));
  const highest = Math.max(1, ...slices.map(sum));
  const width = slices.length * (SLICE + GAP) - GAP;
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: ${totalsOf(outcomes)}`}
    >
      <line className={styles.ground} x1={0} x2={width} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      {slices.flatMap((counts, slice) =>
        counts.map((count, kind) => {
          const height = (count / highest) * (HEIGHT - 2);
          const below = (sum(counts.slice(0, kind)) / highest) * (HEIGHT - 2);
          return (
            count > 0 && (
              <rect
                // oxlint-disable-next-line react/no-array-index-key -- a slice of time has no other name
                key={`${slice} ${kind}`}
                className={styles[KINDS[kind] ?? 'loaded']}
                x={slice * (SLICE + GAP)}
                y={HEIGHT - 1 - below - height}
                width={SLICE}
                height={height}
              />
            )
          );
        }),
      )}
    </svg>
  );
}
