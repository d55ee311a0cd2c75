/** How many of how many. */
export interface Count {
  devices: number;
  failed: number;
}

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
export function chanceOfExcess(first: Count, second: Count, limit: number): number {
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
