import type { Browser, Page } from '@playwright/test';
import { operatorState, type RecordedEvent } from '@space/store';
import { createAccount } from '../support/accounts.ts';
import { startSiteOn } from '../support/site.ts';
import { createFaultStore } from './faults/faultStore.ts';

const HOUR = 3_600_000;

/** The events of one day: fewer at night, and those of a canary since its start. */
function lastDay(now: number, live: Readonly<Record<string, string>>, canary: string): RecordedEvent[] {
  const events: RecordedEvent[] = [];
  const addEvents = (hour: number, id: string, version: string, count: number) => {
    for (let index = 0; index < count; index += 1) {
      const outcome = (index * 7 + hour) % 53 === 0 ? 'fell-back' : 'loaded';
      const cause = outcome === 'loaded' ? 'none' : 'network';
      const at = new Date(now - hour * HOUR - index * 1000).toISOString();
      events.push({ at, id, version, outcome, cause, milliseconds: 120, bucket: (index * 13 + hour) % 100 });
    }
  };
  for (let hour = 23; hour >= 0; hour -= 1) {
    const eventsInHour = 2 + 14 * Math.sin((Math.PI * (hour + 1)) / 25);
    for (const [index, [id, version]] of Object.entries(live).entries())
      addEvents(hour, id, version, Math.round((eventsInHour * (7 - index)) / 4));
    if (hour < 5) addEvents(hour, 'retro', canary, 2 + hour);
  }
  return events.toSorted((one, other) => one.at.localeCompare(other.at));
}

/** Opens the operator's page of a site with a day of events and a canary of retro. */
export async function withOperatorsPage(browser: Browser, act: (page: Page) => Promise<void>): Promise<void> {
  const store = await createFaultStore();
  const canary = await store.addVersion('retro', /assets\/.*\.js$/, (text) => `${text}\n// later\n`);
  const now = Date.now();
  const since = new Date(now - 5 * HOUR).toISOString();
  await store.setPointer('retro', () => ({ canary: { version: canary, percent: 10, since } }));
  const live = Object.fromEntries(
    ['marketing', 'planner', 'retro', 'settings'].map((name) => [name, store.soundOf(name)]),
  );
  const events = lastDay(now, live, canary);
  const site = await startSiteOn(store);
  try {
    await createAccount(site);
    const page = await browser.newPage();
    // The server keeps events in memory, and accepts none of yesterday.
    await page.route('**/_operate/state', async (route) =>
      route.fulfill({ json: await operatorState(store.folder, events, new Date()) }),
    );
    await page.goto(`${site.operatorOrigin}/_operate`);
    await page.getByRole('button', { name: 'Last day' }).click();
    await page.getByText('canary, last day').waitFor();
    await act(page);
    await page.close();
  } finally {
    await site.discard();
  }
}
