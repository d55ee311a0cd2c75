import type { CDPSession } from '@playwright/test';
import type { Traffic } from './traffic.ts';

/** A running site with an account on it. */
export interface Site {
  origin: string;
  /** The session of the account with a week of tasks. */
  session: unknown;
}

/** Where the browser keeps the session, and what it keeps there. */
export const sessionOf = ({ session }: Site) => ({
  name: 'better-space-session',
  value: JSON.stringify(session),
});

export const WINDOW = { width: 1280, height: 900 };
export const ZONE = 'Asia/Singapore';

/** A tab whose traffic is watched: of the test runner for what is counted, a plain one for what is timed. */
export interface Tab {
  traffic: Traffic;
  protocol: Pick<CDPSession, 'send'>;
  /** Opens a page by its address. Takes also what is run in it before all its scripts, and what that takes. */
  open<A>(url: string, first: (argument: A) => void, argument: A): Promise<void>;
  evaluate<T, A = undefined>(run: (argument: A) => T | Promise<T>, argument?: A): Promise<T>;
  /** What the page said in its console, and what it did not catch; nothing is expected. */
  said(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** A middling phone on a middling network: 1.6 Mbit/s, 150 ms there and back, a processor four times slower. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_000_000) / 8,
  uploadThroughput: (0.75 * 1_000_000) / 8,
};
const SLOW_DOWN = 4;

/** From now on network and processor are those of a middling phone. */
export async function slowDown({ protocol }: Tab): Promise<void> {
  await protocol.send('Network.emulateNetworkConditions', NETWORK);
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: SLOW_DOWN });
}

/** Throws when a page said something: what is measured must be sound. */
export async function expectSilence(tab: Tab): Promise<void> {
  const said = await tab.said();
  if (said.length > 0) throw new Error(`a measured page said: ${said.join('; ')}`);
}

const PAUSE = 100;
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
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
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

/**
 * Waits until a page is at rest: nothing under way in the network, and nothing that an idle processor has started since.
 */
export async function untilAtRest(tab: Tab): Promise<void> {
  let before = -1;
  while (tab.traffic.requests().length !== before) {
    await tab.traffic.quiet(MOMENT);
    before = tab.traffic.requests().length;
    await tab.evaluate(letIdlePass);
    await tab.traffic.quiet(SHORT_MOMENT);
  }
}

/** Waits until a page has nothing urgent to do, and what it has asked for until then is there or takes long. */
export async function untilPainted(tab: Tab): Promise<void> {
  await tab.evaluate(letIdlePass);
  await tab.traffic.quiet(SHORT_MOMENT);
}
