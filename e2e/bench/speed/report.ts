import { atMost, spreadOf, table, type Spread, type Verdict } from '../report.ts';
import type { Visit } from './measure/visits.ts';
import { chainBefore, scripts, sumOfGzip, type Counted } from './measure/weigh.ts';
import type { MeasuredNavigation, MeasuredPage } from './pages.ts';

/** The same measurement of the federated site and of the bundle. */
export interface Both<T> {
  federated: T;
  bundle: T;
}

export const SIDES = ['federated', 'bundle'] as const;

export type Side = (typeof SIDES)[number];

export interface PageResults {
  page: MeasuredPage;
  counted: Both<Counted[]>;
  /** `cold`: first visits of a browser; `warm`: later ones. */
  cold: Both<Visit[]>;
  warm: Both<Visit[]>;
}

export interface NavigationResults {
  navigation: MeasuredNavigation;
  counted: Both<Counted[]>;
  painted: Both<number[]>;
}

export interface Results {
  date: string;
  browser: string;
  rounds: number;
  /** First and later visits of the floor page. */
  floor: { cold: Visit[]; warm: Visit[] };
  pages: PageResults[];
  navigations: NavigationResults[];
}

type Time = 'largestPaint' | 'answering' | 'week' | 'shift';

/** The value of each visit. Throws if a visit has none. */
const valuesOf = (visits: readonly Visit[], time: Time): number[] =>
  visits.map((visit) => {
    const value = visit[time];
    if (value === null) throw new Error(`a visit without ${time}`);
    return value;
  });

const medianOf = (visits: readonly Visit[], time: Time) => spreadOf(valuesOf(visits, time)).median;

const pairOf = ({ federated, bundle }: Both<Visit[]>, time: Time): Both<number[]> => ({
  federated: valuesOf(federated, time),
  bundle: valuesOf(bundle, time),
});

/** The ratio of the medians; low and high are those of the ratios of paired visits. */
function ratioOf({ federated, bundle }: Both<number[]>): Spread {
  const ratios = spreadOf(federated.map((value, index) => value / (bundle[index] ?? NaN)));
  return { ...ratios, median: spreadOf(federated).median / spreadOf(bundle).median };
}

const both = (of: (side: Side) => number | string) => SIDES.map(of).join(' / ');
const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);

/** '812 / 770 = 1.05 [0.98–1.11]': the federated site's median, the bundle's, their ratio, and its spread. */
function comparison(pair: Both<number[]>): string {
  const { median, low, high } = ratioOf(pair);
  const medians = both((side) => spreadOf(pair[side]).median.toFixed(0));
  return `${medians} = ${median.toFixed(2)} [${low.toFixed(2)}–${high.toFixed(2)}]`;
}

const floorTime = (visits: readonly Visit[]) => medianOf(visits, 'answering').toFixed(0);

const countRow = ({ page, counted, cold }: PageResults): string[] => [
  `\`${page.path}\``,
  both((side) => kilobytes(sumOfGzip(counted[side]))),
  both((side) => kilobytes(sumOfGzip(scripts(counted[side])))),
  both((side) => counted[side].length),
  both((side) => chainBefore(counted[side], cold[side])),
];

const timeRow = (name: string, visits: Both<Visit[]>): string[] => [
  name,
  comparison(pairOf(visits, 'largestPaint')),
  comparison(pairOf(visits, 'answering')),
  both((side) => medianOf(visits[side], 'shift').toFixed(3)),
];

const navigationRow = ({ navigation, counted, painted }: NavigationResults): string[] => [
  `\`${navigation.from}\` → \`${navigation.to}\``,
  comparison(painted),
  both((side) => kilobytes(sumOfGzip(counted[side]))),
  both((side) => counted[side].length),
];

/** The tables of a run, in Markdown: each cell is federated / bundle. */
export const tablesOf = ({ floor, pages, navigations }: Results): string =>
  [
    'Bytes, requests and chains of a first visit (federated / bundle):',
    table(['page', 'gzip kB', 'JS gzip kB', 'requests', 'chain until it works'], pages.map(countRow)),
    'Times in ms (federated / bundle = ratio of medians [spread of the ratios of visits that took turns]):',
    table(
      ['visit', 'LCP', 'button works', 'CLS'],
      pages.flatMap(({ page, cold, warm }) => [
        timeRow(`\`${page.path}\` cold`, cold),
        timeRow(`\`${page.path}\` warm`, warm),
      ]),
    ),
    'Working button as a ratio to that of the floor page (React, the router and one button, from the same server):',
    table(
      ['page', ...(['cold', 'warm'] as const).map((one) => `${one}; the floor: ${floorTime(floor[one])} ms`)],
      pages.map(({ page, cold, warm }) => [
        `\`${page.path}\``,
        ...Object.entries({ cold, warm }).map(([one, visits]) =>
          both((side) =>
            (
              medianOf(visits[side], 'answering') /
              medianOf(floor[one === 'cold' ? 'cold' : 'warm'], 'answering')
            ).toFixed(2),
          ),
        ),
      ]),
    ),
    'First navigation to a remote, warmed by pointing at its link, until its heading is painted:',
    table(['from → to', 'ms', 'gzip kB', 'requests'], navigations.map(navigationRow)),
  ].join('\n\n');

/** The largest ratios to the bundle's, for every page. */
const LCP_LIMIT = 1.1;
const WORKS_LIMIT = 1.15;
/** Kilobytes of script of a first visit, after gzip. */
const SCRIPT_LIMITS: Readonly<Record<string, number>> = { '/': 165, '/dashboard': 210 };
/** Ratios of medians to the floor page's working button, in the same run. Lowered when a run shows less. */
const FLOOR_LIMITS: Readonly<Record<string, Readonly<Partial<Record<'cold' | 'warm', [Time, number]>>>>> = {
  '/': { cold: ['largestPaint', 0.8] },
  '/dashboard': { cold: ['answering', 1.8], warm: ['week', 2.5] },
};

function verdictsOfPage({ page, counted, ...visits }: PageResults, { floor }: Results): Verdict[] {
  const { path, works = { cold: WORKS_LIMIT, warm: WORKS_LIMIT } } = page;
  const verdicts = (['cold', 'warm'] as const).flatMap((temperature) => {
    const pair = visits[temperature];
    const ratio = (time: Time) => ratioOf(pairOf(pair, time)).median;
    const name = `${path}, ${temperature}`;
    const [time, limit] = FLOOR_LIMITS[path]?.[temperature] ?? [];
    return [
      atMost(`LCP of ${name}`, ratio('largestPaint'), LCP_LIMIT, ' of the bundle', 2),
      atMost(`working button of ${name}`, ratio('answering'), works[temperature], ' of the bundle', 2),
      ...(time && limit !== undefined
        ? [
            atMost(
              `${time} of ${name}`,
              medianOf(pair.federated, time) / medianOf(floor[temperature], 'answering'),
              limit,
              ' of the floor',
              2,
            ),
          ]
        : []),
    ];
  });
  const limit = SCRIPT_LIMITS[path];
  if (limit !== undefined)
    verdicts.push(atMost(`script of ${path}`, sumOfGzip(scripts(counted.federated)) / 1000, limit, ' kB', 1));
  if (path === '/') verdicts.push(atMost('CLS of /', medianOf(visits.cold.federated, 'shift'), 0, '', 4));
  return verdicts;
}

/** Checks a run against the promises of docs/speed.md, for the measured pages only. */
export const verdictsOf = (results: Results): Verdict[] => [
  ...results.pages.flatMap((page) => verdictsOfPage(page, results)),
  ...results.navigations.map(({ navigation: { from, to }, painted }) =>
    atMost(`navigation ${from} → ${to}`, ratioOf(painted).median, 1.15, '', 2),
  ),
];
