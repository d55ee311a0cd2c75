import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { watchTraffic } from './traffic.ts';
import type { Traffic } from './traffic.ts';

/** A running site with an account on it. */
export interface Site {
  origin: string;
  /** The session of the account with a week of tasks. */
  session: unknown;
}

/** A middling phone on a middling network: 1.6 Mbit/s, 150 ms there and back, a processor four times slower. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_000_000) / 8,
  uploadThroughput: (0.75 * 1_000_000) / 8,
};
const SLOW_DOWN = 4;

/** A browser that has never been at this site, but may have been left signed in. */
export async function newVisitor(browser: Browser, site: Site, isSignedIn: boolean): Promise<BrowserContext> {
  const session = { name: 'better-space-session', value: JSON.stringify(site.session) };
  const context = await browser.newContext({
    baseURL: site.origin,
    viewport: { width: 1280, height: 900 },
    locale: 'en-US',
    timezoneId: 'Asia/Singapore',
    storageState: {
      cookies: [],
      origins: isSignedIn ? [{ origin: site.origin, localStorage: [session] }] : [],
    },
  });
  return context;
}

export interface Tab {
  page: Page;
  session: CDPSession;
  traffic: Traffic;
  /** What the page said in its console; nothing is expected. */
  said: string[];
}

/** Opens an empty tab, slowed down or not, whose traffic is watched. */
export async function openTab(context: BrowserContext, isSlow: boolean): Promise<Tab> {
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => said.push(`uncaught: ${error.message}`));
  const session = await context.newCDPSession(page);
  const traffic = await watchTraffic(session);
  const tab = { page, session, traffic, said };
  if (isSlow) await slowDown(tab);
  return tab;
}

/** From now on network and processor are those of a middling phone. */
export async function slowDown({ session }: Pick<Tab, 'session'>): Promise<void> {
  await session.send('Network.emulateNetworkConditions', NETWORK);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
}

/** Throws when a page said something in its console: what is measured must be sound. */
export function expectSilence({ page, said }: Tab): void {
  if (said.length > 0) throw new Error(`${page.url()} said: ${said.join('; ')}`);
}

/** Runs in the page: whatever was to be done when there is nothing else to do has had its turn. */
const letIdlePass = () =>
  new Promise<void>((resolve) => {
    requestIdleCallback(() => requestIdleCallback(() => resolve()));
  });

/**
 * Waits until a page is at rest: nothing under way in the network, and nothing that an idle processor has started since.
 */
export async function untilAtRest({ page, traffic }: Tab): Promise<void> {
  let before = -1;
  while (traffic.requests().length !== before) {
    await traffic.quiet();
    before = traffic.requests().length;
    await page.evaluate(letIdlePass);
    await traffic.quiet();
  }
}
