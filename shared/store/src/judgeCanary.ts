import type { LiveTallies, Tally } from './tallies.ts';

/** What is to become of a canary. The reason is a sentence's end: 'it failed on 12 of 14 devices, …'. */
export type Verdict = { halt: false } | { halt: true; reason: string };

/** Fewer are an accident: one bad connection, someone's browser extension. */
const FEWEST_FAILED = 5;
/**
 * A canary is judged after each event, thousands of times, so what counts as chance is one in ten thousand: judged that
 * often, one that fails as rarely as the live version is still halted in less than one run of a hundred
 * (judgeCanary.test.ts tries).
 */
const CHANCE = 1 / 10_000;
/** Stands for the live version until it was seen, and weighs little afterwards. */
const PRIOR: Tally = { devices: 10, failed: 1 };

/** Natural logarithms of factorials, filled as far as they were needed. */
const logFactorials = [0];

function logFactorial(n: number): number {
  for (let next = logFactorials.length; next <= n; next += 1)
    logFactorials.push((logFactorials[next - 1] ?? 0) + Math.log(next));
  return logFactorials[n] ?? 0;
}

const logChoose = (n: number, k: number) => logFactorial(n) - logFactorial(k) - logFactorial(n - k);

/**
 * How likely it is that as many of the failures as these, or more, hit the first group when both fail equally often:
 * Fisher's exact test, one-sided. Exact for small numbers, which is where a canary is judged.
 *
 * Takes both groups (whole numbers, failed ≤ devices) and the limit that matters; returns the probability, or any number
 * above the limit when it is above.
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

/** Whether a version fails on five devices or more, and on more than chance explains beside another one. */
function isWorse(one: Tally, other: Tally): boolean {
  if (one.failed < FEWEST_FAILED) return false;
  const baseline = { devices: other.devices + PRIOR.devices, failed: other.failed + PRIOR.failed };
  // The cheaper question first: most versions do no worse than their baseline.
  if (one.failed * baseline.devices <= baseline.failed * one.devices) return false;
  return chanceOfExcess(one, baseline, CHANCE) <= CHANCE;
}

const beside = (name: string, tally: Tally) =>
  tally.devices === 0 ? `${name} was not seen yet` : `${name} ${onDevices(tally)}`;

/**
 * Judges a canary by the live version of the same days: it halts when it failed on five devices or more, and on more than
 * chance explains were it as good as the live one (Fisher's exact test at 1 in 10,000).
 *
 * Takes both tallies since the canary began; returns the verdict. Pure.
 */
export function judgeCanary({ canary, live }: { canary: Tally; live: Tally }): Verdict {
  if (!isWorse(canary, live)) return { halt: false };
  return { halt: true, reason: `failed ${onDevices(canary)}, ${beside('the live version', live)}` };
}

/** Whether a live version fails, and whether going back would mend it. The reason is a sentence's end, as a canary's is. */
export type LiveVerdict = { fails: false } | { fails: true; isMended: boolean; reason: string };

/**
 * Judges the live version by the one before while that was live, as a canary is judged by the live one. Going back mends it
 * when the devices on which the version before stepped in are too many as well: in an outage both fail (decision 031).
 *
 * Takes what `talliesOfLive` read; returns the verdict. Pure.
 */
export function judgeLive({ live, healed, before }: ReturnType<LiveTallies['read']>): LiveVerdict {
  if (!isWorse(live, before)) return { fails: false };
  const reason = `failed ${onDevices(live)}, ${beside('the version before', before)}`;
  return { fails: true, isMended: isWorse({ ...live, failed: healed }, before), reason };
}
