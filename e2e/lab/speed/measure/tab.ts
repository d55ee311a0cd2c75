import { EventEmitter, once } from 'node:events';
import { chromium, type Browser } from '@playwright/test';
import { freePort } from '@space/server/testing/freePort';
import { ensureHeadlessChromium, launchOptions } from '../../../support/chromium.ts';
import { watchTraffic, type Protocol, type Traffic } from './traffic.ts';

export interface Site {
  origin: string;
  /** The session of the account with a week of tasks. */
  session: unknown;
}

/** A browser whose tabs can be opened without Playwright's script listener (decision 024). */
export interface MeasuredBrowser {
  browser: Browser;
  port: number;
}

export async function launchMeasured(...besides: string[]): Promise<MeasuredBrowser> {
  const port = await freePort();
  const options = launchOptions(ensureHeadlessChromium(), `--remote-debugging-port=${port}`, ...besides);
  return { browser: await chromium.launch(options), port };
}

export interface Tab extends Protocol {
  traffic: Traffic;
  /** Runs a function that needs nothing from around it but what it takes; returns what it returns. */
  evaluate<T, A = undefined>(run: (argument: A) => T | Promise<T>, argument?: A): Promise<T>;
  /** Opens a page by its address. Takes also what is run in it before all its scripts, and what that takes. */
  open<A>(url: string, first: (argument: A) => void, argument: A): Promise<void>;
  close(): Promise<void>;
}

/** A person with a browser profile of their own, new to the site, perhaps signed in. */
export interface Visitor {
  openTab(): Promise<Tab>;
  leave(): Promise<void>;
}

interface Message {
  id?: number;
  method?: string;
  params?: object;
  result?: object;
  error?: { message: string };
}

async function connect(address: string): Promise<Protocol> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, PromiseWithResolvers<object>>();
  const events = new EventEmitter();
  socket.addEventListener('message', ({ data }) => {
    // As the protocol describes it.
    const { id = 0, method, params, result, error } = JSON.parse(String(data)) as Message;
    if (method !== undefined) events.emit(method, params);
    else if (error) waiting.get(id)?.reject(new Error(error.message));
    else waiting.get(id)?.resolve(result ?? {});
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the tab is closed'));
  });
  await once(socket, 'open');
  const protocol = {
    send(method: string, params: object = {}) {
      const answer = Promise.withResolvers<object>();
      const id = waiting.size + 1;
      waiting.set(id, answer);
      socket.send(JSON.stringify({ id, method, params }));
      return answer.promise;
    },
    on: (event: string, listener: (params: object) => void) => events.on(event, listener),
  };
  // Playwright's types are those of the protocol.
  return protocol as unknown as Protocol;
}

/** A middling network: 1.6 Mbit/s, 150 ms there and back. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_000_000) / 8,
  uploadThroughput: (0.75 * 1_000_000) / 8,
};

/** Gives a tab a middling network, and a processor that is so many times slower (`Processor` says how many). */
export async function slowDown(tab: Tab, rate: number): Promise<void> {
  await tab.send('Network.emulateNetworkConditions', NETWORK);
  await tab.send('Emulation.setCPUThrottlingRate', { rate });
}

interface Listening {
  labConsole?: string[];
}

/** Runs in the page, before all its scripts: keeps what it says, and signs in who has a session. */
function prepare(session: string | null): void {
  const said: string[] = [];
  (globalThis as Listening).labConsole = said;
  for (const kind of ['debug', 'error', 'info', 'log', 'warn'] as const)
    console[kind] = (...words: unknown[]) => void said.push(`${kind}: ${words.map(String).join(' ')}`);
  addEventListener('error', ({ message }) => said.push(`uncaught: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => said.push(`uncaught: ${String(reason)}`));
  const name = 'better-space-session';
  if (session !== null && localStorage.getItem(name) === null) localStorage.setItem(name, session);
}

export async function expectSilentConsole(tab: Tab): Promise<void> {
  const said = await tab.evaluate(() => (globalThis as Listening).labConsole ?? []);
  if (said.length > 0) throw new Error(`a measured page said: ${said.join('; ')}`);
}

/** Makes a visitor. `isWeighed`: the bodies of all answers are kept, which takes time. */
export async function newVisitor(
  { browser, port }: MeasuredBrowser,
  { session }: Site,
  isSignedIn: boolean,
  isWeighed = false,
): Promise<Visitor> {
  const root = await browser.newBrowserCDPSession();
  const { browserContextId } = await root.send('Target.createBrowserContext');
  return {
    async openTab() {
      const { targetId } = await root.send('Target.createTarget', { url: 'about:blank', browserContextId });
      const tab = await connect(`ws://127.0.0.1:${port}/devtools/page/${targetId}`);
      const runFirst = (run: (argument: never) => void, argument: unknown) =>
        tab.send('Page.addScriptToEvaluateOnNewDocument', {
          source: `(${run.toString()})(${JSON.stringify(argument)})`,
        });
      await tab.send('Page.enable');
      const window = { width: 1280, height: 900, deviceScaleFactor: 1, mobile: false };
      await tab.send('Emulation.setDeviceMetricsOverride', window);
      await tab.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Singapore' });
      await runFirst(prepare, isSignedIn ? JSON.stringify(session) : null);
      return {
        send: tab.send,
        on: tab.on,
        traffic: await watchTraffic(tab, isWeighed),
        async evaluate<T, A>(run: (argument: A) => T | Promise<T>, argument?: A) {
          const expression = `(${run.toString()})(${JSON.stringify(argument)})`;
          const options = { expression, returnByValue: true, awaitPromise: true };
          const { result, exceptionDetails } = await tab.send('Runtime.evaluate', options);
          if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
          // What the function returned, as JSON.
          return result.value as T;
        },
        async open(url, first, argument) {
          await runFirst(first, argument);
          await tab.send('Page.navigate', { url });
        },
        close: async () => void (await root.send('Target.closeTarget', { targetId })),
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
const LONG_PAUSE = 700;
/** Milliseconds in which what an idle processor begins has asked for something. */
const SHORT_PAUSE = 250;

/** Waits until a page has nothing urgent to do, and what it has asked for until then is there or takes long. */
export async function untilPainted(tab: Tab): Promise<void> {
  await tab.evaluate(letIdlePass);
  await tab.traffic.idle(SHORT_PAUSE);
}

/** Waits until nothing is under way in the network, nor started by an idle processor since. */
export async function untilAtRest(tab: Tab): Promise<void> {
  let before = -1;
  while (tab.traffic.requests().length !== before) {
    await tab.traffic.idle(LONG_PAUSE);
    before = tab.traffic.requests().length;
    await untilPainted(tab);
  }
}
