/** A table in Markdown, its columns under each other. */
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

/** One line each, the broken ones marked. */
export const verdictLines = (verdicts: readonly Verdict[]): string =>
  verdicts
    .map(({ promise, measured, isKept }) => `${isKept ? 'kept  ' : 'BROKEN'}  ${promise}: ${measured}`)
    .join('\n');
