import { chromium } from '@playwright/test';
import type { Browser } from '@playwright/test';
import { startTestServer } from '@space/server/testing';
import type { TestServer } from '@space/server/testing';
import type { Account } from '../../support/accounts.ts';
import { ensureHeadlessChromium, launchOptions } from '../../support/chromium.ts';
import { unfoldWeek } from '../../support/planner.ts';
import { BUILT_SITE } from '../../support/site.ts';
import { verdictLines } from '../report/report.ts';
import { measure } from './measure.ts';
import { timesOf, verdictsOf } from './report.ts';
import type { Result } from './report.ts';
import { createFullWeek, openWeek } from './week.ts';

// `npm run lab -- planner`: how soon the planner answers a press, at a quarter of the processor's speed, in weeks of 10 to
// 7,000 tasks, on the built site and the real backend, which runs beside it at full speed, 150 ms away.
// With `5 10 500`: five rounds, in weeks of 10 and 500. The sky stands still, as in all tests: without a graphics
// processor each of its frames is drawn by the processor that is being measured.

const [rounds = 9, ...asked] = process.argv.slice(2).map(Number);
if (![rounds, ...asked].every((number) => Number.isInteger(number) && number > 0)) {
  throw new Error('rounds and tasks must be numbers from 1 on: `5 10 500`');
}
const sizes = asked.length > 0 ? asked : [10, 500, 700, 7_000];

async function measureWeek(
  browser: Browser,
  server: TestServer,
  account: Account,
  { tasks, isUnfolded }: { tasks: number; isUnfolded: boolean },
): Promise<Result> {
  const { page, context } = await openWeek(browser, server.origin, account);
  if (isUnfolded) await unfoldWeek(page);
  const rows = await page.evaluate(() => document.querySelectorAll('li [data-action="toggle"]').length);
  const elements = await page.evaluate(() => document.querySelectorAll('body *').length);
  const samples = {
    tick: await measure(page, 'tick', rounds),
    add: await measure(page, 'add', rounds),
  };
  await context.close();

  return { tasks, isUnfolded, rows, elements, samples };
}

const server = await startTestServer({ siteDir: BUILT_SITE });
const browser = await chromium.launch(launchOptions(ensureHeadlessChromium()));
const results: Result[] = [];
try {
  for (const tasks of sizes) {
    const account = await createFullWeek(server, tasks);
    for (const isUnfolded of tasks > 7 * 13 ? [false, true] : [false]) {
      const result = await measureWeek(browser, server, account, { tasks, isUnfolded });
      results.push(result);
      console.log(`${tasks} tasks${isUnfolded ? ', unfolded' : ''}: measured`);
    }
  }
  console.log(
    `\nChromium ${browser.version()}, 1280 x 900, processor 4 x slower, 150 ms there and back; milliseconds, median (range) of ${rounds} after one to warm up`,
  );
  console.log(`\n${timesOf(results)}\n\n${verdictLines(verdictsOf(results))}`);
} finally {
  await browser.close();
  await server.close();
}
