import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { ensureHeadlessChromium, launchOptions } from '../../support/chromium.ts';
import { verdictLines } from '../report/report.ts';
import { newVisitor, slowDown } from './measure/tab.ts';
import type { Site, Tab, Visitor } from './measure/tab.ts';
import { count, countNavigation, navigate, visit } from './measure/visits.ts';
import type { End } from './measure/visits.ts';
import { readOptions } from './options.ts';
import type { Options } from './options.ts';
import { SIDES } from './report/results.ts';
import type { Both, NavigationResults, PageResults, Results, Side } from './report/results.ts';
import { tablesOf } from './report/tables.ts';
import { isDecided, verdictsOf } from './report/verdicts.ts';
import { makeSecure } from './secure.ts';
import { startSites } from './sites.ts';
import type { Sites } from './sites.ts';
import { storeWith } from './storeWith.ts';

// `npm run lab -- speed`: the federated site beside the same sources as one plain bundle, in one run, in turn, in the same
// browser. docs/speed.md says how to read it.

const FOLDER = fileURLToPath(new URL('../results', import.meta.url));

/** Without the askers of each request, which are many. */
const toJson = (results: object) =>
  `${JSON.stringify(results, (key, value: unknown) => (key === 'askers' ? undefined : value), 1)}\n`;

const noneOf = <T>(): Both<T[]> => ({ federated: [], bundle: [] });

/** Both, and in every other round the other way round: no one is always first. */
const inTurn = (round: number) => (round % 2 === 0 ? SIDES : SIDES.toReversed());

async function atBoth<T>(sites: Sites, run: (site: Site) => Promise<T>): Promise<Both<T>> {
  return { federated: await run(sites.federated), bundle: await run(sites.bundle) };
}

/** A tab of a visitor, for as long as it is measured, slowed down from the beginning or not. */
async function inTab<T>(visitor: Visitor, isSlow: boolean, measureIn: (tab: Tab) => Promise<T>): Promise<T> {
  const tab = await visitor.openTab();
  try {
    if (isSlow) await slowDown(tab);
    return await measureIn(tab);
  } finally {
    await tab.close();
  }
}

/** Coming back takes half a second: its median needs more of them than of first visits. */
const FIRST_VISITS_A_ROUND = 2;
const RETURNS_A_ROUND = 5;

/** One round of a page: browsers that have never been there, the last of which comes back. */
async function measureRound(
  browser: Browser,
  sites: Sites,
  { page, cold, warm }: PageResults,
  round: number,
): Promise<void> {
  for (let first = 1; first <= FIRST_VISITS_A_ROUND; first += 1) {
    const visitors = await atBoth(sites, (site) => newVisitor(browser, site, page.isSignedIn));
    const visitAs = (side: Side, end: End) =>
      inTab(visitors[side], true, (tab) => visit(tab, sites[side], page, end));
    for (const side of inTurn(round + first)) cold[side].push(await visitAs(side, 'at rest'));
    const returns = first === FIRST_VISITS_A_ROUND ? RETURNS_A_ROUND : 0;
    // In turn again and again: an hour of this machine has slow moments that are longer than a visit.
    for (let time = 1; time <= returns; time += 1)
      for (const side of inTurn(round + time)) warm[side].push(await visitAs(side, 'painted'));
    for (const side of SIDES) await visitors[side].leave();
  }
}

async function measurePages(browser: Browser, sites: Sites, { pages, rounds, mostRounds }: Options) {
  const all: PageResults[] = [];
  for (const page of pages) {
    const counted = await atBoth(sites, async (site) => (await count(browser, site, page)).requests);
    all.push({ page, counted, cold: noneOf(), warm: noneOf() });
  }
  for (let round = 0; round < mostRounds; round += 1) {
    const due = round < rounds ? all : all.filter((results) => !isDecided(results));
    if (due.length === 0) break;
    const paths = due.map(({ page }) => page.path);
    console.log(`round ${round + 1} of ${rounds} to ${mostRounds}: ${paths.join(' ')}`);
    for (const results of due) await measureRound(browser, sites, results, round);
  }
  return all;
}

async function measureNavigations(
  browser: Browser,
  sites: Sites,
  { navigations, navigationRounds: rounds }: Options,
) {
  const all: NavigationResults[] = [];
  for (const navigation of navigations) {
    const counted = await atBoth(sites, (site) => countNavigation(browser, site, navigation));
    all.push({ navigation, counted, painted: noneOf() });
  }
  for (let round = 0; round < rounds; round += 1) {
    console.log(`navigations, round ${round + 1} of ${rounds}`);
    for (const { navigation, painted } of all) {
      for (const side of inTurn(round)) {
        const visitor = await newVisitor(browser, sites[side], navigation.isSignedIn);
        const navigated = await inTab(visitor, false, (tab) =>
          navigate(tab, sites[side], navigation, slowDown),
        );
        painted[side].push(navigated.painted);
        await visitor.leave();
      }
    }
  }
  return all;
}

try {
  const options = readOptions(process.argv.slice(2));
  const secure = await makeSecure();
  const store = options.container && (await storeWith(options.container));
  const sites = await startSites(secure.environment, store?.folder);
  const browser = await chromium.launch(launchOptions(ensureHeadlessChromium(), ...secure.browserArguments));
  try {
    const results: Results = {
      date: new Date().toISOString(),
      browser: `Chromium ${browser.version()}`,
      rounds: options.rounds,
      pages: await measurePages(browser, sites, options),
      navigations: await measureNavigations(browser, sites, options),
    };
    const verdicts = verdictsOf(results);
    mkdirSync(FOLDER, { recursive: true });
    const file = options.container === null ? 'speed' : `speed-${options.container}`;
    writeFileSync(`${FOLDER}/${file}.json`, toJson({ ...results, verdicts }));
    console.log(
      `\n${results.browser}, HTTP/2, 1280 × 900, processor 4 × slower, 150 ms there and back, 1.6 Mbit/s; ` +
        `${FIRST_VISITS_A_ROUND} first visits and ${RETURNS_A_ROUND} returns a round\n`,
    );
    console.log(`${tablesOf(results)}\n\n${verdictLines(verdicts)}`);
    if (options.isReport) console.log('\nA report: what is broken here is information, not a verdict.');
    else if (verdicts.some(({ isKept }) => !isKept)) process.exitCode = 1;
  } finally {
    await browser.close();
    await sites.close();
    store?.discard();
    secure.discard();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
