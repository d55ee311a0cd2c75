import type { Page } from '@playwright/test';
import { startSite, type StartedSite } from '../../support/site.ts';
import { STARTS, test as base } from '../../support/test.ts';
import { createFaultStore, type FaultStore } from './faultStore.ts';

/** An event that the browser sends to the operator, as it is sent. */
interface RemoteEvent {
  id: string;
  version: string;
  outcome: string;
  cause: string;
  milliseconds: number;
}

/** Starts a site with a store of its own, into which tests may release and which they may break. */
export async function setFaultStage() {
  const store = await createFaultStore();
  // It trusts a proxy, so that a test can send requests from other client addresses.
  const site = await startSite(store, { TRUST_PROXY: 'loopback' });
  return { store, site, discard: site.discard };
}

interface Fixtures {
  stage: Awaited<ReturnType<typeof setFaultStage>>;
  site: StartedSite;
  /** The store that the site serves. Repaired after each test. */
  store: FaultStore;
  /** Every event that the page has sent. */
  events: RemoteEvent[];
}

/** Records the events that a page sends from now on. They also reach the server. */
export function watchRemoteEvents(page: Page): RemoteEvent[] {
  const events: RemoteEvent[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/_events') return;
    // Sent by the shell's sendEvents. A missing field fails the test that checks it.
    events.push(JSON.parse(request.postData() ?? '{}') as RemoteEvent);
  });
  return events;
}

/** `test` on a site whose store tests may release into and break. */
export const test = base.extend<Fixtures>({
  stage: [async ({ shared }, provide) => provide(await shared(setFaultStage)), STARTS],
  site: ({ stage }, provide) => provide(stage.site),
  store: async ({ stage: { store } }, provide) => {
    await provide(store);
    await store.repair();
  },
  events: ({ page }, provide) => provide(watchRemoteEvents(page)),
});

export { expect } from '../../support/test.ts';
