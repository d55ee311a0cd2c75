import { startSiteOn, type Site } from '../../support/site.ts';
import type { Store } from '../../support/store.ts';
import { STARTS, test as base } from '../../support/test.ts';
import { createFaultStore, type FaultStore } from './faultStore.ts';

/** What the browser tells the operator, as it goes over the network. */
interface RemoteEvent {
  id: string;
  version: string;
  outcome: string;
  cause: string;
  milliseconds: number;
}

/** A site whose store may be released into and broken. */
export interface FaultStage {
  store: FaultStore;
  site: Site;
  discard(): Promise<void>;
}

/** Sets the stage. Takes what is released into its store beforehand. */
export async function setFaultStage(prepare?: (store: Store) => Promise<void>): Promise<FaultStage> {
  const store = await createFaultStore(prepare);
  // It believes a proxy, so that a test can speak for devices at other addresses.
  const site = await startSiteOn(store, { env: { TRUST_PROXY: 'loopback' } });
  return { store, site, discard: site.discard };
}

const setUsualStage = () => setFaultStage();

interface Fixtures {
  stage: FaultStage;
  /** The store that the site serves. Whole again after each test. */
  store: FaultStore;
  /** Every event that the page has sent. The server gets them as well. */
  events: RemoteEvent[];
}

/** `test` on a site whose store may be released into and broken. */
export const test = base.extend<Fixtures>({
  stage: [async ({ places }, provide) => provide(await places.keep(setUsualStage)), STARTS],
  site: ({ stage }, provide) => provide(stage.site),
  store: async ({ stage: { store } }, provide) => {
    await provide(store);
    await store.mend();
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
