/** Formats a Markdown table with aligned columns. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(headings), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** Prints whether a value keeps a promise; the process exits with 1 if it does not. */
export function atMost(promise: string, value: number, limit: number, unit: string, digits = 0): void {
  const isKept = value <= limit;
  if (!isKept) process.exitCode = 1;
  console.log(
    `${isKept ? 'kept  ' : 'BROKEN'}  ${promise} ≤ ${limit}${unit}: ${value.toFixed(digits)}${unit}`,
  );
}

/** The median, the smallest and the largest of some values. */
export function spreadOf(values: readonly number[]): { median: number; low: number; high: number } {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const [below, above] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return { median: ((below ?? NaN) + (above ?? NaN)) / 2, low: sorted[0] ?? NaN, high: sorted.at(-1) ?? NaN };
}
