import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { CHROMIUM_ARGUMENTS, UNWANTED_ARGUMENTS, ensureHeadlessChromium } from '../../support/chromium.ts';
import { glueOfRemotes } from './glue.ts';
import { count } from './measure/count.ts';
import { navigate } from './measure/navigate.ts';
import { newVisitor } from './measure/tab.ts';
import { visit } from './measure/visit.ts';
import { readOptions } from './options.ts';
import type { Options } from './options.ts';
import { SIDES } from './report/results.ts';
import type { Both, NavigationResults, PageResults, Results } from './report/results.ts';
import { tablesOf } from './report/tables.ts';
import { verdictLines, verdictsOf } from './report/verdicts.ts';
import { makeSecure } from './secure.ts';
import { startSites } from './sites.ts';
import type { Sites } from './sites.ts';

// `npm run bench`: the federated site beside the same sources as one plain bundle, in one run, in turn, in the same
// browser. docs/speed.md says how to read it.

const FOLDER = fileURLToPath(new URL('../results', import.meta.url));

/** Without the askers of each request, which are many. */
const toJson = (results: object) =>
  `${JSON.stringify(results, (key, value: unknown) => (key === 'askers' ? undefined : value), 1)}\n`;

const noneOf = <T>(): Both<T[]> => ({ federated: [], bundle: [] });

/** Both, and in every other round the other way round: nobody is always first. */
const inTurn = (round: number) => (round % 2 === 0 ? SIDES : SIDES.toReversed());

async function measurePages(browser: Browser, sites: Sites, { pages, rounds }: Options) {
  const all: PageResults[] = [];
  for (const page of pages) {
    const counted = {
      federated: (await count(browser, sites.federated, page)).requests,
      bundle: (await count(browser, sites.bundle, page)).requests,
    };
    all.push({ page, counted, cold: noneOf(), warm: noneOf() });
  }
  for (let round = 0; round < rounds; round += 1) {
    console.log(`pages, round ${round + 1} of ${rounds}`);
    for (const { page, cold, warm } of all) {
      for (const side of inTurn(round)) {
        const context = await newVisitor(browser, sites[side], page.isSignedIn);
        cold[side].push(await visit(context, page, true));
        warm[side].push(await visit(context, page, true));
        await context.close();
      }
    }
  }
  return all;
}

async function measureNavigations(browser: Browser, sites: Sites, { navigations, rounds }: Options) {
  const all: NavigationResults[] = navigations.map((navigation) => ({ navigation, rounds: noneOf() }));
  for (let round = 0; round < rounds; round += 1) {
    console.log(`navigations, round ${round + 1} of ${rounds}`);
    for (const { navigation, rounds: measured } of all) {
      for (const side of inTurn(round))
        measured[side].push(await navigate(browser, sites[side], navigation, true));
    }
  }
  return all;
}

async function measure(browser: Browser, sites: Sites, options: Options): Promise<Results> {
  return {
    date: new Date().toISOString(),
    browser: `Chromium ${browser.version()}`,
    rounds: options.rounds,
    glue: glueOfRemotes(),
    pages: await measurePages(browser, sites, options),
    navigations: await measureNavigations(browser, sites, options),
  };
}

try {
  const options = readOptions(process.argv.slice(2));
  const secure = await makeSecure();
  const sites = await startSites(secure.environment);
  const browser = await chromium.launch({
    executablePath: ensureHeadlessChromium(),
    args: [...CHROMIUM_ARGUMENTS, ...secure.browserArguments],
    ignoreDefaultArgs: UNWANTED_ARGUMENTS,
  });
  try {
    const results = await measure(browser, sites, options);
    const verdicts = verdictsOf(results);
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(`${FOLDER}/speed.json`, toJson({ ...results, verdicts }));
    console.log(
      `\n${results.browser}, HTTP/2, 1280 × 900, processor 4 × slower, 150 ms there and back, 1.6 Mbit/s; ` +
        `${results.rounds} rounds\n`,
    );
    console.log(`${tablesOf(results)}\n\n${verdictLines(verdicts)}`);
    if (verdicts.some(({ isKept }) => !isKept)) process.exitCode = 1;
  } finally {
    await browser.close();
    await sites.close();
    secure.discard();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
