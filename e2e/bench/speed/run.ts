import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { calibrate, type Processor } from '../processor.ts';
import { verdictLines } from '../report.ts';
import {
  launchMeasured,
  newVisitor,
  slowDown,
  type MeasuredBrowser,
  type Site,
  type Tab,
  type Visitor,
} from './measure/tab.ts';
import { count, countNavigation, navigate, visit, type End, type Visit } from './measure/visits.ts';
import { FLOOR, NAVIGATIONS, PAGES, type MeasuredNavigation, type MeasuredPage } from './pages.ts';
import {
  SIDES,
  tablesOf,
  verdictsOf,
  type Both,
  type NavigationResults,
  type PageResults,
  type Results,
} from './report.ts';
import { createCertificate, startSites, type Sites } from './sites.ts';

// `npm run bench -- speed`: compares the federated site with the same sources as one plain bundle, alternating in one run and
// in the same browser. docs/speed.md explains the report.

const FOLDER = fileURLToPath(new URL('../results', import.meta.url));

/** Returns and navigations are much shorter than first visits, so their medians need more samples. */
const FIRST_VISITS_A_ROUND = 2;
const RETURNS_A_ROUND = 5;
const NAVIGATIONS_A_ROUND = 3;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string' },
    pages: { type: 'string' },
    quick: { type: 'boolean' },
  },
});
const paths =
  values.pages?.split(',') ?? (values.quick ? ['/', '/dashboard'] : PAGES.map(({ path }) => path));
const rounds = Number(values.rounds ?? (values.quick ? 1 : 4));
const unknown = paths.filter((path) => !PAGES.some((page) => page.path === path));
if (unknown.length > 0)
  throw new Error(`--pages: ${unknown.join(', ')} is not among those that are measured`);
if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds must be a number from 1 on');

/** Both sides, in reverse order in every other round, so that neither is always first. */
const alternating = (round: number) => (round % 2 === 0 ? SIDES : SIDES.toReversed());

async function atBoth<T>(sites: Sites, run: (site: Site) => Promise<T>): Promise<Both<T>> {
  return { federated: await run(sites.federated), bundle: await run(sites.bundle) };
}

/** Opens a tab of a visitor, measures in it, and closes it. */
async function inTab<T>(visitor: Visitor, measureIn: (tab: Tab) => Promise<T>): Promise<T> {
  const tab = await visitor.openTab();
  try {
    return await measureIn(tab);
  } finally {
    await tab.close();
  }
}

/** Measures first visits in new browser profiles, and return visits in one profile of each round. */
async function measurePage(
  browser: MeasuredBrowser,
  processor: Processor,
  sites: Sites,
  page: MeasuredPage,
): Promise<PageResults> {
  const counted = await atBoth(sites, async (site) => (await count(browser, site, page)).requests);
  const results: PageResults = {
    page,
    counted,
    cold: { federated: [], bundle: [] },
    warm: { federated: [], bundle: [] },
  };
  for (let first = 0; first < rounds * FIRST_VISITS_A_ROUND; first += 1) {
    const visitors = await atBoth(sites, (site) => newVisitor(browser, site, page.isSignedIn));
    const visitBoth = async (visits: Both<Visit[]>, turn: number, end: End) => {
      const rate = await processor.rate();
      for (const side of alternating(turn))
        await inTab(visitors[side], async (tab) => {
          await slowDown(tab, rate);
          visits[side].push(await visit(tab, sites[side], page, end));
        });
    };
    await visitBoth(results.cold, first, 'at rest');
    const returns = first % FIRST_VISITS_A_ROUND === 0 ? RETURNS_A_ROUND : 0;
    // Alternates visit by visit: slow periods of this machine last longer than one visit.
    for (let time = 0; time < returns; time += 1) await visitBoth(results.warm, first + time, 'painted');
    for (const side of SIDES) await visitors[side].leave();
  }
  return results;
}

/** Measures the floor page, on the server of the bundle. */
async function measureFloor(
  browser: MeasuredBrowser,
  processor: Processor,
  site: Site,
): Promise<Results['floor']> {
  const floor: Results['floor'] = { cold: [], warm: [] };
  for (let round = 0; round < rounds * FIRST_VISITS_A_ROUND; round += 1) {
    const visitor = await newVisitor(browser, site, false);
    const rate = await processor.rate();
    for (const visits of [floor.cold, floor.warm])
      await inTab(visitor, async (tab) => {
        await slowDown(tab, rate);
        visits.push(await visit(tab, site, FLOOR, 'painted'));
      });
    await visitor.leave();
  }
  return floor;
}

async function measureNavigation(
  browser: MeasuredBrowser,
  processor: Processor,
  sites: Sites,
  navigation: MeasuredNavigation,
): Promise<NavigationResults> {
  const counted = await atBoth(sites, (site) => countNavigation(browser, site, navigation));
  const painted: Both<number[]> = { federated: [], bundle: [] };
  for (let round = 0; round < rounds * NAVIGATIONS_A_ROUND; round += 1) {
    const rate = await processor.rate();
    for (const side of alternating(round)) {
      const visitor = await newVisitor(browser, sites[side], navigation.isSignedIn);
      const navigated = await inTab(visitor, (tab) =>
        navigate(tab, sites[side], navigation, () => slowDown(tab, rate)),
      );
      painted[side].push(navigated.painted);
      await visitor.leave();
    }
  }
  return { navigation, counted, painted };
}

const { certificate, browserArguments } = await createCertificate();
const sites = await startSites(certificate);
const measuredBrowser = await launchMeasured(...browserArguments);
try {
  const processor = await calibrate(measuredBrowser.browser);
  const browser = `Chromium ${measuredBrowser.browser.version()}`;
  const floor = await measureFloor(measuredBrowser, processor, sites.bundle);
  const date = new Date().toISOString();
  const results: Results = { date, browser, rounds, floor, pages: [], navigations: [] };
  for (const page of PAGES.filter(({ path }) => paths.includes(path))) {
    console.log(page.path);
    results.pages.push(await measurePage(measuredBrowser, processor, sites, page));
  }
  for (const navigation of NAVIGATIONS.filter(({ from }) => paths.includes(from))) {
    console.log(`${navigation.from} → ${navigation.to}`);
    results.navigations.push(await measureNavigation(measuredBrowser, processor, sites, navigation));
  }
  const verdicts = verdictsOf(results);
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}/speed.json`, JSON.stringify({ ...results, verdicts }, null, 1));
  console.log(
    `\n${browser}, HTTP/2, 1280 × 900, 150 ms there and back, 1.6 Mbit/s; ` +
      `${rounds} rounds of ${FIRST_VISITS_A_ROUND} first visits and ${RETURNS_A_ROUND} returns;\n${processor.summary()}\n`,
  );
  console.log(`${tablesOf(results)}\n\n${verdictLines(verdicts)}`);
  if (values.quick) console.log('\nA report: one round says little of the promises.');
  else if (verdicts.some(({ isKept }) => !isKept)) process.exitCode = 1;
} finally {
  await measuredBrowser.browser.close();
  await sites.close();
}
