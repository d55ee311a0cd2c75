import { spreadOf } from '../report/statistics.ts';
import { table, atMost } from '../report/report.ts';
import type { Verdict } from '../report/report.ts';
import type { Measured } from './measure.ts';
import type { Change } from './probe.ts';

export interface Result {
  tasks: number;
  /** Every task is in the page; otherwise long days are folded, as the dashboard opens. */
  isUnfolded: boolean;
  rows: number;
  elements: number;
  samples: Record<Change, readonly Measured[]>;
}

/** Limits in milliseconds for weeks of up to so many tasks (decision 022). */
const LIMITS = {
  feedback: [
    [10, 50],
    [500, 90],
    [Infinity, 250],
  ],
  confirmed: [
    [500, 50],
    [Infinity, 250],
  ],
} as const;
/** From 10 to 500 tasks. */
const GROWTH = 2;

const CHANGES = ['add', 'tick'] as const;
const ASPECTS: Record<keyof Measured, string> = {
  feedback: 'first feedback',
  confirmed: 'confirmed after the answer',
  processor: 'processor',
};

const nameOf = ({ tasks, isUnfolded }: Result) => `${tasks}${isUnfolded ? ', unfolded' : ''}`;

const spread = ({ samples }: Result, change: Change, aspect: keyof Measured) =>
  spreadOf(samples[change].map((sample) => sample[aspect]));

export function timesOf(results: readonly Result[]): string {
  // Keys of the table above.
  const aspects = Object.keys(ASPECTS) as (keyof Measured)[];
  const columns = CHANGES.flatMap((change) => aspects.map((aspect) => ({ change, aspect })));
  const rows = results.map((result) => [
    nameOf(result),
    String(result.rows),
    String(result.elements),
    ...columns.map(({ change, aspect }) => {
      const { median, low, high } = spread(result, change, aspect);
      return `${median.toFixed(0)} (${low.toFixed(0)}-${high.toFixed(0)})`;
    }),
  ]);
  const headings = columns.map(({ change, aspect }) => `${change}: ${ASPECTS[aspect]}`);
  return table(['tasks', 'rows', 'elements', ...headings], rows);
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
          const limit = LIMITS[aspect].find(([upTo]) => result.tasks <= upTo)?.[1] ?? NaN;
          return atMost(`${what}, ${ASPECTS[aspect]}`, medianOf(aspect), limit, ' ms');
        }),
        ...growth.map((ratio) => atMost(`10 to ${what}, first feedback`, ratio, GROWTH, ' x', 2)),
      ];
    }),
  );
}
