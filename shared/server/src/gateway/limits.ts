import limitConcurrency from 'p-limit';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/**
 * All rate limits: of an address, an account, a signed-in user, a device or a token, as their names say. An office of a hundred
 * people stays below them.
 */
export const LIMITS = {
  /** For one account from one address; for any accounts from one address. */
  'wrong-password': { points: 10, seconds: 600 },
  'wrong-password-address': { points: 100, seconds: 600 },
  /** For one account from all addresses. */
  'wrong-password-account': { points: 50, seconds: 3600 },
  /** Refusals that are sent without a delay. */
  'refused-address': { points: 60, seconds: 60 },
  'sign-up-address': { points: 60, seconds: 3600 },
  /** Confirmations and recoveries together. */
  'mail-account': { points: 5, seconds: 3600 },
  'mail-address': { points: 60, seconds: 3600 },
  'redeem-address': { points: 60, seconds: 600 },
  'refresh-address': { points: 600, seconds: 600 },
  /** Settings, and the redirects to Google and back. */
  'public-address': { points: 300, seconds: 600 },
  'calendar-address': { points: 600, seconds: 600 },
  'wrong-calendar-address': { points: 60, seconds: 600 },
  'wrong-release-token': { points: 60, seconds: 600 },
  'release-token': { points: 600, seconds: 600 },
  'wrong-operate-token': { points: 10, seconds: 60 },
  /** A user opens a handful of pages a minute; an office behind one address, a few hundred. */
  'event-address': { points: 600, seconds: 60 },
  /** Devices of one address that report about a release. A canary halts when it fails on five. */
  'event-devices': { points: 4, seconds: 3600 },
  /** Remembers such a device: its further reports do not count as another one. */
  'event-device': { points: 1, seconds: 3600 },
  'password-user': { points: 20, seconds: 3600 },
  'read-user': { points: 1200, seconds: 60 },
  'write-user': { points: 300, seconds: 60 },
} as const satisfies Record<string, { points: number; seconds: number }>;

export type LimitName = keyof typeof LIMITS;

export type Limits = ReturnType<typeof createLimits>;

/** Creates the counters, in memory: a restart resets them. Tests and benchmarks do in seconds what users do in days. */
export function createLimits(areOn = true) {
  const counters = new Map<LimitName, RateLimiterMemory>();
  function counterOf(name: LimitName): RateLimiterMemory {
    const { points, seconds } = LIMITS[name];
    const counter = counters.get(name) ?? new RateLimiterMemory({ points, duration: seconds });
    counters.set(name, counter);
    return counter;
  }
  /** Counts one use for a key. Returns null, or the seconds to wait if it exceeds the limit. */
  async function take(name: LimitName, key: string): Promise<number | null> {
    if (!areOn) return null;
    const counter = counterOf(name);
    const { consumedPoints, msBeforeNext } = await counter.penalty(key);
    if (consumedPoints <= LIMITS[name].points) return null;
    // A refused use does not count: otherwise `giveBack` could not bring the counter below the limit again.
    await counter.reward(key);
    return Math.max(1, Math.ceil(msBeforeNext / 1000));
  }
  /** Refunds one use that turned out not to count. */
  async function giveBack(name: LimitName, key: string): Promise<void> {
    if (areOn) await counterOf(name).reward(key);
  }
  return {
    take,
    giveBack,
    /** Counts all of these uses, or none if one exceeds its limit. */
    async takeAll(uses: readonly [LimitName, string][]): Promise<number | null> {
      for (const [index, use] of uses.entries()) {
        const seconds = await take(...use);
        if (seconds === null) continue;
        for (const taken of uses.slice(0, index)) await giveBack(...taken);
        return seconds;
      }
      return null;
    },
  };
}

/** Formats a waiting time: '40 seconds', '8 minutes', '1 hour'. Takes seconds; rounds up. */
export function waitInWords(seconds: number): string {
  const inWords = (amount: number, unit: string) =>
    new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(Math.ceil(amount));
  if (seconds < 60) return inWords(seconds, 'second');
  return seconds <= 3540 ? inWords(seconds / 60, 'minute') : inWords(seconds / 3600, 'hour');
}

/** A queue that limits running work, and waiting work in total and per client. It skips work of disconnected clients. */
export function createQueue(options: { running: number; waiting: number; waitingEach: number }) {
  const { running, waiting, waitingEach } = options;
  const limit = limitConcurrency(running);
  const queued = new Map<string, number>();
  const countOf = (client: string) => queued.get(client) ?? 0;

  return {
    async enqueue<Result>(
      client: string,
      isGone: () => boolean,
      work: () => Promise<Result>,
    ): Promise<Result | 'busy' | 'gone'> {
      if (limit.pendingCount >= waiting || countOf(client) >= waitingEach + running) return 'busy';
      queued.set(client, countOf(client) + 1);
      try {
        return await limit(async () => (isGone() ? 'gone' : work()));
      } finally {
        queued.set(client, countOf(client) - 1);
        if (countOf(client) === 0) queued.delete(client);
      }
    },
  };
}
