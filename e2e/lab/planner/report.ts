import type { Renders } from '../../support/renders.ts';
import { median } from './median.ts';
import type { Measured } from './changes.ts';
import type { Change } from './probe.ts';

/** What was measured of one week. */
export interface Result {
  tasks: number;
  /** Every task is in the page; otherwise long days are folded, as the dashboard opens. */
  isUnfolded: boolean;
  /** Rows and elements in the page. */
  rows: number;
  elements: number;
  /** From the last byte of the week's answer until its rows were painted, in milliseconds. */
  shown: number;
  samples: Record<Change, readonly Measured[]>;
  renders: Record<Change | 'typing', Renders>;
}

type Aspect = 'feedback' | 'confirmed';

/** Limits in milliseconds (decision 022); the last one is for any larger week. */
const LIMITS: Record<Aspect, readonly { upTo: number; limit: number }[]> = {
  feedback: [
    { upTo: 10, limit: 50 },
    { upTo: 500, limit: 90 },
    { upTo: Infinity, limit: 250 },
  ],
  confirmed: [
    { upTo: 500, limit: 50 },
    { upTo: Infinity, limit: 250 },
  ],
};
/** From 10 to 500 tasks. */
const GROWTH = 2;

const CHANGES: readonly Change[] = ['add', 'tick'];

function sorted(values: readonly number[]): number[] {
  return [...values].sort((one, other) => one - other);
}

const all = (result: Result, change: Change, aspect: keyof Measured) =>
  result.samples[change].map((sample) => sample[aspect]);

function spread(values: readonly number[]): string {
  const [low = NaN, ...rest] = sorted(values);
  return `${median(values).toFixed(0)} (${low.toFixed(0)}-${(rest.at(-1) ?? low).toFixed(0)})`;
}

const nameOf = ({ tasks, isUnfolded }: Result) => `${tasks}${isUnfolded ? ', unfolded' : ''}`;

/** One line of the table of times. */
export function timesOf(result: Result): Record<string, string | number> {
  return {
    tasks: nameOf(result),
    rows: result.rows,
    elements: result.elements,
    'week shown': result.shown.toFixed(0),
    'Enter -> busy': spread(all(result, 'add', 'feedback')),
    'tick -> busy': spread(all(result, 'tick', 'feedback')),
    'answer -> added': spread(all(result, 'add', 'confirmed')),
    'answer -> ticked': spread(all(result, 'tick', 'confirmed')),
    'longest task, add': spread(all(result, 'add', 'longest')),
    'longest task, tick': spread(all(result, 'tick', 'longest')),
    'processor, add': spread(all(result, 'add', 'processor')),
    'processor, tick': spread(all(result, 'tick', 'processor')),
  };
}

/** One line of the table of renders. */
export function rendersOf(result: Result): Record<string, string | number> {
  const { add, tick, typing } = result.renders;
  return {
    tasks: nameOf(result),
    'rows, add': add.rows.length,
    'rows, tick': tick.rows.length,
    'rows, ten letters': typing.rows.length,
    'days, add': add.days.length,
    'days, tick': tick.days.length,
    'days, ten letters': typing.days.length,
  };
}

/** One line for each limit: what it is, what was measured, and whether it holds. */
export function verdicts(results: readonly Result[]): Record<string, string>[] {
  return results.flatMap((result) =>
    CHANGES.flatMap((change) =>
      (['feedback', 'confirmed'] as const).map((aspect) => {
        const limit = LIMITS[aspect].find(({ upTo }) => result.tasks <= upTo)?.limit ?? NaN;
        const value = median(all(result, change, aspect));
        return {
          what: `${nameOf(result)}: ${change}, ${aspect === 'feedback' ? 'first feedback' : 'confirmed after the answer'}`,
          measured: `${value.toFixed(0)} ms`,
          limit: `${limit} ms`,
          verdict: value <= limit ? 'kept' : 'BROKEN',
        };
      }),
    ),
  );
}

/** How much longer the first feedback takes in each week of 500 than in that of 10. */
export function growth(results: readonly Result[]): Record<string, string>[] {
  const small = results.find(({ tasks }) => tasks === 10);
  const large = results.filter(({ tasks }) => tasks === 500);
  if (!small) return [];
  return large.flatMap((result) =>
    CHANGES.map((change) => {
      const ratio = median(all(result, change, 'feedback')) / median(all(small, change, 'feedback'));
      return {
        what: `10 to ${nameOf(result)}: ${change}, first feedback`,
        measured: `${ratio.toFixed(2)} x`,
        limit: `${GROWTH} x`,
        verdict: ratio <= GROWTH ? 'kept' : 'BROKEN',
      };
    }),
  );
}
