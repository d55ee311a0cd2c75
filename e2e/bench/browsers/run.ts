import { startSite } from '../../support/site.ts';
import { createFaultStore } from '../faults/faultStore.ts';
import { table } from '../report.ts';
import { browsersOfThisMachine } from './drivers.ts';
import { FLOWS } from './flows.ts';
import { visitorOf } from './visitor.ts';

// `npm run bench -- browsers`: runs the flows of flows.ts in each browser of this machine, and prints a table. Exits with 1 if a
// flow fails. Debian: apt-get install firefox-esr webkit2gtk-driver xvfb.

const columns: { name: string; results: string[] }[] = [];
for (const { open } of browsersOfThisMachine()) {
  const store = await createFaultStore();
  const site = await startSite(store);
  const driver = await open();
  const visitor = visitorOf(driver, site.origin);
  const results: string[] = [];
  for (const [title, run] of Object.entries(FLOWS)) {
    const result = await run(visitor, store).then(() => 'works', String);
    results.push(result);
    console.log(`${driver.name}: ${title}: ${result}`);
    if (result !== 'works') break;
  }
  for (const line of driver.messages) console.log(`${driver.name}: console: ${line}`);
  columns.push({ name: driver.name, results });
  await driver.quit();
  await site.discard();
}
const rows = Object.keys(FLOWS).map((title, index) => [
  title,
  ...columns.map(({ results }) => results[index] ?? 'not tried'),
]);
console.log(`\n${table(['', ...columns.map(({ name }) => name)], rows)}`);
if (!rows.every(([, ...results]) => results.every((result) => result === 'works'))) process.exitCode = 1;
