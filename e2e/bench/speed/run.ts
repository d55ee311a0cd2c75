import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { launchOptions } from '../../support/chromium.ts';
import { calibrate } from '../processor.ts';
import { atMost, spreadOf, table } from '../report.ts';
import { FLOOR, NAVIGATIONS, PAGES, type MeasuredPage } from './pages.ts';
import { startSites } from './sites.ts';
import { newVisitor } from './tab.ts';
import { count, navigate, visit } from './visits.ts';

// `npm run bench -- speed`: compares the federated site with the same sources as one plain bundle, alternating in one run and
// in the same browser. docs/speed.md explains the report.

/** Returns and navigations are much shorter than first visits, so their medians need more samples. */
const FIRST_VISITS_A_ROUND = 2;
const RETURNS_A_ROUND = 5;
const NAVIGATIONS_A_ROUND = 3;

/** The largest ratios to the bundle's: of each figure, and where one is promised more strictly. */
const LIMITS: Readonly<Record<string, number>> = {
  ...{ LCP: 1.1, works: 1.15, heading: 1.15 },
  ...{ '/dashboard cold works': 1.05, '/dashboard warm works': 0.96 },
};
/** The largest ratios to the floor page's working button, in the same run. Lowered when a run shows less. */
const FLOOR_LIMITS: Readonly<Record<string, number>> = {
  ...{ '/ cold LCP': 0.7, '/dashboard cold works': 1.75, '/dashboard warm week': 2.2 },
};
/** Kilobytes of script of a first visit, after gzip. */
const SCRIPT_LIMITS: Readonly<Record<string, number>> = { '/': 165, '/dashboard': 210 };

const SIDES = ['federated', 'bundle'] as const;
type Side = (typeof SIDES)[number];
const both = (of: (side: Side) => number | string) => SIDES.map(of).join(' / ');

const { values } = parseArgs({
  options: { rounds: { type: 'string' }, pages: { type: 'string' }, quick: { type: 'boolean' } },
});
const paths =
  values.pages?.split(',') ?? (values.quick ? ['/', '/dashboard'] : PAGES.map(({ path }) => path));
const rounds = Number(values.rounds ?? (values.quick ? 1 : 4));
const unknown = paths.filter((path) => !PAGES.some((page) => page.path === path));
if (unknown.length > 0)
  throw new Error(`--pages: ${unknown.join(', ')} is not among those that are measured`);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be a number from 1 on');
const pages = PAGES.filter(({ path }) => paths.includes(path));

const sites = await startSites();
const browser = await chromium.launch(launchOptions(sites.browserArgument));
const processor = await calibrate(browser);

/** What was measured ('/ cold works', '/ → /retro heading') → the milliseconds of each time. */
const measured = new Map<string, Record<Side, number[]>>();
function note(name: string, side: Side, milliseconds: number): void {
  const samples = measured.get(name) ?? { federated: [], bundle: [] };
  samples[side].push(milliseconds);
  measured.set(name, samples);
}

/** The sides in reverse order in every other turn, so that neither is always first. */
const inTurn = (sides: readonly Side[], turn: number) => (turn % 2 === 0 ? sides : sides.toReversed());

/** Measures first visits in new browser profiles, and return visits in one profile of each round. */
async function measureVisits(page: MeasuredPage, sides: readonly Side[] = SIDES): Promise<void> {
  console.log(page.path);
  for (let first = 0; first < rounds * FIRST_VISITS_A_ROUND; first += 1) {
    const visitors = { federated: await newVisitor(browser), bundle: await newVisitor(browser) };
    const returns = first % FIRST_VISITS_A_ROUND === 0 ? RETURNS_A_ROUND : 0;
    // Alternates visit by visit: slow periods of this machine last longer than one visit.
    for (let time = 0; time <= returns; time += 1) {
      const rate = await processor.rate();
      const isReturn = time > 0;
      for (const side of inTurn(sides, first + time)) {
        const seen = await visitors[side].inTab((tab) => visit(tab, sites[side], page, { rate, isReturn }));
        for (const figure of ['LCP', 'works', ...(page.hasWeek ? (['week'] as const) : [])] as const)
          // NaN keeps no promise.
          note(`${page.path} ${isReturn ? 'warm' : 'cold'} ${figure}`, side, seen[figure] ?? NaN);
      }
    }
    for (const side of SIDES) await visitors[side].leave();
  }
}

async function measureNavigations(): Promise<void> {
  for (const navigation of NAVIGATIONS.filter(({ from }) => paths.includes(from))) {
    const name = `${navigation.from} → ${navigation.to}`;
    console.log(name);
    for (let turn = 0; turn < rounds * NAVIGATIONS_A_ROUND; turn += 1) {
      const rate = await processor.rate();
      for (const side of inTurn(SIDES, turn)) {
        const visitor = await newVisitor(browser);
        const heading = await visitor.inTab((tab) => navigate(tab, sites[side], navigation, rate));
        note(`${name} heading`, side, heading);
        await visitor.leave();
      }
    }
  }
}

try {
  await measureVisits(FLOOR, ['bundle']);
  const floor = [...measured].flatMap(([name, { bundle }]) =>
    name.endsWith('works') ? [spreadOf(bundle).median] : [],
  );
  measured.clear();
  for (const page of pages) await measureVisits(page);
  await measureNavigations();

  const verdicts: Parameters<typeof atMost>[] = [];
  const counted = [];
  for (const page of pages) {
    const counts = {
      federated: await count(browser, sites.federated, page),
      bundle: await count(browser, sites.bundle, page),
    };
    counted.push([
      page.path,
      both((side) => (counts[side].gzip / 1000).toFixed(1)),
      both((side) => (counts[side].scripts / 1000).toFixed(1)),
      both((side) => counts[side].requests.length),
      both((side) => counts[side].chain),
    ]);
    const limit = SCRIPT_LIMITS[page.path];
    if (limit !== undefined)
      verdicts.push([`script of ${page.path}`, counts.federated.scripts / 1000, limit, ' kB', 1]);
  }
  const timed = [];
  for (const [name, samples] of measured) {
    const [ours, theirs] = SIDES.map((side) => spreadOf(samples[side]).median) as [number, number];
    const { low, high } = spreadOf(
      samples.federated.map((value, turn) => value / (samples.bundle[turn] ?? NaN)),
    );
    const toFloor = (value: number) => value / (floor[name.includes('cold') ? 0 : 1] ?? NaN);
    timed.push([
      name,
      `${ours.toFixed(0)} / ${theirs.toFixed(0)}`,
      `${(ours / theirs).toFixed(2)} [${low.toFixed(2)}–${high.toFixed(2)}]`,
      `${toFloor(ours).toFixed(2)} / ${toFloor(theirs).toFixed(2)}`,
    ]);
    const limit = LIMITS[name] ?? LIMITS[name.split(' ').at(-1) ?? ''];
    if (limit !== undefined) verdicts.push([name, ours / theirs, limit, ' of the bundle', 2]);
    const most = FLOOR_LIMITS[name];
    if (most !== undefined) verdicts.push([name, toFloor(ours), most, ' of the floor', 2]);
  }
  const of = 'federated / bundle';
  console.log(`
Chromium ${browser.version()}, HTTP/2, 1280 × 900, 150 ms there and back, 1.6 Mbit/s;
${rounds} rounds of ${FIRST_VISITS_A_ROUND} first visits, ${RETURNS_A_ROUND} returns and ${NAVIGATIONS_A_ROUND} navigations;
${processor.summary()}

A first visit: bytes, requests and chains (${of}):

${table(['page', 'gzip kB', 'JS gzip kB', 'requests', 'chain until it works'], counted)}

Times: medians in ms (${of}), their ratio [the lowest and the highest of visits that took turns], and the ratios to the working
button of the floor page (React, the router and one button; ${floor.map((value) => value.toFixed(0)).join(' ms cold, ')} ms warm):

${table(['what', of, 'to the bundle', 'to the floor'], timed)}
`);
  for (const verdict of verdicts) atMost(...verdict);
  if (values.quick) {
    console.log('\nA report: one round says little of the promises.');
    process.exitCode = 0;
  }
} finally {
  await browser.close();
  await sites.close();
}
