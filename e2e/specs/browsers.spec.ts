import { expect, test } from '@playwright/test';
import { visitorOf } from '../lab/browsers/driver.ts';
import { FLOWS } from '../lab/browsers/flows.ts';
import { otherBrowsers } from '../lab/browsers/found.ts';
import { createFaultStore } from '../lab/faults/faultStore.ts';
import { startSiteOn } from '../support/site.ts';

// A short form of `npm run lab -- browsers`, which runs if this machine has Firefox. WebKit under Xvfb sometimes loses the
// focus, so only the long form tests it.

for (const { name, open } of otherBrowsers().filter((browser) => browser.name === 'Firefox')) {
  test(`${name}: a user signs up and plans a week`, async () => {
    const store = await createFaultStore();
    const site = await startSiteOn(store);
    const driver = await open();
    try {
      const visitor = visitorOf(driver, site.origin);
      for (const { run } of FLOWS.slice(0, 2)) await run(visitor, store);
      expect(driver.consoleMessages() ?? [], 'the console is silent').toEqual([]);
    } finally {
      await driver.quit();
      await site.discard();
    }
  });
}
