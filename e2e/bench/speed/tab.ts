import { setTimeout as wait } from 'node:timers/promises';
import type { Browser, CDPSession } from '@playwright/test';

/** An average network: 1.6 Mbit/s, a round trip of 150 ms. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_000_000) / 8,
  uploadThroughput: (0.75 * 1_000_000) / 8,
};

interface Message {
  id?: number;
  method?: string;
  /** Of events of `Network`. */
  params?: {
    requestId?: string;
    request?: { url: string };
    type?: string;
    initiator?: { type: string };
    encodedDataLength?: number;
  };
  /** Of `Runtime.evaluate`. */
  result?: { result?: { value: unknown }; exceptionDetails?: object };
  error?: { message: string };
}

/** A call of a function in the page, which may use only its argument and globals. */
const call = (run: (argument: never) => unknown, argument: unknown) =>
  `(${run.toString()})(${JSON.stringify(argument)})`;

export type Tab = Awaited<ReturnType<typeof openTab>>;

/** Opens a tab to which Playwright does not listen (docs/decisions/023-how-things-are-measured.md), and speaks with it itself. */
async function openTab(root: CDPSession, browserContextId: string) {
  const { targetId } = await root.send('Target.createTarget', { url: 'about:blank', browserContextId });
  const { sessionId } = await root.send('Target.attachToTarget', { targetId });
  const answers = new Map<number, (answer: Message) => void>();
  const pending = new Set<string | undefined>();
  let [requests, bytes, changed] = [0, 0, 0];
  root.on('Target.receivedMessageFromTarget', (received) => {
    if (received.sessionId !== sessionId) return;
    const message = JSON.parse(received.message) as Message; // as the protocol says
    const { id, method, params = {} } = message;
    if (id !== undefined) answers.get(id)?.(message);
    if (method === 'Network.requestWillBeSent' && params.request?.url.startsWith('http')) {
      requests += 1;
      // The end of a worker's script is not reported.
      if (params.type !== 'Script' || params.initiator?.type !== 'other') pending.add(params.requestId);
    } else if (method === 'Network.loadingFinished' || method === 'Network.loadingFailed') {
      bytes += params.encodedDataLength ?? 0;
      pending.delete(params.requestId);
    } else return;
    changed = Date.now();
  });
  async function send(method: string, params: object = {}): Promise<Message['result']> {
    const { promise, resolve } = Promise.withResolvers<Message>();
    const id = answers.size + 1;
    answers.set(id, resolve);
    const message = JSON.stringify({ id, method, params });
    await root.send('Target.sendMessageToTarget', { sessionId, message });
    const { result, error } = await promise;
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }
  /** Runs a function in the page. Resolves to its return value, passed as JSON. */
  async function evaluate<T, A = undefined>(run: (argument: A) => T | Promise<T>, argument?: A): Promise<T> {
    const options = { expression: call(run, argument), returnByValue: true, awaitPromise: true };
    const { result, exceptionDetails } = (await send('Runtime.evaluate', options)) ?? {};
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return result?.value as T;
  }
  await send('Page.enable');
  await send('Network.enable');
  const metrics = { width: 1280, height: 900, deviceScaleFactor: 1, mobile: false };
  await send('Emulation.setDeviceMetricsOverride', metrics);
  return {
    evaluate,
    /** What the page has requested, and how much has come over the network. */
    traffic: () => ({ requests, kB: bytes / 1000 }),
    /** Waits until the page has nothing to do, and has requested nothing more for so many milliseconds. */
    async untilIdle(milliseconds: number): Promise<void> {
      for (let before = -1; before !== requests;) {
        before = requests;
        await evaluate(() => new Promise<unknown>((resolve) => requestIdleCallback(resolve)));
        changed = Date.now();
        while (pending.size > 0 || Date.now() - changed < milliseconds) await wait(10);
      }
    },
    /** Throttles the network to `NETWORK` and the processor by `rate` (see `processor.ts`). */
    async slowDown(rate: number): Promise<void> {
      await send('Network.emulateNetworkConditions', NETWORK);
      await send('Emulation.setCPUThrottlingRate', { rate });
    },
    /** Opens a page. `first` runs in it before all its scripts, with `argument`. */
    async open<A>(url: string, first: (argument: A) => void, argument: A): Promise<void> {
      await send('Page.addScriptToEvaluateOnNewDocument', { source: call(first, argument) });
      await send('Page.navigate', { url });
    },
    close: () => root.send('Target.closeTarget', { targetId }),
  };
}

/** A new browser profile. */
export async function newVisitor(browser: Browser) {
  const root = await browser.newBrowserCDPSession();
  const profile = await root.send('Target.createBrowserContext');
  return {
    /** Opens a tab, measures in it, and closes it. */
    async inTab<T>(measure: (tab: Tab) => Promise<T>): Promise<T> {
      const tab = await openTab(root, profile.browserContextId);
      const limit = wait(120_000, null, { ref: false }).then(() => {
        throw new Error('a measured page does not get on');
      });
      try {
        return await Promise.race([measure(tab), limit]);
      } finally {
        await tab.close();
      }
    },
    async leave(): Promise<void> {
      await root.send('Target.disposeBrowserContext', profile);
      await root.detach();
    },
  };
}
