import type { Browser } from '@playwright/test';
import { WINDOW, ZONE, sessionOf } from './tab.ts';
import type { Site, Tab } from './tab.ts';
import { watchTraffic } from './traffic.ts';
import { keepBodies } from './weigh.ts';
import type { Bodies } from './weigh.ts';

/** A tab of the test runner, which is told all that the page asks for and says. */
export interface WatchedTab extends Tab {
  bodies: Bodies;
}

/** Opens a tab of a browser that has never been at the site, but may have been left signed in. */
export async function openWatchedTab(browser: Browser, site: Site, isSignedIn: boolean): Promise<WatchedTab> {
  const origins = isSignedIn ? [{ origin: site.origin, localStorage: [sessionOf(site)] }] : [];
  const context = await browser.newContext({
    viewport: WINDOW,
    timezoneId: ZONE,
    storageState: { cookies: [], origins },
  });
  const bodies = keepBodies(context);
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(`uncaught: ${error.message}`));
  const protocol = await context.newCDPSession(page);
  return {
    bodies,
    protocol,
    traffic: await watchTraffic(protocol),
    async open(url, first, argument) {
      // A function that takes an argument of any one type takes this one.
      await page.addInitScript(first as (argument: unknown) => void, argument);
      await page.goto(url, { waitUntil: 'commit' });
    },
    evaluate: (run, argument) => page.evaluate(run as (argument: unknown) => never, argument),
    said: () => Promise.resolve(said),
    close: () => context.close(),
  };
}
