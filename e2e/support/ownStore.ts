import { startSite } from './site.ts';
import type { Site } from './site.ts';
import { copyStore } from './store.ts';
import type { Store } from './store.ts';
import { expect, test as base } from './visitors.ts';

/** `test` on a site of its own, running on a store of its own that a team can release into. */
export const test = base.extend<{ store: Store; running: Site }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
  store: async ({}, provide) => {
    const store = copyStore();
    await provide(store);
    store.discard();
  },
  running: async ({ store }, provide) => {
    const site = await startSite({ siteDir: store.folder });
    await provide(site);
    await site.discard();
  },
  baseURL: async ({ running }, provide) => {
    await provide(running.origin);
  },
});

export { expect };
