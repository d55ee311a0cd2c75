import { startFaultSite } from '../faults/faultStore.ts';
import { openBrowsers } from './drivers.ts';
import { FLOWS, visitorOf } from './flows.ts';

// `npm run bench -- browsers`: runs the flows of flows.ts in each browser of this machine. Exits with 1 if a flow fails.
// Debian: apt-get install firefox-esr webkit2gtk-driver xvfb.

for await (const driver of openBrowsers()) {
  const { store, origin, discard } = await startFaultSite();
  const visitor = visitorOf(driver, origin);
  for (const [title, flow] of Object.entries(FLOWS)) {
    const result = await flow(visitor, store).then(() => 'works', String);
    console.log(`${driver.name}: ${title}: ${result}`);
    if (result === 'works') continue;
    process.exitCode = 1;
    break;
  }
  for (const line of driver.messages) console.log(`${driver.name}: console: ${line}`);
  await driver.quit();
  await discard();
}
