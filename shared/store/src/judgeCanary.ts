/** On how many devices a version was seen since its canary began, and on how many of them it failed at least once. */
export interface Tally {
  devices: number;
  failed: number;
}

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

/**
 * Judges a canary by the live version of the same days: it halts when it failed on five devices or more, and on more than
 * chance explains were it as good as the live one (Fisher's exact test at 1 in 10,000).
 *
 * Takes both tallies since the canary began; returns the verdict. Pure.
 */
export function judgeCanary({ canary, live }: { canary: Tally; live: Tally }): Verdict {
  if (canary.failed < FEWEST_FAILED) return { halt: false };
  const baseline = {
    devices: live.devices + PRIOR.devices,
    failed: live.failed + PRIOR.failed,
  };
  // The cheaper question first: most canaries do no worse than their baseline.
  if (canary.failed * baseline.devices <= baseline.failed * canary.devices) return { halt: false };
  if (chanceOfExcess(canary, baseline, CHANCE) > CHANCE) return { halt: false };
  const compared =
    live.devices === 0 ? 'the live version was not seen yet' : `the live version ${onDevices(live)}`;
  return { halt: true, reason: `failed ${onDevices(canary)}, ${compared}` };
}
