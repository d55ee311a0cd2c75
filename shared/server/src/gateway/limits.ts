import { RateLimiterMemory, RateLimiterPostgres } from 'rate-limiter-flexible';
import type { Shared } from '../backend/database.ts';

/** How often something may be done. An office of a hundred people stays below; decision 027 has the reasons. */
export const LIMITS = {
  /** Wrong passwords for one account from one address. */
  'wrong-password': { points: 10, seconds: 600 },
  /** Wrong passwords for one account from all addresses from which its owner has not signed in yet. */
  'wrong-password-account': { points: 50, seconds: 3600 },
  /** Wrong passwords from one address, for whatever accounts. */
  'wrong-password-address': { points: 100, seconds: 600 },
  /** Refusals of one address that are answered at once. */
  'refused-address': { points: 60, seconds: 60 },
  'sign-up-address': { points: 60, seconds: 3600 },
  /** Mails to one address, confirmations and recoveries alike. */
  'mail-account': { points: 5, seconds: 3600 },
  'mail-address': { points: 60, seconds: 3600 },
  'redeem-address': { points: 60, seconds: 600 },
  'refresh-address': { points: 600, seconds: 600 },
  /** Settings, and the way to Google and back. */
  'public-address': { points: 300, seconds: 600 },
  /** Calendar feeds read from one address, whosever they are. */
  'calendar-address': { points: 600, seconds: 600 },
  /** Addresses of feeds that open nothing, asked for by one address. */
  'wrong-calendar-address': { points: 60, seconds: 600 },
  /** Tokens of releases that open nothing, from one address. */
  'wrong-release-token': { points: 60, seconds: 600 },
  /** Releases, moves and questions with one token. */
  'release-token': { points: 600, seconds: 600 },
  'password-user': { points: 20, seconds: 3600 },
  'read-user': { points: 1200, seconds: 60 },
  'write-user': { points: 300, seconds: 60 },
} as const satisfies Record<string, { points: number; seconds: number }>;

export type LimitName = keyof typeof LIMITS;

export interface Limits {
  /** Counts one more for a key; returns null, or the seconds to wait when that is over the limit. */
  take(name: LimitName, key: string): Promise<number | null>;
  /** Takes one back that turned out not to count. */
  giveBack(name: LimitName, key: string): Promise<void>;
}

/**
 * Makes counters: in memory, where they start anew with the server, or in the database, where all of its servers count together. Who
 * is counted cannot be read there.
 */
export function createLimits(shared: Shared | null = null): Limits {
  const nameOf = shared ? shared.nameOf : (key: string) => key;
  const counters = new Map(
    Object.entries(LIMITS).map(([name, { points, seconds }]) => [
      name,
      shared
        ? createSharedCounter(shared, { keyPrefix: name, points, duration: seconds })
        : new RateLimiterMemory({ points, duration: seconds }),
    ]),
  );
  const counterOf = (name: LimitName) => {
    const counter = counters.get(name);
    if (!counter) throw new Error(`There is no limit ${name}`);
    return counter;
  };
  return {
    async take(name, who) {
      const counter = counterOf(name);
      const key = nameOf(who);
      const { consumedPoints, msBeforeNext } = await counter.penalty(key);
      if (consumedPoints <= LIMITS[name].points) return null;
      // What is refused does not count: otherwise the counter could be pushed out of reach of `giveBack`.
      await counter.reward(key);
      return Math.max(1, Math.ceil(msBeforeNext / 1000));
    },
    async giveBack(name, who) {
      await counterOf(name).reward(nameOf(who));
    },
  };
}

function createSharedCounter(
  { query }: Shared,
  options: { keyPrefix: string; points: number; duration: number },
): RateLimiterPostgres {
  const storeClient = {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const rows = await query(text, values);
      return { rows, rowCount: rows.length };
    },
  };
  return new RateLimiterPostgres({
    ...options,
    storeClient,
    storeType: 'pool',
    schemaName: 'better_space',
    tableName: 'limits',
    tableCreated: true,
    // One of them does it for all.
    clearExpiredByTimeout: options.keyPrefix === 'read-user',
  });
}

/** Counts nothing: for tests and benches, which do in seconds what people do in days. */
export const NO_LIMITS: Limits = { take: () => Promise.resolve(null), giveBack: () => Promise.resolve() };

/** A wait as a person says it: '40 seconds', '8 minutes', '1 hour'. Takes seconds; rounds up. */
export function waitInWords(seconds: number): string {
  const [amount, unit] =
    seconds < 60
      ? [seconds, 'second']
      : seconds <= 3540
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour'];
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}
