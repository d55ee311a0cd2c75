import type { Browser } from '@playwright/test';
import { openPlainTab } from '../../../support/plainTab.ts';
import type { PlainTab } from '../../../support/plainTab.ts';
import { WINDOW, ZONE, sessionOf } from './tab.ts';
import type { Site, Tab } from './tab.ts';
import { watchTraffic } from './traffic.ts';

/** Someone with a browser of their own; no one listens to the scripts of its tabs. */
export interface Visitor {
  openTab(): Promise<Tab>;
  leave(): Promise<void>;
}

interface Listening {
  benchSaid?: string[];
}

/** Runs in the page, before all its scripts: keeps what it says. */
function listen(): void {
  const said: string[] = [];
  (globalThis as Listening).benchSaid = said;
  for (const kind of ['debug', 'error', 'info', 'log', 'warn'] as const)
    console[kind] = (...words: unknown[]) => void said.push(`${kind}: ${words.map(String).join(' ')}`);
  addEventListener('error', ({ message }) => said.push(`uncaught: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => said.push(`uncaught: ${String(reason)}`));
}

const readSaid = () => (globalThis as Listening).benchSaid ?? [];

/** A page without an icon: else the whole Chromium asks for one, at a time of its own. */
const EMPTY_PAGE = Buffer.from('<link rel="icon" href="data:,">').toString('base64');

/** Leaves a session in the browser, on an empty page in the site's name: the site is not asked for anything. */
async function leaveSession(tab: PlainTab, site: Site): Promise<void> {
  tab.on('Fetch.requestPaused', ({ requestId }) => {
    void tab.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: 200,
      responseHeaders: [{ name: 'content-type', value: 'text/html' }],
      body: EMPTY_PAGE,
    });
  });
  await tab.send('Fetch.enable');
  const arrived = new Promise<void>((resolve) => {
    tab.on('Page.loadEventFired', () => {
      resolve();
    });
  });
  await tab.send('Page.enable');
  await tab.send('Page.navigate', { url: site.origin });
  await arrived;
  await tab.evaluate(({ name, value }) => {
    localStorage.setItem(name, value);
  }, sessionOf(site));
}

async function openTimedTab(browser: Browser, browserContextId: string): Promise<Tab> {
  const tab = await openPlainTab(browser, 'about:blank', browserContextId);
  await tab.send('Page.enable');
  await tab.send('Emulation.setDeviceMetricsOverride', { ...WINDOW, deviceScaleFactor: 1, mobile: false });
  await tab.send('Emulation.setTimezoneOverride', { timezoneId: ZONE });
  const prepare = (run: (argument: never) => void, argument?: unknown) =>
    tab.send('Page.addScriptToEvaluateOnNewDocument', {
      source: `(${run.toString()})(${JSON.stringify(argument)})`,
    });
  await prepare(listen);
  return {
    protocol: tab,
    traffic: await watchTraffic(tab),
    async open(url, first, argument) {
      await prepare(first, argument);
      await tab.send('Page.navigate', { url });
    },
    evaluate: tab.evaluate,
    said: () => tab.evaluate(readSaid),
    close: tab.close,
  };
}

/** A visitor whose browser has never been at the site, but may have been left signed in. */
export async function newVisitor(browser: Browser, site: Site, isSignedIn: boolean): Promise<Visitor> {
  const root = await browser.newBrowserCDPSession();
  const { browserContextId } = await root.send('Target.createBrowserContext');
  if (isSignedIn) {
    const tab = await openPlainTab(browser, 'about:blank', browserContextId);
    await leaveSession(tab, site);
    await tab.close();
  }
  return {
    openTab: () => openTimedTab(browser, browserContextId),
    async leave() {
      await root.send('Target.disposeBrowserContext', { browserContextId });
      await root.detach();
    },
  };
}
