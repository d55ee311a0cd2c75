import { parseArgs } from 'node:util';
import { calibrate } from '../processor.ts';
import { endWith } from '../report.ts';
import { FLOOR, NAVIGATIONS, PAGES, type MeasuredPage } from './pages.ts';
import { SIDES, tablesOf, verdictsOf, type Both, type Results, type Visits, type Walk } from './report.ts';
import { createCertificate, startSites } from './sites.ts';
import { launchMeasured, newVisitor } from './tab.ts';
import { navigate, visit } from './visits.ts';

// `npm run bench -- speed`: compares the federated site with the same sources as one plain bundle, alternating in one run and
// in the same browser. docs/speed.md explains the report.

/** Returns and navigations are much shorter than first visits, so their medians need more samples. */
const FIRST_VISITS_A_ROUND = 2;
const RETURNS_A_ROUND = 5;
const NAVIGATIONS_A_ROUND = 3;

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

const { certificate, browserArgument } = await createCertificate();
const sites = await startSites(certificate);
const measured = await launchMeasured(browserArgument);
const processor = await calibrate(measured.browser);

type Sides = readonly (typeof SIDES)[number][];

/** The sides in reverse order in every other turn, so that neither is always first. */
const inTurn = (sides: Sides, turn: number) => (turn % 2 === 0 ? sides : sides.toReversed());

/** Measures first visits in new browser profiles, and return visits in one profile of each round. */
async function measureVisits(page: MeasuredPage, sides: Sides = SIDES): Promise<Visits> {
  const visits: Visits = { cold: { federated: [], bundle: [] }, warm: { federated: [], bundle: [] } };
  for (let first = 0; first < rounds * FIRST_VISITS_A_ROUND; first += 1) {
    const visitors = {
      federated: await newVisitor(measured, sites.federated, page.isSignedIn),
      bundle: await newVisitor(measured, sites.bundle, page.isSignedIn),
    };
    const returns = first % FIRST_VISITS_A_ROUND === 0 ? RETURNS_A_ROUND : 0;
    // Alternates visit by visit: slow periods of this machine last longer than one visit.
    for (let time = 0; time <= returns; time += 1) {
      const rate = await processor.rate();
      const isReturn = time > 0;
      for (const side of inTurn(sides, first + time))
        visits[isReturn ? 'warm' : 'cold'][side].push(
          await visitors[side].inTab((tab) => visit(tab, sites[side], page, { rate, isReturn })),
        );
    }
    for (const side of SIDES) await visitors[side].leave();
  }
  return visits;
}

try {
  const { cold, warm } = await measureVisits(FLOOR, ['bundle']);
  const results: Results = { floor: { cold: cold.bundle, warm: warm.bundle }, pages: [], navigations: [] };
  for (const page of PAGES.filter(({ path }) => paths.includes(path))) {
    console.log(page.path);
    results.pages.push({ page, visits: await measureVisits(page) });
  }
  for (const navigation of NAVIGATIONS.filter(({ from }) => paths.includes(from))) {
    console.log(`${navigation.from} → ${navigation.to}`);
    const walks: Both<Walk[]> = { federated: [], bundle: [] };
    for (let turn = 0; turn < rounds * NAVIGATIONS_A_ROUND; turn += 1) {
      const rate = await processor.rate();
      for (const side of inTurn(SIDES, turn)) {
        const visitor = await newVisitor(measured, sites[side], navigation.isSignedIn);
        walks[side].push(await visitor.inTab((tab) => navigate(tab, sites[side], navigation, rate)));
        await visitor.leave();
      }
    }
    results.navigations.push({ navigation, walks });
  }
  console.log(
    `\nChromium ${measured.browser.version()}, HTTP/2, 1280 × 900, 150 ms there and back, 1.6 Mbit/s; ` +
      `${rounds} rounds of ${FIRST_VISITS_A_ROUND} first visits and ${RETURNS_A_ROUND} returns;\n${processor.summary()}\n`,
  );
  console.log(`${tablesOf(results)}\n`);
  endWith(verdictsOf(results));
  if (values.quick) {
    console.log('\nA report: one round says little of the promises.');
    process.exitCode = 0;
  }
} finally {
  await measured.browser.close();
  await sites.close();
}
