import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '@space/release';
import { startSiteOn } from '../../support/site.ts';
import { createFaultStore } from '../faults/faultStore.ts';
import { visitorOf } from './driver.ts';
import { FLOWS } from './flows.ts';
import { chromium, otherBrowsers, type FoundBrowser } from './found.ts';

// `npm run lab -- browsers`: what people and teams do most, in each browser of this machine; writes docs/browsers.md and
// screenshots/browsers. Debian: apt-get install firefox-esr webkit2gtk-driver xvfb.

const PICTURES = join(ROOT, 'screenshots', 'browsers');
mkdirSync(PICTURES, { recursive: true });

interface Seen {
  browser: string;
  results: string[];
}

async function see(found: FoundBrowser): Promise<Seen> {
  const store = await createFaultStore();
  const site = await startSiteOn(store);
  const driver = await found.open();
  try {
    const visitor = visitorOf(driver, site.origin);
    const results: string[] = [];
    for (const [index, { title, run }] of FLOWS.entries()) {
      const result = await run(visitor, store).then(
        () => 'works',
        (error: unknown) => `fails: ${error instanceof Error ? error.message : String(error)}`,
      );
      // A row of a table; the rest is for who looks for the cause.
      results.push(result.split('\n', 1).join(''));
      console.log(`${driver.name}: ${title}: ${result}`);
      const picture = `${found.name}-${index + 1}.png`.toLowerCase();
      writeFileSync(join(PICTURES, picture), await driver.takePicture());
      if (result !== 'works') break;
    }
    for (const line of driver.said() ?? []) console.log(`${driver.name}: console: ${line}`);
    return { browser: driver.name, results };
  } finally {
    await driver.quit();
    await site.discard();
  }
}

const seen: Seen[] = [];
for (const found of [chromium(), ...otherBrowsers()]) seen.push(await see(found));
const missing = ['Firefox', 'WebKit'].filter((name) => !seen.some(({ browser }) => browser.startsWith(name)));

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const table = [
  row(['', ...seen.map(({ browser }) => browser)]),
  row(['---', ...seen.map(() => '---')]),
  ...FLOWS.map(({ title }, index) =>
    row([title, ...seen.map(({ results }) => results[index] ?? 'not tried')]),
  ),
].join('\n');
console.log(`\n${table}`);
if (missing.length > 0)
  console.log(`Not on this machine: ${missing.join(', ')}. docs/browsers.md is left as it is.`);
else {
  writeFileSync(
    join(ROOT, 'docs/browsers.md'),
    `# Browsers\n\nWritten by \`npm run lab -- browsers\`: what people and teams do most, on the built site and the real backend. \`npm test\` does the\nfirst two in Firefox, where the machine has it.\n\n${table}\n`,
  );
}
process.exitCode = seen.every(
  ({ results }) => results.length === FLOWS.length && results.every((one) => one === 'works'),
)
  ? 0
  : 1;
