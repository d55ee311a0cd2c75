import { atMost, spreadOf, table, type Verdict } from '../report.ts';
import type { MeasuredNavigation, MeasuredPage } from './pages.ts';
import { chainBefore, scripts, sumOfGzip, type Counted } from './traffic.ts';
import type { Visit, navigate } from './visits.ts';

export const SIDES = ['federated', 'bundle'] as const;
type Side = (typeof SIDES)[number];

/** The same measurement of the federated site and of the bundle. */
export type Both<T> = Record<Side, T>;

/** First visits of a browser, and later ones. */
const TIMES = ['cold', 'warm'] as const;
type Time = (typeof TIMES)[number];
export type Visits = Record<Time, Both<Visit[]>>;
export type Walk = Awaited<ReturnType<typeof navigate>>;

export interface Results {
  floor: Record<Time, Visit[]>;
  pages: { page: MeasuredPage; visits: Visits }[];
  navigations: { navigation: MeasuredNavigation; walks: Both<Walk[]> }[];
}

type Figure = 'largestPaint' | 'answering' | 'week' | 'shift';

/** NaN, which keeps no promise, if a visit has none. */
const medianOf = (visits: readonly Visit[], figure: Figure) =>
  spreadOf(visits.map((visit) => visit[figure] ?? NaN)).median;

const both = (of: (side: Side) => number | string) => SIDES.map(of).join(' / ');

/** The ratio of the medians of the federated site and of the bundle, and as a text with the spread of those of all turns. */
function compare<T>(results: Both<T[]>, valueOf: (result: T) => number | null) {
  const values = (side: Side) => results[side].map((result) => valueOf(result) ?? NaN);
  const [ours, theirs] = [values('federated'), values('bundle')];
  const ratio = spreadOf(ours).median / spreadOf(theirs).median;
  const { low, high } = spreadOf(ours.map((value, turn) => value / (theirs[turn] ?? NaN)));
  const medians = both((side) => spreadOf(values(side)).median.toFixed(0));
  return { ratio, text: `${medians} = ${ratio.toFixed(2)} [${low.toFixed(2)}–${high.toFixed(2)}]` };
}

const kilobytes = (requests: readonly Counted[] = []) => sumOfGzip(requests) / 1000;

/** The tables of a run, in Markdown: each cell is federated / bundle. */
export function tablesOf({ floor, pages, navigations }: Results): string {
  const counts = pages.map(({ page, visits: { cold } }) => {
    const first = (side: Side) => cold[side][0]?.requests ?? [];
    return [
      `\`${page.path}\``,
      both((side) => kilobytes(first(side)).toFixed(1)),
      both((side) => kilobytes(scripts(first(side))).toFixed(1)),
      both((side) => first(side).length),
      both((side) => Math.max(...cold[side].map((one) => chainBefore(one.requests, one.answering)))),
    ];
  });
  const toFloor = (visits: Visit[], time: Time) =>
    medianOf(visits, 'answering') / medianOf(floor[time], 'answering');
  const times = pages.flatMap(({ page, visits }) =>
    TIMES.map((time) => [
      `\`${page.path}\` ${time}`,
      compare(visits[time], ({ largestPaint }) => largestPaint).text,
      compare(visits[time], ({ answering }) => answering).text,
      both((side) => medianOf(visits[time][side], 'shift').toFixed(3)),
      both((side) => toFloor(visits[time][side], time).toFixed(2)),
    ]),
  );
  const walked = navigations.map(({ navigation: { from, to }, walks }) => [
    `\`${from}\` → \`${to}\``,
    compare(walks, ({ painted }) => painted).text,
    both((side) => kilobytes(walks[side][0]?.requests).toFixed(1)),
    both((side) => walks[side][0]?.requests.length ?? 0),
  ]);
  const ofFloor = TIMES.map((time) => `${medianOf(floor[time], 'answering').toFixed(0)} ms ${time}`);
  return [
    'Bytes, requests and chains of a first visit (federated / bundle):',
    table(['page', 'gzip kB', 'JS gzip kB', 'requests', 'chain until it works'], counts),
    'Times in ms (federated / bundle = ratio of medians [spread of the ratios of visits that took turns]), and the working ' +
      `button as a ratio to that of the floor page (React, the router and one button; ${ofFloor.join(', ')}):`,
    table(['visit', 'LCP', 'button works', 'CLS', 'to the floor'], times),
    'First navigation to a remote, warmed by pointing at its link, until its heading is painted:',
    table(['from → to', 'ms', 'gzip kB', 'requests'], walked),
  ].join('\n\n');
}

/** The largest ratios to the bundle's, for every page. */
const LCP_LIMIT = 1.1;
const WORKS_LIMIT = 1.15;
/** Where a working button is promised more strictly. */
const WORKS_LIMITS: Readonly<Record<string, Record<Time, number>>> = {
  '/dashboard': { cold: 1.05, warm: 0.96 },
};
/** Kilobytes of script of a first visit, after gzip. */
const SCRIPT_LIMITS: Readonly<Record<string, number>> = { '/': 165, '/dashboard': 210 };
/** Ratios of medians to the floor page's working button, in the same run. Lowered when a run shows less. */
const FLOOR_LIMITS: readonly [path: string, Time, Figure, limit: number][] = [
  ['/', 'cold', 'largestPaint', 0.8],
  ['/dashboard', 'cold', 'answering', 1.8],
  ['/dashboard', 'warm', 'week', 2.5],
];

/** Checks a run against the promises of docs/speed.md, for the measured pages only. */
export function verdictsOf({ floor, pages, navigations }: Results): Verdict[] {
  const ofPages = pages.flatMap(({ page: { path }, visits }) => {
    const toBundle = TIMES.flatMap((time) => {
      const paint = compare(visits[time], ({ largestPaint }) => largestPaint).ratio;
      const works = compare(visits[time], ({ answering }) => answering).ratio;
      const limit = WORKS_LIMITS[path]?.[time] ?? WORKS_LIMIT;
      return [
        atMost(`LCP of ${path}, ${time}`, paint, LCP_LIMIT, ' of the bundle', 2),
        atMost(`working button of ${path}, ${time}`, works, limit, ' of the bundle', 2),
      ];
    });
    const toFloor = FLOOR_LIMITS.filter(([limited]) => limited === path).map(([, time, figure, limit]) => {
      const ratio = medianOf(visits[time].federated, figure) / medianOf(floor[time], 'answering');
      return atMost(`${figure} of ${path}, ${time}`, ratio, limit, ' of the floor', 2);
    });
    const { federated } = visits.cold;
    const script = kilobytes(scripts(federated[0]?.requests ?? []));
    const limit = SCRIPT_LIMITS[path];
    return [
      ...toBundle,
      ...toFloor,
      ...(limit === undefined ? [] : [atMost(`script of ${path}`, script, limit, ' kB', 1)]),
      ...(path === '/' ? [atMost('CLS of /', medianOf(federated, 'shift'), 0, '', 4)] : []),
    ];
  });
  const ofWalks = navigations.map(({ navigation: { from, to }, walks }) => {
    const { ratio } = compare(walks, ({ painted }) => painted);
    return atMost(`navigation ${from} → ${to}`, ratio, WORKS_LIMIT, '', 2);
  });
  return [...ofPages, ...ofWalks];
}
