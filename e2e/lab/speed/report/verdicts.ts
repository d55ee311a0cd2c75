import { chainBefore, scripts, sum } from './results.ts';
import type { PageResults, Results } from './results.ts';
import { ratioOf, spreadOf, uncertaintyOf } from '../../report/statistics.ts';
import { atMost } from '../../report/verdicts.ts';
import type { Verdict } from '../../report/verdicts.ts';
import { pairOf } from './tables.ts';

/** A ratio that a page promises, and what was found. */
interface PageRatio {
  promise: string;
  limit: number;
  ratio: number;
  /** The factor by which the ratio may be off. */
  uncertainty: number;
}

/** What is promised of a page beside the bundle's (docs/speed.md). */
function ratiosOf({ page, cold, warm }: PageResults): PageRatio[] {
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

/** Promise 1: what federation may cost beside one bundle. */
function besideTheBundle({ pages, navigations }: Results): Verdict[] {
  const ratios = pages.flatMap(ratiosOf).map(({ promise, limit, ratio, uncertainty }) => ({
    promise: `1 · ${promise} ≤ ${limit}`,
    measured: `${ratio.toFixed(2)} ± ${(ratio * (uncertainty - 1)).toFixed(2)}`,
    isKept: ratio <= limit,
  }));
  const first = pages.find(({ page }) => page.path === '/')?.counted;
  const extra = first && (sum(first.federated, 'gzip') - sum(first.bundle, 'gzip')) / 1000;
  return [
    ...ratios,
    ...navigations.map(({ navigation: { from, to }, painted }) =>
      atMost(`1 · navigation ${from} → ${to}`, ratioOf(painted).median, 1.15, '', 2),
    ),
    ...(extra === undefined ? [] : [atMost('1 · first visit to / beyond the bundle', extra, 30, ' kB', 1)]),
  ];
}

/** Promise 2: what the landing and the dashboard's frame may take at the throttle. */
function byTheClock({ pages }: Results): Verdict[] {
  const verdicts: Verdict[] = [];
  const landing = pages.find(({ page }) => page.path === '/');
  if (landing) {
    const visits = landing.cold.federated;
    const median = (time: 'firstPaint' | 'largestPaint' | 'blocking') =>
      spreadOf(pairOf(landing.cold, time).federated).median;
    const shift = spreadOf(visits.map((visit) => visit.shift)).median;
    verdicts.push(
      atMost('2 · FCP of /', median('firstPaint'), 800, ' ms'),
      atMost('2 · LCP of /', median('largestPaint'), 800, ' ms'),
      { promise: '2 · CLS of / = 0', measured: shift.toFixed(4), isKept: shift === 0 },
      atMost('2 · TBT of /', median('blocking'), 100, ' ms'),
      atMost('2 · JavaScript of /', sum(scripts(landing.counted.federated), 'gzip') / 1000, 150, ' kB', 1),
    );
  }
  const dashboard = pages.find(({ page }) => page.path === '/dashboard');
  if (dashboard) {
    const { median } = spreadOf(pairOf(dashboard.warm, 'firstPaint').federated);
    verdicts.push(atMost('2 · frame of /dashboard, warm', median, 1_200, ' ms'));
  }
  return verdicts;
}

/** Promise 4: when the dashboard is of use. */
function usable({ pages }: Results): Verdict[] {
  const dashboard = pages.find(({ page }) => page.path === '/dashboard');
  if (!dashboard) return [];
  const { counted, cold } = dashboard;
  const { median } = spreadOf(pairOf(cold, 'reachable').federated);
  return [
    atMost('4 · /dashboard usable, cold', median, 3_000, ' ms'),
    atMost('4 · requests of /dashboard', counted.federated.length, 20, ''),
    atMost('4 · chain of /dashboard until it works', chainBefore(counted.federated, cold.federated), 3, ''),
  ];
}

/** Judges a run by the promises of docs/speed.md; those of pages that were left out are left out. */
export const verdictsOf = (results: Results): Verdict[] => [
  ...besideTheBundle(results),
  ...byTheClock(results),
  ...usable(results),
];
