/** Whether a promise is kept. */
export interface Verdict {
  promise: string;
  measured: string;
  isKept: boolean;
}

/** The verdict on a figure that has a limit. */
export function atMost(promise: string, value: number, limit: number, unit: string, digits = 0): Verdict {
  return {
    promise: `${promise} ≤ ${limit}${unit}`,
    measured: `${value.toFixed(digits)}${unit}`,
    isKept: value <= limit,
  };
}

/** One line each, the broken ones marked. */
export const verdictLines = (verdicts: readonly Verdict[]): string =>
  verdicts
    .map(({ promise, measured, isKept }) => `${isKept ? 'kept  ' : 'BROKEN'}  ${promise}: ${measured}`)
    .join('\n');
