import type { LiveTallies, Tally } from './tallies.ts';

/** Whether a canary is to be halted. The reason completes a sentence: 'it failed on 12 of 14 devices, …'. */
export type Verdict = { halt: false } | { halt: true; reason: string };

/** Fewer failures may be accidental: one bad connection, a visitor's browser extension. */
const MIN_FAILED = 5;
/**
 * The significance level. A canary is judged after each event, thousands of times: at one in ten thousand, a canary that
 * fails as rarely as the live version is still halted in less than one rollout of a hundred (tested in
 * judgeCanary.test.ts).
 */
const SIGNIFICANCE = 1 / 10_000;
/** Assumed for the live version before it was seen; has little weight afterwards. */
const PRIOR: Tally = { devices: 10, failed: 1 };

/** Natural logarithms of factorials, computed on demand. */
const logFactorials = [0];

function logFactorial(n: number): number {
  for (let next = logFactorials.length; next <= n; next += 1)
    logFactorials.push((logFactorials[next - 1] ?? 0) + Math.log(next));
  return logFactorials[n] ?? 0;
}

const logChoose = (n: number, k: number) => logFactorial(n) - logFactorial(k) - logFactorial(n - k);

/**
 * The probability that at least this many of the failures hit the first group if both groups fail equally often: Fisher's
 * exact test, one-sided. Exact for small numbers, which is where a canary is judged.
 *
 * Takes both groups (whole numbers, failed ≤ devices) and a limit; returns the probability, or some number above the limit
 * if the probability is above it.
 */
export function chanceOfExcess(first: Tally, second: Tally, limit: number): number {
  const failed = first.failed + second.failed;
  const all = logChoose(first.devices + second.devices, failed);
  const chanceOf = (hits: number) =>
    Math.exp(logChoose(first.devices, hits) + logChoose(second.devices, failed - hits) - all);
  let chance = 0;
  for (let hits = first.failed; hits <= Math.min(first.devices, failed); hits += 1) {
    chance += chanceOf(hits);
    if (chance > limit) break;
  }
  return chance;
}

const onDevices = ({ failed, devices }: Tally) =>
  `on ${failed} of ${devices} ${devices === 1 ? 'device' : 'devices'}`;

/** Whether a version fails on at least five devices, and significantly more often than another one. */
function isWorse(one: Tally, other: Tally): boolean {
  if (one.failed < MIN_FAILED) return false;
  const baseline = { devices: other.devices + PRIOR.devices, failed: other.failed + PRIOR.failed };
  // The cheaper check first: most versions do no worse than their baseline.
  if (one.failed * baseline.devices <= baseline.failed * one.devices) return false;
  return chanceOfExcess(one, baseline, SIGNIFICANCE) <= SIGNIFICANCE;
}

const beside = (name: string, tally: Tally) =>
  tally.devices === 0 ? `${name} was not seen yet` : `${name} ${onDevices(tally)}`;

/**
 * Compares a canary with the live version over the same days: it is halted if it failed on at least five devices, and
 * significantly more often than the live version (Fisher's exact test at 1 in 10,000).
 *
 * Takes both tallies since the canary began; returns the verdict. Pure.
 */
export function judgeCanary({ canary, live }: { canary: Tally; live: Tally }): Verdict {
  if (!isWorse(canary, live)) return { halt: false };
  return { halt: true, reason: `failed ${onDevices(canary)}, ${beside('the live version', live)}` };
}

/** Whether a live version fails, and whether rolling back would help. The reason completes a sentence. */
export type LiveVerdict = { fails: false } | { fails: true; wouldRollbackHelp: boolean; reason: string };

/**
 * Compares the live version with the previous one while that was live, as a canary is compared with the live one. Rolling
 * back helps if the previous version worked on enough of the failing devices: in an outage both fail.
 *
 * Takes what `talliesOfLive` read; returns the verdict. Pure.
 */
export function judgeLive({ live, healed, before }: ReturnType<LiveTallies['read']>): LiveVerdict {
  if (!isWorse(live, before)) return { fails: false };
  const reason = `failed ${onDevices(live)}, ${beside('the version before', before)}`;
  return { fails: true, wouldRollbackHelp: isWorse({ ...live, failed: healed }, before), reason };
}
