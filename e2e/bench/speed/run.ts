import { parseArgs } from 'node:util';
import { launch } from 'puppeteer-core';
import { launchOptions } from '../../support/chromium.ts';
import { VIEWPORT, calibrate } from '../conditions.ts';
import { atMost, spreadOf, table } from '../report.ts';
import { startSites } from './sites.ts';
import { inTab } from './tab.ts';
import { FLOOR, NAVIGATIONS, PAGES, navigate, visit } from './visits.ts';

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

const SIDES = ['federated', 'bundle'] as const;
type Side = (typeof SIDES)[number];
type Measure = (side: Side, rate: number) => Promise<object>;

const { values } = parseArgs({
  options: { rounds: { type: 'string' }, pages: { type: 'string' }, quick: { type: 'boolean' } },
});
const rounds = Number(values.rounds ?? (values.quick ? 1 : 4));
const every = Object.keys(PAGES);
const pages = values.pages?.split(',') ?? (values.quick ? ['/', '/dashboard'] : every);
if (!(rounds >= 1) || !pages.every((path) => every.includes(path)))
  throw new Error(`--rounds is 1 or more; --pages are some of ${every.join(',')}`);

await using sites = await startSites();
// As Playwright starts it: without experiments, and with a mouse, which the headless shell does not have by itself.
const asInTests = [
  '--disable-field-trial-config',
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
];
const options: object = launchOptions(sites.browserArgument, ...asInTests); // Puppeteer's have the same names
await using browser = await launch({ ...options, headless: 'shell', defaultViewport: VIEWPORT });
const processor = await calibrate(await browser.newPage());
const newProfile = () => browser.createBrowserContext();

/** What was measured ('/ cold works', '/ → /retro heading') → the figures of each time. */
const measured = new Map<string, Record<Side, number[]>>();

/**
 * Measures the sides in turn: slow periods of this machine last longer than one measurement. In reverse order in every other
 * turn, so that neither is always first.
 */
async function measureBoth(name: string, turn: number, measure: Measure, sides: readonly Side[] = SIDES) {
  const rate = await processor.rate();
  for (const side of turn % 2 === 0 ? sides : sides.toReversed())
    for (const [figure, value] of Object.entries(await measure(side, rate))) {
      const samples = measured.get(`${name} ${figure}`) ?? { federated: [], bundle: [] };
      samples[side].push(value ?? NaN); // NaN keeps no promise
      measured.set(`${name} ${figure}`, samples);
    }
}

/** Measures first visits in new browser profiles, and return visits in one profile of each round. */
async function measureVisits(path: string, sides?: readonly Side[]): Promise<void> {
  console.log(path);
  for (let first = 0; first < rounds * FIRST_VISITS_A_ROUND; first += 1) {
    const profiles = { federated: await newProfile(), bundle: await newProfile() };
    const returns = first % FIRST_VISITS_A_ROUND === 0 ? RETURNS_A_ROUND : 0;
    for (let time = 0; time <= returns; time += 1) {
      const isReturn = time > 0;
      const measure: Measure = (side, rate) =>
        inTab(profiles[side], (tab) => visit(tab, sites[side], path, rate, isReturn));
      await measureBoth(`${path} ${isReturn ? 'warm' : 'cold'}`, first + time, measure, sides);
    }
    for (const side of SIDES) await profiles[side].close();
  }
}

async function measureNavigations(): Promise<void> {
  for (const navigation of NAVIGATIONS.filter(({ from }) => pages.includes(from))) {
    const name = `${navigation.from} → ${navigation.to}`;
    console.log(name);
    for (let turn = 0; turn < rounds * NAVIGATIONS_A_ROUND; turn += 1)
      await measureBoth(name, turn, async (side, rate) => {
        await using profile = await newProfile();
        return { heading: await inTab(profile, (tab) => navigate(tab, sites[side], navigation, rate)) };
      });
  }
}

await measureVisits(FLOOR, ['bundle']);
const floor = (time: string) => spreadOf(measured.get(`${FLOOR} ${time} works`)?.bundle ?? []).median;
const [cold, warm] = [floor('cold'), floor('warm')];
measured.clear();
for (const path of pages) await measureVisits(path);
await measureNavigations();

const rows = [];
for (const [name, { federated, bundle }] of measured) {
  const [ours, theirs] = [spreadOf(federated).median, spreadOf(bundle).median];
  const ratios = federated.map((value, turn) => value / (bundle[turn] ?? NaN));
  const ratio = `${(ours / theirs).toFixed(2)} [${spreadOf(ratios, 2).range}]`;
  rows.push([name, `${ours.toFixed(0)} / ${theirs.toFixed(0)}`, ratio]);
  if (values.quick) continue; // one round says little of the promises
  const limit = LIMITS[name] ?? LIMITS[name.split(' ').at(-1) ?? ''];
  if (limit !== undefined) atMost(name, ours / theirs, limit, ' of the bundle', 2);
  const ofFloor = ours / (name.includes('cold') ? cold : warm);
  const most = FLOOR_LIMITS[name];
  if (most !== undefined) atMost(name, ofFloor, most, ' of the floor', 2);
}
console.log(`
${await browser.version()}, HTTP/2, 1280 × 900, 150 ms there and back, 1.6 Mbit/s;
${rounds} rounds of ${FIRST_VISITS_A_ROUND} first visits, ${RETURNS_A_ROUND} returns and ${NAVIGATIONS_A_ROUND} navigations;
${processor.summary()};
the working button of the floor page: ${cold.toFixed(0)} ms cold, ${warm.toFixed(0)} ms warm

Medians, times in ms, and their ratio [the lowest and the highest of visits that took turns]:

${table(['what', 'federated / bundle', 'to the bundle'], rows)}
`);
