import { expect, test } from '@playwright/test';
import { visitorOf } from '../lab/browsers/driver.ts';
import { FLOWS } from '../lab/browsers/flows.ts';
import { otherBrowsers } from '../lab/browsers/found.ts';
import { createFaultStore } from '../lab/faults/faultStore.ts';
import { startSiteOn } from '../support/site.ts';

// A short form of `npm run lab -- browsers`, where this machine has Firefox. WebKit under Xvfb loses the focus now and then, so it
// is looked at in the long form alone.

for (const { name, open } of otherBrowsers().filter((browser) => browser.name === 'Firefox')) {
  test(`${name}: one signs up and plans a week`, async () => {
    const store = await createFaultStore();
    const site = await startSiteOn(store);
    const driver = await open();
    try {
      const visitor = visitorOf(driver, site.origin);
      for (const { run } of FLOWS.slice(0, 2)) await run(visitor, store);
      expect(driver.said() ?? [], 'the console is silent').toEqual([]);
    } finally {
      await driver.quit();
      await site.discard();
    }
  });
}
