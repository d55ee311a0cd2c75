import { spreadOf } from '../report/statistics.ts';
import { table } from '../report/table.ts';
import { atMost } from '../report/verdicts.ts';
import type { Verdict } from '../report/verdicts.ts';
import type { Measured } from './measure.ts';
import type { Change } from './probe.ts';

/** What was measured of one week. */
export interface Result {
  tasks: number;
  /** Every task is in the page; otherwise long days are folded, as the dashboard opens. */
  isUnfolded: boolean;
  /** Rows and elements in the page. */
  rows: number;
  elements: number;
  samples: Record<Change, readonly Measured[]>;
}

/** Limits in milliseconds (decision 022); the last one is for any larger week. */
const LIMITS = {
  feedback: [
    { upTo: 10, limit: 50 },
    { upTo: 500, limit: 90 },
    { upTo: Infinity, limit: 250 },
  ],
  confirmed: [
    { upTo: 500, limit: 50 },
    { upTo: Infinity, limit: 250 },
  ],
} as const;
/** From 10 to 500 tasks. */
const GROWTH = 2;

const CHANGES = ['add', 'tick'] as const;
const ASPECTS = {
  feedback: 'first feedback',
  confirmed: 'confirmed after the answer',
  processor: 'processor',
} as const;

const nameOf = ({ tasks, isUnfolded }: Result) => `${tasks}${isUnfolded ? ', unfolded' : ''}`;

const spread = ({ samples }: Result, change: Change, aspect: keyof Measured) =>
  spreadOf(samples[change].map((sample) => sample[aspect]));

/** The table of times: medians, and the lowest and highest. */
export function timesOf(results: readonly Result[]): string {
  const columns = CHANGES.flatMap((change) =>
    Object.entries(ASPECTS).map(([aspect, words]) => ({
      heading: `${change}: ${words}`,
      // A key of the table above.
      aspect: aspect as keyof Measured,
      change,
    })),
  );
  const rows = results.map((result) => [
    nameOf(result),
    String(result.rows),
    String(result.elements),
    ...columns.map(({ change, aspect }) => {
      const { median, low, high } = spread(result, change, aspect);
      return `${median.toFixed(0)} (${low.toFixed(0)}-${high.toFixed(0)})`;
    }),
  ]);
  return table(['tasks', 'rows', 'elements', ...columns.map(({ heading }) => heading)], rows);
}

/** A verdict for each limit: of each week, and of how much longer the first feedback takes in 500 tasks than in 10. */
export function verdictsOf(results: readonly Result[]): Verdict[] {
  const small = results.find(({ tasks }) => tasks === 10);
  return results.flatMap((result) =>
    CHANGES.flatMap((change) => {
      const medianOf = (aspect: keyof Measured) => spread(result, change, aspect).median;
      const what = `${nameOf(result)}: ${change}`;
      const growth =
        small && result.tasks === 500
          ? [medianOf('feedback') / spread(small, change, 'feedback').median]
          : [];
      return [
        ...(['feedback', 'confirmed'] as const).map((aspect) => {
          const limit = LIMITS[aspect].find(({ upTo }) => result.tasks <= upTo)?.limit ?? NaN;
          return atMost(`${what}, ${ASPECTS[aspect]}`, medianOf(aspect), limit, ' ms');
        }),
        ...growth.map((ratio) => atMost(`10 to ${what}, first feedback`, ratio, GROWTH, ' x', 2)),
      ];
    }),
  );
}
