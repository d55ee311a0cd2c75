import type { Site } from '../../support/site.ts';
import { FOR_WORKER, test as base, withSite } from '../../support/test.ts';
import { createFaultStore, type FaultStore } from './faultStore.ts';

/** What the browser tells the operator, as it goes over the network. */
interface RemoteEvent {
  id: string;
  version: string;
  outcome: string;
  cause: string;
  milliseconds: number;
}

interface Fixtures {
  /** The store that the site serves. Whole again after each test. */
  store: FaultStore;
  /** Every event that the page has sent. The server gets them as well. */
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
    // It believes a proxy, so that a test can speak for devices at other addresses.
    ({ ownStore: { folder: siteDir } }, provide) =>
      withSite({ siteDir, env: { TRUST_PROXY: 'loopback' } }, provide),
    FOR_WORKER,
  ],
  store: async ({ ownStore }, provide) => {
    await provide(ownStore);
    await ownStore.mend();
  },
  events: [
    async ({ page }, provide) => {
      const events: RemoteEvent[] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).pathname !== '/_events') return;
        // Written by the shell's sendEvents; what is missing fails the test that looks at it.
        events.push(JSON.parse(request.postData() ?? '{}') as RemoteEvent);
      });
      await provide(events);
    },
    { auto: true },
  ],
});

export { expect } from '../../support/test.ts';
