import type { Page } from '@playwright/test';
import { remoteEventSchema } from '@space/store';
import { test as base } from '../../support/test.ts';
import type { FaultStore, startFaultSite } from './faultStore.ts';

interface Fixtures {
  site: Awaited<ReturnType<typeof startFaultSite>>;
  /** The store that the site serves. Repaired after each test. */
  store: FaultStore;
  events: ReturnType<typeof watchRemoteEvents>;
}

/** Records the events that a page sends to the operator from now on. They also reach the server. */
export function watchRemoteEvents(page: Page) {
  const events: ReturnType<typeof remoteEventSchema.parse>[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/_events')
      events.push(remoteEventSchema.parse(request.postDataJSON()));
  });
  return events;
}

/** The version that rendered a page, and why it was chosen; null if there is none. */
export const regionOf = (page: Page, remote: string) =>
  page.evaluate((name) => {
    const region = document.querySelector<HTMLElement>(`[data-remote="${name}"]`);
    return region && { version: region.dataset['version'], source: region.dataset['source'] };
  }, remote);

/** `test` on a site whose store tests may release into and break. */
export const test = base.extend<Fixtures>({
  site: ({ faultSite }, provide) => provide(faultSite),
  store: async ({ site: { store } }, provide) => {
    await provide(store);
    await store.repair();
  },
  events: ({ page }, provide) => provide(watchRemoteEvents(page)),
});

export { expect } from '../../support/test.ts';
