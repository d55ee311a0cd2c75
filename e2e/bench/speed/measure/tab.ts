import { EventEmitter, once } from 'node:events';
import { chromium, type Browser } from '@playwright/test';
import { freePort } from '@space/server/testing/process';
import { ensureHeadlessChromium, launchOptions } from '../../../support/chromium.ts';
import { watchTraffic, type Protocol, type Traffic } from './traffic.ts';

export interface Site {
  origin: string;
  /** The session of the account with a week of tasks. */
  session: unknown;
}

/** A browser whose tabs can be opened without Playwright's script listener. */
export interface MeasuredBrowser {
  browser: Browser;
  port: number;
}

export async function launchMeasured(...additional: string[]): Promise<MeasuredBrowser> {
  const port = await freePort();
  const options = launchOptions(ensureHeadlessChromium(), `--remote-debugging-port=${port}`, ...additional);
  return { browser: await chromium.launch(options), port };
}

export interface Tab extends Protocol {
  traffic: Traffic;
  /** Runs a function in the page, which may use only its argument and globals. Resolves to its return value. */
  evaluate<T, A = undefined>(run: (argument: A) => T | Promise<T>, argument?: A): Promise<T>;
  /** Opens a page. `first` runs in it before all its scripts, with `argument`. */
  open<A>(url: string, first: (argument: A) => void, argument: A): Promise<void>;
  close(): Promise<void>;
}

/** A new browser profile, possibly signed in. */
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
  const pending = new Map<number, PromiseWithResolvers<object>>();
  const events = new EventEmitter();
  socket.addEventListener('message', ({ data }) => {
    // The message format of the protocol.
    const { id = 0, method, params, result, error } = JSON.parse(String(data)) as Message;
    if (method !== undefined) events.emit(method, params);
    else if (error) pending.get(id)?.reject(new Error(error.message));
    else pending.get(id)?.resolve(result ?? {});
  });
  socket.addEventListener('close', () => {
    for (const { reject } of pending.values()) reject(new Error('the tab is closed'));
  });
  await once(socket, 'open');
  const protocol = {
    send(method: string, params: object = {}) {
      const response = Promise.withResolvers<object>();
      const id = pending.size + 1;
      pending.set(id, response);
      socket.send(JSON.stringify({ id, method, params }));
      return response.promise;
    },
    on: (event: string, listener: (params: object) => void) => events.on(event, listener),
  };
  // Playwright's types describe the same protocol.
  return protocol as unknown as Protocol;
}

/** An average network: 1.6 Mbit/s, a round trip of 150 ms. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_000_000) / 8,
  uploadThroughput: (0.75 * 1_000_000) / 8,
};

/** Throttles a tab's network to `NETWORK` and its CPU by `rate` (see `Processor`). */
export async function slowDown(tab: Tab, rate: number): Promise<void> {
  await tab.send('Network.emulateNetworkConditions', NETWORK);
  await tab.send('Emulation.setCPUThrottlingRate', { rate });
}

interface WithConsole {
  labConsole?: string[];
}

/** Runs in the page, before all its scripts: records console messages, and stores the session if there is one. */
function prepare(session: string | null): void {
  const messages: string[] = [];
  (globalThis as WithConsole).labConsole = messages;
  for (const kind of ['debug', 'error', 'info', 'log', 'warn'] as const)
    console[kind] = (...words: unknown[]) => void messages.push(`${kind}: ${words.map(String).join(' ')}`);
  addEventListener('error', ({ message }) => messages.push(`uncaught: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => messages.push(`uncaught: ${String(reason)}`));
  const name = 'better-space-session';
  if (session !== null && localStorage.getItem(name) === null) localStorage.setItem(name, session);
}

export async function expectSilentConsole(tab: Tab): Promise<void> {
  const messages = await tab.evaluate(() => (globalThis as WithConsole).labConsole ?? []);
  if (messages.length > 0) throw new Error(`a measured page said: ${messages.join('; ')}`);
}

/** Creates a visitor. `isWeighed`: the bodies of all responses can be read, which takes time. */
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
      const runOnNewDocument = (run: (argument: never) => void, argument: unknown) =>
        tab.send('Page.addScriptToEvaluateOnNewDocument', {
          source: `(${run.toString()})(${JSON.stringify(argument)})`,
        });
      await tab.send('Page.enable');
      const metrics = { width: 1280, height: 900, deviceScaleFactor: 1, mobile: false };
      await tab.send('Emulation.setDeviceMetricsOverride', metrics);
      await tab.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Singapore' });
      await runOnNewDocument(prepare, isSignedIn ? JSON.stringify(session) : null);
      return {
        send: tab.send,
        on: tab.on,
        traffic: await watchTraffic(tab, isWeighed),
        async evaluate<T, A>(run: (argument: A) => T | Promise<T>, argument?: A) {
          const expression = `(${run.toString()})(${JSON.stringify(argument)})`;
          const options = { expression, returnByValue: true, awaitPromise: true };
          const { result, exceptionDetails } = await tab.send('Runtime.evaluate', options);
          if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
          // The function's return value, passed as JSON.
          return result.value as T;
        },
        async open(url, first, argument) {
          await runOnNewDocument(first, argument);
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

const TIMEOUT = 60_000;

/** Polls a function in the page until it returns something other than null. Returns that value. */
export async function poll<T, A = undefined>(
  tab: Tab,
  read: (argument: A) => T | null,
  argument?: A,
): Promise<T> {
  const end = Date.now() + TIMEOUT;
  for (;;) {
    const value = await tab.evaluate(read, argument);
    if (value !== null) return value;
    if (Date.now() > end) throw new Error('a measured page does not get on');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Runs in the page: waits until pending idle callbacks have run. */
const afterIdleCallbacks = () =>
  new Promise<void>((resolve) => {
    requestIdleCallback(() => requestIdleCallback(() => resolve()));
  });

/** Milliseconds, longer than any pause while loading: a round trip, and a slow CPU's work on the response. */
const LONG_PAUSE = 700;
/** Milliseconds in which idle work has started its requests. */
const SHORT_PAUSE = 250;

/** Waits until a page is idle, and until the network has been idle for a short pause. */
export async function untilPainted(tab: Tab): Promise<void> {
  await tab.evaluate(afterIdleCallbacks);
  await tab.traffic.idle(SHORT_PAUSE);
}

/** Waits until no request is pending and idle work starts no further one. */
export async function untilIdle(tab: Tab): Promise<void> {
  let before = -1;
  while (tab.traffic.requests().length !== before) {
    await tab.traffic.idle(LONG_PAUSE);
    before = tab.traffic.requests().length;
    await untilPainted(tab);
  }
}
