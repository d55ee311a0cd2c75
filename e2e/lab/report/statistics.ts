export interface Spread {
  median: number;
  low: number;
  high: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const [below, above] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return { median: ((below ?? NaN) + (above ?? NaN)) / 2, low: sorted[0] ?? NaN, high: sorted.at(-1) ?? NaN };
}

export interface Pair {
  federated: readonly number[];
  bundle: readonly number[];
}

/** One median over the other; the spread is that of single visits beside each other. */
export function ratioOf({ federated, bundle }: Pair): Spread {
  const each = spreadOf(federated.map((value, place) => value / (bundle[place] ?? NaN)));
  return { ...each, median: spreadOf(federated).median / spreadOf(bundle).median };
}

/**
 * The standard error of a median, relative to it. The spread is that of the middle half: a stray visit is no reason to
 * doubt.
 */
function relativeErrorOf(values: readonly number[]): number {
  const sorted = values.map(Math.log).sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? NaN;
  const deviation = (at(0.75) - at(0.25)) / 1.349;
  // Less two: a spread that is itself known from few visits only.
  return (1.253 * deviation) / Math.sqrt(sorted.length - 2);
}

/** The factor by which a ratio of medians may be off, up or down: in nineteen of twenty runs it is by less, each way. */
export const uncertaintyOf = ({ federated, bundle }: Pair): number =>
  Math.exp(1.645 * Math.hypot(relativeErrorOf(federated), relativeErrorOf(bundle)));
