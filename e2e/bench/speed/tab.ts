import { setTimeout as wait } from 'node:timers/promises';
import type { BrowserContext, CDPSession } from 'puppeteer-core';
import { NETWORK, VIEWPORT } from '../conditions.ts';

/** A call of a function in the page, which may use only its argument and globals. */
const call = (run: (argument: never) => unknown, argument: unknown) =>
  `(${run.toString()})(${JSON.stringify(argument)})`;

export type Tab = Awaited<ReturnType<typeof tabOf>>;

async function tabOf(session: CDPSession) {
  const timeout = { signal: AbortSignal.timeout(120_000) }; // for a page that does not get on
  const pending = new Set<string>();
  let [requests, bytes, changed] = [0, 0, 0];
  session.on('Network.requestWillBeSent', ({ requestId, request, type, initiator }) => {
    if (!request.url.startsWith('http')) return;
    requests += 1;
    changed = Date.now();
    // The end of a worker's script is not reported.
    if (type !== 'Script' || initiator.type !== 'other') pending.add(requestId);
  });
  const end = ({ requestId, encodedDataLength = 0 }: { requestId: string; encodedDataLength?: number }) => {
    bytes += encodedDataLength;
    changed = Date.now();
    pending.delete(requestId);
  };
  session.on('Network.loadingFinished', end);
  session.on('Network.loadingFailed', end);

  /** Runs a function in the page. Resolves to its return value, passed as JSON. */
  async function evaluate<T, A = undefined>(run: (argument: A) => T | Promise<T>, argument?: A): Promise<T> {
    const options = { expression: call(run, argument), returnByValue: true, awaitPromise: true };
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', options);
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return result.value as T;
  }
  await session.send('Page.enable');
  await session.send('Network.enable');
  const metrics = { ...VIEWPORT, deviceScaleFactor: 1, mobile: false };
  await session.send('Emulation.setDeviceMetricsOverride', metrics);
  return {
    evaluate,
    traffic: () => ({ requests, kB: bytes / 1000 }),
    /** Waits until the page has nothing to do, and has requested nothing more for so many milliseconds. */
    async untilIdle(milliseconds: number): Promise<void> {
      for (let before = -1; before !== requests;) {
        before = requests;
        await evaluate(
          () => new Promise<unknown>((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })),
        );
        changed = Date.now();
        while (pending.size > 0 || Date.now() - changed < milliseconds) await wait(10, null, timeout);
      }
    },
    /** Throttles the network to `NETWORK` and the processor by `rate` (see `conditions.ts`). */
    async slowDown(rate: number): Promise<void> {
      await session.send('Network.emulateNetworkConditions', NETWORK);
      await session.send('Emulation.setCPUThrottlingRate', { rate });
    },
    /** Opens a page. `first` runs in it before all its scripts, with `argument`; what it returns is the global `bench`. */
    async open<A>(url: string, first: (argument: A) => unknown, argument: A): Promise<void> {
      const source = `globalThis.bench = ${call(first, argument)}`;
      await session.send('Page.addScriptToEvaluateOnNewDocument', { source });
      await session.send('Page.navigate', { url });
    },
  };
}

/**
 * Opens a tab, measures in it, and closes it. The tab has no `Page` of Puppeteer, which would listen to its scripts
 * (docs/decisions/023-how-things-are-measured.md).
 */
export async function inTab<T>(profile: BrowserContext, measure: (tab: Tab) => Promise<T>): Promise<T> {
  const root = await profile.browser().target().createCDPSession();
  const place = { url: 'about:blank', browserContextId: profile.id ?? '' };
  const { targetId } = await root.send('Target.createTarget', place);
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true });
  const session = root.connection()?.session(sessionId);
  if (!session) throw new Error('the new tab is gone');
  try {
    return await measure(await tabOf(session));
  } finally {
    await root.send('Target.closeTarget', { targetId });
    await root.detach();
  }
}
