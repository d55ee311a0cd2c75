import type { PageResults } from './results.ts';
import { ratioOf, uncertaintyOf } from '../../report/statistics.ts';
import { pairOf } from './tables.ts';

/** A ratio that a page promises, and what was found. */
export interface PageRatio {
  promise: string;
  limit: number;
  ratio: number;
  /** The factor by which the ratio may be off. */
  uncertainty: number;
}

/** What is promised of a page beside the bundle's (docs/speed.md). */
export function ratiosOf({ page, cold, warm }: PageResults): PageRatio[] {
  const limit = page.isPublic ? 1.1 : 1.15;
  return Object.entries({ cold, warm }).flatMap(([temperature, visits]) =>
    (['largestPaint', 'answering'] as const).map((time) => {
      const pair = pairOf(visits, time);
      const what = time === 'answering' ? 'working button' : 'LCP';
      return {
        promise: `${what} of ${page.path}, ${temperature}`,
        limit,
        ratio: ratioOf(pair).median,
        uncertainty: uncertaintyOf(pair),
      };
    }),
  );
}

/** Whether more rounds could hardly change what is said of a page. */
export const isDecided = (results: PageResults): boolean =>
  ratiosOf(results).every(
    ({ limit, ratio, uncertainty }) => ratio * uncertainty <= limit || ratio / uncertainty > limit,
  );
