import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@space/release';
import { startSiteOn } from '../../support/site.ts';
import { createFaultStore } from '../faults/faultStore.ts';
import { visitorOf } from './driver.ts';
import { FLOWS } from './flows.ts';
import { chromium, otherBrowsers, type FoundBrowser } from './found.ts';

// `npm run bench -- browsers`: runs the flows of flows.ts in each browser of this machine; prints a table, and writes
// screenshots/browsers. Debian: apt-get install firefox-esr webkit2gtk-driver xvfb.

const SCREENSHOTS = join(ROOT, 'screenshots', 'browsers');
mkdirSync(SCREENSHOTS, { recursive: true });

interface BrowserResults {
  browser: string;
  results: string[];
}

async function runFlows(foundBrowser: FoundBrowser): Promise<BrowserResults> {
  const store = await createFaultStore();
  const site = await startSiteOn(store);
  const driver = await foundBrowser.open();
  try {
    const visitor = visitorOf(driver, site.origin);
    const results: string[] = [];
    for (const [index, { title, run }] of FLOWS.entries()) {
      const result = await run(visitor, store).then(
        () => 'works',
        (error: unknown) => `fails: ${error instanceof Error ? error.message : String(error)}`,
      );
      // The table gets the first line; the console gets all of it.
      results.push(result.split('\n', 1).join(''));
      console.log(`${driver.name}: ${title}: ${result}`);
      const screenshot = `${foundBrowser.name}-${index + 1}.png`.toLowerCase();
      writeFileSync(join(SCREENSHOTS, screenshot), await driver.takePicture());
      if (result !== 'works') break;
    }
    for (const line of driver.consoleMessages() ?? []) console.log(`${driver.name}: console: ${line}`);
    return { browser: driver.name, results };
  } finally {
    await driver.quit();
    await site.discard();
  }
}

const runs: BrowserResults[] = [];
for (const foundBrowser of [chromium(), ...otherBrowsers()]) runs.push(await runFlows(foundBrowser));
const missing = ['Firefox', 'WebKit'].filter((name) => !runs.some(({ browser }) => browser.startsWith(name)));

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const table = [
  row(['', ...runs.map(({ browser }) => browser)]),
  row(['---', ...runs.map(() => '---')]),
  ...FLOWS.map(({ title }, index) =>
    row([title, ...runs.map(({ results }) => results[index] ?? 'not tried')]),
  ),
].join('\n');
console.log(`\n${table}`);
if (missing.length > 0) console.log(`Not on this machine: ${missing.join(', ')}.`);
process.exitCode = runs.every(
  ({ results }) => results.length === FLOWS.length && results.every((one) => one === 'works'),
)
  ? 0
  : 1;
