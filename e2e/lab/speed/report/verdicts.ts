import { chainBefore, scripts, sum } from './results.ts';
import type { PageResults, Results } from './results.ts';
import { ratioOf, spreadOf, uncertaintyOf } from '../../report/statistics.ts';
import { atMost } from '../../report/report.ts';
import type { Verdict } from '../../report/report.ts';
import { pairOf } from './tables.ts';

/** What is promised of a page beside the bundle's (docs/speed.md), and by which factor the ratio may be off. */
function ratiosOf({ page, cold, warm }: PageResults) {
  const { limit } = page;
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
  const bytes = pages.flatMap(({ page: { path }, counted: { federated, bundle } }) => {
    const most = path === '/' ? 30 : path.startsWith('/retro') ? 45 : null;
    const extra = (sum(federated, 'gzip') - sum(bundle, 'gzip')) / 1000;
    return most === null
      ? []
      : [atMost(`1 · first visit to ${path} beyond the bundle`, extra, most, ' kB', 1)];
  });
  return [
    ...ratios,
    ...navigations.map(({ navigation: { from, to }, painted }) =>
      atMost(`1 · navigation ${from} → ${to}`, ratioOf(painted).median, 1.15, '', 2),
    ),
    ...bytes,
  ];
}

/** Promise 2: what the landing may take at the throttle. */
function ofTheLanding({ cold, counted }: PageResults): Verdict[] {
  const median = (time: 'firstPaint' | 'largestPaint' | 'blocking') =>
    spreadOf(pairOf(cold, time).federated).median;
  const shift = spreadOf(cold.federated.map((visit) => visit.shift)).median;
  return [
    atMost('2 · FCP of /', median('firstPaint'), 800, ' ms'),
    atMost('2 · LCP of /', median('largestPaint'), 800, ' ms'),
    { promise: '2 · CLS of / = 0', measured: shift.toFixed(4), isKept: shift === 0 },
    atMost('2 · TBT of /', median('blocking'), 100, ' ms'),
    atMost('2 · JavaScript of /', sum(scripts(counted.federated), 'gzip') / 1000, 150, ' kB', 1),
  ];
}

/** Promises 2 and 4: when the dashboard has its frame, and when it is of use. */
function ofTheDashboard({ cold, warm, counted: { federated } }: PageResults): Verdict[] {
  const { median: frame } = spreadOf(pairOf(warm, 'firstPaint').federated);
  const { median: usable } = spreadOf(pairOf(cold, 'reachable').federated);
  return [
    atMost('2 · frame of /dashboard, warm', frame, 1_200, ' ms'),
    atMost('4 · /dashboard usable, cold', usable, 3_000, ' ms'),
    atMost('4 · requests of /dashboard', federated.length, 20, ''),
    atMost('4 · chain of /dashboard until it works', chainBefore(federated, cold.federated), 3, ''),
  ];
}

/** Judges a run by the promises of docs/speed.md; those of pages that were left out are left out. */
export const verdictsOf = (results: Results): Verdict[] => [
  ...besideTheBundle(results),
  ...results.pages.filter(({ page }) => page.path === '/').flatMap(ofTheLanding),
  ...results.pages.filter(({ page }) => page.path === '/dashboard').flatMap(ofTheDashboard),
];
