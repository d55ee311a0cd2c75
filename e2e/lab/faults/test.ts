import { test as base } from '../../support/visitors.ts';
import { startSite } from '../../support/site.ts';
import type { Site } from '../../support/site.ts';
import { createFaultStore } from './faultStore.ts';
import type { FaultStore } from './faultStore.ts';
import { watchEvents } from './watchEvents.ts';
import type { RemoteEvent } from './watchEvents.ts';

interface Fixtures {
  /** The store that the site serves. Whole again after each test. */
  store: FaultStore;
  /** Every event that the page has sent. */
  events: RemoteEvent[];
}

/** `test` on a site whose store may be released into and broken. */
export const test = base.extend<Fixtures, { ownStore: FaultStore; site: Site }>({
  ownStore: [
    async ({}, provide) => {
      const store = await createFaultStore();
      await provide(store);
      store.discard();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ ownStore }, provide) => {
      // It believes a proxy, so that a test can speak for devices at other addresses.
      const site = await startSite({ siteDir: ownStore.folder, env: { TRUST_PROXY: 'loopback' } });
      await provide(site);
      await site.discard();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  store: async ({ ownStore }, provide) => {
    await provide(ownStore);
    await ownStore.mend();
  },
  events: [
    async ({ page }, provide) => {
      await provide(await watchEvents(page));
    },
    { auto: true },
  ],
});

export { expect } from '../../support/test.ts';
