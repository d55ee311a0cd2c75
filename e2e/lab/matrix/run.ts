import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { TEST_SITE } from '@space/release';
import { runMatrix, type MatrixEntry } from './runMatrix.ts';
import { ensureChromium, launchOptions } from '../../support/chromium.ts';

// `npm run lab -- matrix`: checks that every published version of every remote either loads in the live shell (in a browser)
// or is refused by the gate with a reason. Exits with 1 if one does neither. `retro`: only these remotes;
// `--store <folder>`: another store than dist/test-site; `--json`: prints the entries as JSON.

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { store: { type: 'string', default: TEST_SITE }, json: { type: 'boolean', default: false } },
});

function tableOf(entries: readonly MatrixEntry[]): string {
  const width = Math.max(...entries.map(({ name, version }) => name.length + version.length)) + 2;
  return entries
    .flatMap(({ name, version, isLive, verdict, reasons }) => [
      `${`${name} ${version}`.padEnd(width)}${isLive ? 'live' : '    '}  ${verdict}`,
      ...reasons.map((reason) => `    ${reason}`),
    ])
    .join('\n');
}

const browser = await chromium.launch(launchOptions(ensureChromium()));
try {
  const entries = await runMatrix(resolve(values.store), browser, positionals);
  const broken = entries.filter(({ verdict }) => verdict === 'broken');
  if (entries.length === 0) throw new Error(`There is no such release in ${values.store}`);
  console.log(values.json ? JSON.stringify(entries, null, 2) : tableOf(entries));
  if (broken.length > 0) process.exitCode = 1;
} finally {
  await browser.close();
}
