import { atMost, spreadOf, table, type Spread, type Verdict } from '../report.ts';
import type { Visit } from './measure/visits.ts';
import { chain, chainBefore, scripts, sum, type Counted } from './measure/weigh.ts';
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
  pages: PageResults[];
  navigations: NavigationResults[];
}

type Time = 'firstPaint' | 'largestPaint' | 'reachable' | 'answering' | 'week' | 'blocking' | 'shift';

const TIMES: Readonly<Partial<Record<Time, string>>> = {
  firstPaint: 'FCP',
  largestPaint: 'LCP',
  reachable: 'button can be hit',
  answering: 'button works',
};

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

/** The median time from the server's response for the week until the page confirms it. */
const confirmDelay = (visits: readonly Visit[]) =>
  spreadOf(visits.map(({ confirmed, answered }) => (confirmed ?? NaN) - (answered ?? NaN))).median;

const both = (of: (side: Side) => number | string) => SIDES.map(of).join(' / ');
const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);

/** '812 / 770 = 1.05 [0.98–1.11]': the federated site's median, the bundle's, their ratio, and its spread. */
function comparison(pair: Both<number[]>): string {
  const { median, low, high } = ratioOf(pair);
  const medians = both((side) => spreadOf(pair[side]).median.toFixed(0));
  return `${medians} = ${median.toFixed(2)} [${low.toFixed(2)}–${high.toFixed(2)}]`;
}

const countRow = ({ page, counted, cold }: PageResults): string[] => [
  `\`${page.path}\``,
  both((side) => kilobytes(sum(counted[side], 'gzip'))),
  both((side) => kilobytes(sum(counted[side], 'sent'))),
  both((side) => kilobytes(sum(scripts(counted[side]), 'gzip'))),
  both((side) => counted[side].length),
  both((side) => chain(counted[side])),
  both((side) => chainBefore(counted[side], cold[side])),
];

const timeRow = (name: string, visits: Both<Visit[]>): string[] => [
  name,
  // `TIMES` has only such keys.
  ...(Object.keys(TIMES) as Time[]).map((time) => comparison(pairOf(visits, time))),
  both((side) => medianOf(visits[side], 'blocking').toFixed(0)),
  both((side) => medianOf(visits[side], 'shift').toFixed(3)),
];

const navigationRow = ({ navigation, counted, painted }: NavigationResults): string[] => [
  `\`${navigation.from}\` → \`${navigation.to}\``,
  comparison(painted),
  both((side) => kilobytes(sum(counted[side], 'gzip'))),
  both((side) => counted[side].length),
];

/** The tables of a run, in Markdown: each cell is federated / bundle. */
export const tablesOf = ({ pages, navigations }: Results): string =>
  [
    'Bytes, requests and chains of a first visit (federated / bundle):',
    table(
      ['page', 'gzip kB', 'sent kB', 'JS gzip kB', 'requests', 'chain', 'chain until it works'],
      pages.map(countRow),
    ),
    'Times in ms (federated / bundle = ratio of medians [spread of the ratios of visits that took turns]):',
    table(
      ['visit', ...Object.values(TIMES), 'TBT', 'CLS'],
      pages.flatMap(({ page, cold, warm }) => [
        timeRow(`\`${page.path}\` cold`, cold),
        timeRow(`\`${page.path}\` warm`, warm),
      ]),
    ),
    'First navigation to a remote, warmed by pointing at its link, until its heading is painted:',
    table(['from → to', 'ms', 'gzip kB', 'requests'], navigations.map(navigationRow)),
  ].join('\n\n');

function verdictsOfPage({ page: { path, limit }, counted, cold, warm }: PageResults): Verdict[] {
  const { federated, bundle } = counted;
  const ratios = Object.entries({ cold, warm }).flatMap(([temperature, visits]) => [
    atMost(`LCP of ${path}, ${temperature}`, ratioOf(pairOf(visits, 'largestPaint')).median, limit, '', 2),
    atMost(
      `working button of ${path}, ${temperature}`,
      ratioOf(pairOf(visits, 'answering')).median,
      limit,
      '',
      2,
    ),
  ]);
  const maxExtra = path === '/' ? 30 : path.startsWith('/retro') ? 45 : Infinity;
  const extra = (sum(federated, 'gzip') - sum(bundle, 'gzip')) / 1000;
  const verdicts = [...ratios, atMost(`first visit to ${path} beyond the bundle`, extra, maxExtra, ' kB', 1)];
  if (path === '/')
    verdicts.push(
      atMost('FCP of /', medianOf(cold.federated, 'firstPaint'), 800, ' ms'),
      atMost('LCP of /', medianOf(cold.federated, 'largestPaint'), 800, ' ms'),
      atMost('CLS of /', medianOf(cold.federated, 'shift'), 0, '', 4),
      atMost('TBT of /', medianOf(cold.federated, 'blocking'), 100, ' ms'),
      atMost('JavaScript of /', sum(scripts(federated), 'gzip') / 1000, 152, ' kB', 1),
    );
  if (path === '/dashboard')
    verdicts.push(
      atMost('frame of /dashboard, warm', medianOf(warm.federated, 'firstPaint'), 500, ' ms'),
      atMost('saved week of /dashboard, warm', medianOf(warm.federated, 'week'), 500, ' ms'),
      atMost('confirmed week of /dashboard after the answer, warm', confirmDelay(warm.federated), 300, ' ms'),
      atMost('/dashboard usable, cold', medianOf(cold.federated, 'reachable'), 1_500, ' ms'),
      atMost('requests of /dashboard', federated.length, 20, ''),
      atMost('chain of /dashboard until it works', chainBefore(federated, cold.federated), 3, ''),
    );
  return verdicts;
}

/** Checks a run against the promises of docs/speed.md, for the measured pages only. */
export const verdictsOf = ({ pages, navigations }: Results): Verdict[] => [
  ...pages.flatMap(verdictsOfPage),
  ...navigations.map(({ navigation: { from, to }, painted }) =>
    atMost(`navigation ${from} → ${to}`, ratioOf(painted).median, 1.15, '', 2),
  ),
];
