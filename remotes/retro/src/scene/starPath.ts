interface StarField {
  readonly columns: number;
  readonly rows: number;
  readonly count: number;
  /** Another seed is another sky; the same one is the same sky on every visit. */
  readonly seed: number;
  /** A cross of five squares in place of a single one. */
  readonly isLarge?: boolean;
}

/** Stars of one tile, as the path of an SVG. They keep off its edges, so that tiles fit side by side. */
export function starPath({ columns, rows, count, seed, isLarge = false }: StarField): string {
  let state = seed;
  // Park and Miller's generator: exact within the whole numbers, and the same in every browser.
  const below = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  return Array.from({ length: count }, () => {
    const x = 1 + below(columns - 2);
    const y = 1 + below(rows - 2);
    return isLarge ? `M${x - 1} ${y}h3v1h-3zM${x} ${y - 1}h1v3h-1z` : `M${x} ${y}h1v1h-1z`;
  }).join('');
}
