import limitConcurrency from 'p-limit';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** All rate limits, of what their names say. An office of a hundred people stays below them. */
export const LIMITS = {
  /** Of one account from one address, of any from one address, of one account from all. */
  'wrong-password': { points: 10, seconds: 600 },
  'wrong-password-address': { points: 100, seconds: 600 },
  'wrong-password-account': { points: 50, seconds: 3600 },
  /** Refusals that are sent without a delay. */
  'refused-address': { points: 60, seconds: 60 },
  'sign-up-address': { points: 60, seconds: 3600 },
  'mail-account': { points: 5, seconds: 3600 },
  'mail-address': { points: 60, seconds: 3600 },
  'redeem-address': { points: 60, seconds: 600 },
  'refresh-address': { points: 600, seconds: 600 },
  'public-address': { points: 300, seconds: 600 },
  'calendar-address': { points: 600, seconds: 600 },
  'wrong-calendar-address': { points: 60, seconds: 600 },
  'wrong-release-token': { points: 60, seconds: 600 },
  'release-token': { points: 600, seconds: 600 },
  'wrong-operate-token': { points: 10, seconds: 60 },
  'event-address': { points: 600, seconds: 60 },
  /** Devices of one address that may report about a release: a canary halts when it fails on five. */
  'event-devices': { points: 4, seconds: 3600 },
  'event-device': { points: 1, seconds: 3600 },
  'password-user': { points: 20, seconds: 3600 },
  'read-user': { points: 1200, seconds: 60 },
  'write-user': { points: 300, seconds: 60 },
} as const satisfies Record<string, { points: number; seconds: number }>;

export type LimitName = keyof typeof LIMITS;

export type Limits = ReturnType<typeof createLimits>;

/** Creates the counters, in memory: a restart resets them. */
export function createLimits(areOn = true) {
  const create = (name: LimitName) =>
    new RateLimiterMemory({ points: LIMITS[name].points, duration: LIMITS[name].seconds });
  const counters: Partial<Record<LimitName, RateLimiterMemory>> = {};
  /** Counts one use. Returns null, or the seconds to wait if that is too many; a refused use does not count. */
  async function take(name: LimitName, key: string): Promise<number | null> {
    if (!areOn) return null;
    const counter = (counters[name] ??= create(name));
    const { consumedPoints, msBeforeNext } = await counter.penalty(key);
    if (consumedPoints <= LIMITS[name].points) return null;
    await counter.reward(key);
    return Math.max(1, Math.ceil(msBeforeNext / 1000));
  }
  async function giveBack(name: LimitName, key: string): Promise<void> {
    if (areOn) await counters[name]?.reward(key);
  }
  return {
    take,
    giveBack,
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

/** Takes seconds; returns '40 seconds', '8 minutes', '1 hour'. */
export function waitInWords(seconds: number): string {
  const inWords = (amount: number, unit: string) =>
    new Intl.NumberFormat('en', { style: 'unit', unit, unitDisplay: 'long' }).format(Math.ceil(amount));
  if (seconds < 60) return inWords(seconds, 'second');
  return seconds <= 3540 ? inWords(seconds / 60, 'minute') : inWords(seconds / 3600, 'hour');
}

type Skipped = 'busy' | 'gone';
/** Limits running work, and waiting work in total and per client. Skips work of clients that have left. */
export function createQueue(options: { running: number; waiting: number; waitingEach: number }) {
  const { running, waiting, waitingEach } = options;
  const limit = limitConcurrency(running);
  const queued = new Map<string, number>();
  const countOf = (client: string) => queued.get(client) ?? 0;

  return {
    async enqueue<T>(client: string, isGone: () => boolean, work: () => Promise<T>): Promise<T | Skipped> {
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
