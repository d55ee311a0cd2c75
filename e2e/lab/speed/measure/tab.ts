import type { Browser } from '@playwright/test';
import { openPlainTab } from '../../../support/plainTab.ts';
import type { PlainTab } from '../../../support/plainTab.ts';
import { watchTraffic } from './traffic.ts';
import type { Traffic } from './traffic.ts';

export interface Site {
  origin: string;
  /** The session of the account with a week of tasks. */
  session: unknown;
}

/** A plain tab whose traffic is watched. */
export interface Tab extends PlainTab {
  traffic: Traffic;
  /** Opens a page by its address. Takes also what is run in it before all its scripts, and what that takes. */
  open<A>(url: string, first: (argument: A) => void, argument: A): Promise<void>;
}

/** Someone with a browser of their own, that has never been at the site but may have been left signed in. */
export interface Visitor {
  openTab(): Promise<Tab>;
  leave(): Promise<void>;
}

/** A middling phone on a middling network: 1.6 Mbit/s, 150 ms there and back, a processor four times slower. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_000_000) / 8,
  uploadThroughput: (0.75 * 1_000_000) / 8,
};

export async function slowDown(tab: Tab): Promise<void> {
  await tab.send('Network.emulateNetworkConditions', NETWORK);
  await tab.send('Emulation.setCPUThrottlingRate', { rate: 4 });
}

interface Listening {
  benchSaid?: string[];
}

/** Runs in the page, before all its scripts: keeps what it says, and signs in who has a session. */
function prepare(session: string | null): void {
  const said: string[] = [];
  (globalThis as Listening).benchSaid = said;
  for (const kind of ['debug', 'error', 'info', 'log', 'warn'] as const)
    console[kind] = (...words: unknown[]) => void said.push(`${kind}: ${words.map(String).join(' ')}`);
  addEventListener('error', ({ message }) => said.push(`uncaught: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => said.push(`uncaught: ${String(reason)}`));
  const name = 'better-space-session';
  if (session !== null && localStorage.getItem(name) === null) localStorage.setItem(name, session);
}

export async function expectSilence(tab: Tab): Promise<void> {
  const said = await tab.evaluate(() => (globalThis as Listening).benchSaid ?? []);
  if (said.length > 0) throw new Error(`a measured page said: ${said.join('; ')}`);
}

/** Makes a visitor. `isWeighed`: the bodies of all answers are kept, which takes time. */
export async function newVisitor(
  browser: Browser,
  { session }: Site,
  isSignedIn: boolean,
  isWeighed = false,
): Promise<Visitor> {
  const root = await browser.newBrowserCDPSession();
  const { browserContextId } = await root.send('Target.createBrowserContext');
  return {
    async openTab() {
      const tab = await openPlainTab(browser, 'about:blank', browserContextId);
      await tab.send('Page.enable');
      const window = { width: 1280, height: 900, deviceScaleFactor: 1, mobile: false };
      await tab.send('Emulation.setDeviceMetricsOverride', window);
      await tab.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Singapore' });
      const runFirst = (run: (argument: never) => void, argument: unknown) =>
        tab.send('Page.addScriptToEvaluateOnNewDocument', {
          source: `(${run.toString()})(${JSON.stringify(argument)})`,
        });
      await runFirst(prepare, isSignedIn ? JSON.stringify(session) : null);
      return {
        ...tab,
        traffic: await watchTraffic(tab, isWeighed),
        async open(url, first, argument) {
          await runFirst(first, argument);
          await tab.send('Page.navigate', { url });
        },
      };
    },
    async leave() {
      await root.send('Target.disposeBrowserContext', { browserContextId });
      await root.detach();
    },
  };
}

const LONGEST_WAIT = 60_000;

/** Asks a page from time to time, as long as the answer is null; returns the first other answer. */
export async function ask<T, A = undefined>(
  tab: Tab,
  question: (argument: A) => T | null,
  argument?: A,
): Promise<T> {
  const end = Date.now() + LONGEST_WAIT;
  for (;;) {
    const answer = await tab.evaluate(question, argument);
    if (answer !== null) return answer;
    if (Date.now() > end) throw new Error('a measured page does not get on');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Runs in the page: whatever was to be done when there is nothing else to do has had its turn. */
const letIdlePass = () =>
  new Promise<void>((resolve) => {
    requestIdleCallback(() => requestIdleCallback(() => resolve()));
  });

/** Milliseconds, longer than any pause in loading: a round trip, and what a slow processor makes of its answer. */
const MOMENT = 700;
/** Milliseconds in which what an idle processor begins has asked for something. */
const SHORT_MOMENT = 250;

/** Waits until a page has nothing urgent to do, and what it has asked for until then is there or takes long. */
export async function untilPainted(tab: Tab): Promise<void> {
  await tab.evaluate(letIdlePass);
  await tab.traffic.quiet(SHORT_MOMENT);
}

/** Waits until nothing is under way in the network, nor started by an idle processor since. */
export async function untilAtRest(tab: Tab): Promise<void> {
  let before = -1;
  while (tab.traffic.requests().length !== before) {
    await tab.traffic.quiet(MOMENT);
    before = tab.traffic.requests().length;
    await untilPainted(tab);
  }
}
