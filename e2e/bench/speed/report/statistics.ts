/** The middle of some numbers, and how far apart they lie. */
export interface Spread {
  median: number;
  low: number;
  high: number;
}

/** Takes at least one number. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const [below, above] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return { median: ((below ?? NaN) + (above ?? NaN)) / 2, low: sorted[0] ?? NaN, high: sorted.at(-1) ?? NaN };
}

/** What was measured of both, round by round. */
export interface Pair {
  federated: readonly number[];
  bundle: readonly number[];
}

/** One median over the other; the spread is that of the rounds, each of which measured both. */
export function ratioOf({ federated, bundle }: Pair): Spread {
  const each = spreadOf(federated.map((value, round) => value / (bundle[round] ?? NaN)));
  return { ...each, median: spreadOf(federated).median / spreadOf(bundle).median };
}
