interface StarField {
  readonly columns: number;
  readonly rows: number;
  readonly count: number;
  /** The same seed gives the same stars on every visit. */
  readonly seed: number;
  /** A cross of five squares in place of a single one. */
  readonly isLarge?: boolean;
}

/** Returns the stars of one tile as an SVG path. They keep away from its edges, so that the tile repeats seamlessly. */
export function starPath({ columns, rows, count, seed, isLarge = false }: StarField): string {
  let state = seed;
  // Park and Miller's generator: exact in integer arithmetic, and the same in every browser.
  const randomBelow = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  return Array.from({ length: count }, () => {
    const x = 1 + randomBelow(columns - 2);
    const y = 1 + randomBelow(rows - 2);
    return isLarge ? `M${x - 1} ${y}h3v1h-3zM${x} ${y - 1}h1v3h-1z` : `M${x} ${y}h1v1h-1z`;
  }).join('');
}
