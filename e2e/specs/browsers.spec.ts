import { expect, test } from '@playwright/test';
import { browsersOfThisMachine } from '../bench/browsers/drivers.ts';
import { FLOWS } from '../bench/browsers/flows.ts';
import { visitorOf } from '../bench/browsers/visitor.ts';
import { createFaultStore } from '../bench/faults/faultStore.ts';
import { startSiteOn } from '../support/site.ts';

// A short form of `npm run bench -- browsers`, which runs if this machine has Firefox. WebKit under Xvfb sometimes loses the
// focus, so only the long form tests it.

for (const { name, open } of browsersOfThisMachine().filter((browser) => browser.name === 'Firefox')) {
  test(`${name}: a user signs up and plans a week`, async () => {
    const store = await createFaultStore();
    const site = await startSiteOn(store);
    const driver = await open();
    try {
      const visitor = visitorOf(driver, site.origin);
      for (const run of Object.values(FLOWS).slice(0, 2)) await run(visitor, store);
      expect(driver.messages, 'the console is silent').toEqual([]);
    } finally {
      await driver.quit();
      await site.discard();
    }
  });
}
