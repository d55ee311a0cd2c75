import type { Visit } from '../measure/visits.ts';
import { SIDES, chain, chainBefore, scripts, sum } from './results.ts';
import type { Both, NavigationResults, PageResults, Results, Side } from './results.ts';
import { ratioOf, spreadOf } from '../../report/statistics.ts';
import type { Pair } from '../../report/statistics.ts';
import { table } from '../../report/report.ts';

type Time = 'firstPaint' | 'largestPaint' | 'reachable' | 'answering' | 'blocking';

const TIMES: readonly [time: Time, heading: string][] = [
  ['firstPaint', 'FCP'],
  ['largestPaint', 'LCP'],
  ['reachable', 'button can be hit'],
  ['answering', 'button works'],
];

/** Of each visit, of both. Throws when a visit did not see it. */
export function pairOf({ federated, bundle }: Both<Visit[]>, time: Time): Pair {
  const values = (visits: readonly Visit[]) =>
    visits.map((visit) => {
      const value = visit[time];
      if (value === null) throw new Error(`a visit without ${time}`);
      return value;
    });
  return { federated: values(federated), bundle: values(bundle) };
}

const kilobytes = (bytes: number) => (bytes / 1000).toFixed(1);
const milliseconds = (values: readonly number[]) => spreadOf(values).median.toFixed(0);

/** '812 / 770 = 1.05 [0.98–1.11]': the federated site's median, the bundle's, their ratio, and its spread. */
function comparison(pair: Pair): string {
  const { median, low, high } = ratioOf(pair);
  return (
    `${milliseconds(pair.federated)} / ${milliseconds(pair.bundle)} = ` +
    `${median.toFixed(2)} [${low.toFixed(2)}–${high.toFixed(2)}]`
  );
}

function countRow({ page, counted, cold }: PageResults): string[] {
  const both = (of: (side: Side) => number | string) => SIDES.map(of).join(' / ');
  return [
    `\`${page.path}\``,
    ...(['gzip', 'brotli', 'sent'] as const).map((what) =>
      both((side) => kilobytes(sum(counted[side], what))),
    ),
    both((side) => kilobytes(sum(scripts(counted[side]), 'gzip'))),
    both((side) => counted[side].length),
    both((side) => chain(counted[side])),
    both((side) => chainBefore(counted[side], cold[side])),
  ];
}

function timeRow({ path }: { path: string }, temperature: string, visits: Both<Visit[]>): string[] {
  const shift = (side: readonly Visit[]) => spreadOf(side.map((visit) => visit.shift)).median.toFixed(3);
  const blocking = pairOf(visits, 'blocking');
  return [
    `\`${path}\` ${temperature}`,
    `${visits.federated.length}`,
    ...TIMES.map(([time]) => comparison(pairOf(visits, time))),
    `${milliseconds(blocking.federated)} / ${milliseconds(blocking.bundle)}`,
    `${shift(visits.federated)} / ${shift(visits.bundle)}`,
  ];
}

function navigationRow({ navigation, counted, painted }: NavigationResults): string[] {
  const { federated, bundle } = counted;
  return [
    `\`${navigation.from}\` → \`${navigation.to}\``,
    comparison(painted),
    `${kilobytes(sum(federated, 'gzip'))} / ${kilobytes(sum(bundle, 'gzip'))}`,
    `${federated.length} / ${bundle.length}`,
  ];
}

/** The tables of a run, in Markdown: each cell is federated / bundle. */
export function tablesOf({ pages, navigations }: Results): string {
  const sizes = ['gzip kB', 'brotli kB', 'sent kB', 'JS gzip kB'];
  const parts = [
    'Bytes, requests and chains of a first visit (federated / bundle):',
    table(['page', ...sizes, 'requests', 'chain', 'chain until it works'], pages.map(countRow)),
    'Times in ms (federated / bundle = ratio of medians [spread of the ratios of visits that took turns]):',
    table(
      ['visit', 'times', ...TIMES.map(([, heading]) => heading), 'TBT', 'CLS'],
      pages.flatMap(({ page, cold, warm }) => [timeRow(page, 'cold', cold), timeRow(page, 'warm', warm)]),
    ),
  ];
  if (navigations.length > 0) {
    parts.push(
      'First navigation to a remote, warmed by pointing at its link, until its heading is painted:',
      table(['from → to', 'ms', 'gzip kB', 'requests'], navigations.map(navigationRow)),
    );
  }
  return parts.join('\n\n');
}
