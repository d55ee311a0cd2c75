/** Formats a Markdown table with aligned columns. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(headings), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

export interface Verdict {
  promise: string;
  measured: string;
  isKept: boolean;
}

export function atMost(promise: string, value: number, limit: number, unit: string, digits = 0): Verdict {
  return {
    promise: `${promise} ≤ ${limit}${unit}`,
    measured: `${value.toFixed(digits)}${unit}`,
    isKept: value <= limit,
  };
}

/** One line for each verdict; broken promises are marked. */
export const verdictLines = (verdicts: readonly Verdict[]): string =>
  verdicts
    .map(({ promise, measured, isKept }) => `${isKept ? 'kept  ' : 'BROKEN'}  ${promise}: ${measured}`)
    .join('\n');

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
