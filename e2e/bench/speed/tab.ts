import { EventEmitter, once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { freePort } from '@space/server/testing/process';
import { launchOptions } from '../../support/chromium.ts';
import { watchTraffic, type Protocol } from './traffic.ts';

export interface Site {
  origin: string;
  /** The session of the account with a week of tasks. */
  session: unknown;
}

export type MeasuredBrowser = Awaited<ReturnType<typeof launchMeasured>>;

/** Launches a browser whose tabs can be opened without Playwright's script listener. Takes further arguments of its command. */
export async function launchMeasured(...additional: string[]) {
  const port = await freePort();
  const options = launchOptions(`--remote-debugging-port=${port}`, ...additional);
  return { browser: await chromium.launch(options), port };
}

/** An average network: 1.6 Mbit/s, a round trip of 150 ms. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_000_000) / 8,
  uploadThroughput: (0.75 * 1_000_000) / 8,
};

interface WithConsole {
  benchConsole?: string[];
}

/** Runs in the page, before all its scripts: records console messages, and stores the session if there is one. */
function prepare(session: unknown): void {
  const messages: string[] = [];
  (globalThis as WithConsole).benchConsole = messages;
  for (const kind of ['debug', 'error', 'info', 'log', 'warn'] as const)
    console[kind] = (...words: unknown[]) => void messages.push(`${kind}: ${words.map(String).join(' ')}`);
  addEventListener('error', ({ message }) => messages.push(`uncaught: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => messages.push(`uncaught: ${String(reason)}`));
  const name = 'better-space-session';
  if (session !== null && localStorage.getItem(name) === null)
    localStorage.setItem(name, JSON.stringify(session));
}

interface Message {
  id?: number;
  method?: string;
  params?: object;
  result?: object;
  error?: { message: string };
}

/** Connects to a tab. Requests are rejected once it is closed. */
async function connect(address: string): Promise<Protocol> {
  const socket = new WebSocket(address);
  const events = new EventEmitter().setMaxListeners(0).on('error', () => {});
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message; // as the protocol says
    events.emit(message.method ?? `answer ${message.id}`, message.method ? message.params : message);
  });
  socket.addEventListener('close', () => events.emit('error', new Error('the tab is closed')));
  await once(socket, 'open');
  let last = 0;
  const protocol = {
    on: (event: string, listener: (params: object) => void) => events.on(event, listener),
    async send(method: string, params: object = {}) {
      const id = (last += 1);
      socket.send(JSON.stringify({ id, method, params }));
      const [{ result, error }] = (await once(events, `answer ${id}`)) as [Message];
      if (error) throw new Error(`${method}: ${error.message}`);
      return result;
    },
  };
  // Playwright's types describe the same protocol.
  return protocol as unknown as Protocol;
}

/** A call of a function in the page, which may use only its argument and globals. */
const call = (run: (argument: never) => unknown, argument: unknown) =>
  `(${run.toString()})(${JSON.stringify(argument)})`;

export type Tab = Awaited<ReturnType<typeof openTab>>;

async function openTab(address: string, session: unknown) {
  const protocol = await connect(address);
  const runFirst = (source: string) => protocol.send('Page.addScriptToEvaluateOnNewDocument', { source });
  async function evaluate<T, A = undefined>(run: (argument: A) => T | Promise<T>, argument?: A): Promise<T> {
    const options = { expression: call(run, argument), returnByValue: true, awaitPromise: true };
    const { result, exceptionDetails } = await protocol.send('Runtime.evaluate', options);
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    // The function's return value, passed as JSON.
    return result.value as T;
  }
  await protocol.send('Page.enable');
  const metrics = { width: 1280, height: 900, deviceScaleFactor: 1, mobile: false };
  await protocol.send('Emulation.setDeviceMetricsOverride', metrics);
  await protocol.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Singapore' });
  await runFirst(call(prepare, session));
  return {
    traffic: await watchTraffic(protocol),
    /** Runs a function in the page. Resolves to its return value. */
    evaluate,
    /** Throttles the network to `NETWORK` and the processor by `rate` (see `processor.ts`). */
    async slowDown(rate: number): Promise<void> {
      await protocol.send('Network.emulateNetworkConditions', NETWORK);
      await protocol.send('Emulation.setCPUThrottlingRate', { rate });
    },
    /** Opens a page. `first` runs in it before all its scripts, with `argument`. */
    async open<A>(url: string, first: (argument: A) => void, argument: A): Promise<void> {
      await runFirst(call(first, argument));
      await protocol.send('Page.navigate', { url });
    },
    /** Polls a function in the page until it returns something other than null. Returns that value. */
    async poll<T, A = undefined>(read: (argument: A) => T | null, argument?: A): Promise<T> {
      const end = Date.now() + 60_000;
      for (;;) {
        const value = await evaluate(read, argument);
        if (value !== null) return value;
        if (Date.now() > end) throw new Error('a measured page does not get on');
        await wait(100);
      }
    },
    mouse(type: 'mouseMoved' | 'mousePressed' | 'mouseReleased', point: { x: number; y: number }) {
      const pressed = type === 'mouseMoved' ? {} : ({ button: 'left', clickCount: 1 } as const);
      return protocol.send('Input.dispatchMouseEvent', { type, ...pressed, ...point });
    },
    async expectSilentConsole(): Promise<void> {
      const messages = await evaluate(() => (globalThis as WithConsole).benchConsole ?? []);
      if (messages.length > 0) throw new Error(`a measured page said: ${messages.join('; ')}`);
    },
  };
}

/** A new browser profile, possibly signed in. */
export async function newVisitor({ browser, port }: MeasuredBrowser, { session }: Site, isSignedIn = false) {
  const root = await browser.newBrowserCDPSession();
  const { browserContextId } = await root.send('Target.createBrowserContext');
  return {
    /** Opens a tab, measures in it, and closes it. */
    async inTab<T>(measure: (tab: Tab) => Promise<T>): Promise<T> {
      const { targetId } = await root.send('Target.createTarget', { url: 'about:blank', browserContextId });
      const address = `ws://127.0.0.1:${port}/devtools/page/${targetId}`;
      try {
        return await measure(await openTab(address, isSignedIn ? session : null));
      } finally {
        await root.send('Target.closeTarget', { targetId });
      }
    },
    async leave(): Promise<void> {
      await root.send('Target.disposeBrowserContext', { browserContextId });
      await root.detach();
    },
  };
}
