import type { Browser, Page } from '@playwright/test';
import { operatorState, type RecordedEvent } from '@space/store';
import { createAccount } from '../support/accounts.ts';
import { startSiteOn } from '../support/site.ts';
import { createFaultStore } from './faults/faultStore.ts';

/** Opens the operator's page of a site with an hour of events, a canary and a staged release of retro. */
export async function withOperatorsPage(browser: Browser, act: (page: Page) => Promise<void>): Promise<void> {
  const store = await createFaultStore();
  const addVersion = (what: string) =>
    store.addVersion('retro', /assets\/.*\.js$/, (text) => `${text}\n// ${what}\n`);
  const [canary, staged] = [await addVersion('a canary'), await addVersion('staged')];
  const now = Date.now();
  const since = new Date(now - 3_000_000).toISOString();
  await store.setPointer('retro', () => ({
    canary: { version: canary, percent: 10, since },
    staged: [{ version: staged, since }],
  }));
  const counts = [
    ...['marketing', 'planner', 'retro', 'settings'].map((id) => [id, store.soundOf(id), 80] as const),
    ['retro', canary, 9] as const,
  ];
  const events = counts.flatMap(([id, version, count]) =>
    Array.from({ length: count }, (_, index): RecordedEvent => {
      const [outcome, cause] =
        index % 53 === 7 ? (['fell-back', 'network'] as const) : (['loaded', 'none'] as const);
      const at = new Date(now - index * 1000).toISOString();
      return { at, id, version, outcome, cause, milliseconds: 120, bucket: (index * 13) % 100 };
    }),
  );
  const site = await startSiteOn(store);
  try {
    await createAccount(site);
    const page = await browser.newPage();
    await page.route('**/_operate/state', async (route) =>
      route.fulfill({ json: await operatorState(store.folder, events, new Date()) }),
    );
    await page.goto(`${site.operatorOrigin}/_operate`);
    await page.getByText('canary on 10 %').waitFor();
    await act(page);
    await page.close();
  } finally {
    await site.discard();
  }
}
