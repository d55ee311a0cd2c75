/** Formats a Markdown table with aligned columns. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((_, column) =>
    Math.max(...[headings, ...rows].map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(headings), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** Prints whether a value keeps a promise; the process exits with 1 if it does not. */
export function atMost(promise: string, value: number, limit: number, unit: string, digits = 0): void {
  const isKept = value <= limit;
  if (!isKept) process.exitCode = 1;
  const verdict = isKept ? 'kept  ' : 'BROKEN';
  console.log(`${verdict}  ${promise} ≤ ${limit}${unit}: ${value.toFixed(digits)}${unit}`);
}

/** The median of some values; `range`: the smallest and the largest in words. */
export function spreadOf(values: readonly number[], digits = 0): { median: number; range: string } {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (place: number) => sorted.at(place) ?? NaN;
  const middle = sorted.length / 2;
  const median = (at(Math.ceil(middle) - 1) + at(Math.floor(middle))) / 2;
  return { median, range: `${at(0).toFixed(digits)}-${at(-1).toFixed(digits)}` };
}
