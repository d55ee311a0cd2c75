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

/** One wave of a ridge: its number of peaks in a tile, its height in squares, and its phase at the start (0 to 1). */
interface Wave {
  readonly peaks: number;
  readonly height: number;
  readonly start?: number;
}

/** A line of hills: a tile of `columns` squares that repeats seamlessly. */
export interface Ridge {
  readonly columns: number;
  /** Squares from the lowest point of the line to the ground. */
  readonly base: number;
  /** 'peak' for mountains, 'round' for hills. */
  readonly shape: 'peak' | 'round';
  readonly waves: readonly Wave[];
}

const SHAPES = {
  peak: (phase: number) => 1 - Math.abs(2 * phase - 1),
  round: (phase: number) => (1 - Math.cos(2 * Math.PI * phase)) / 2,
};

export function ridgeHeights({ columns, base, shape, waves }: Ridge): number[] {
  return Array.from({ length: columns }, (_, column) => {
    const swing = waves.reduce((sum, { peaks, height, start = 0 }) => {
      const phase = ((column / columns) * peaks + start) % 1;
      return sum + height * SHAPES[shape](phase);
    }, 0);
    return base + Math.round(swing);
  });
}

export function ridgePath(heights: readonly number[]): string {
  return pathOf(heights, (height) => height);
}

/** Returns only the top squares of the ridge as an SVG path: the lit edge. */
export function ridgeEdgePath(heights: readonly number[]): string {
  return pathOf(heights, () => 1);
}

function pathOf(heights: readonly number[], depthOf: (height: number) => number): string {
  const ground = Math.max(...heights);
  let path = '';
  let start = 0;
  heights.forEach((height, column) => {
    if (heights[column + 1] === height) return;
    const run = column + 1 - start;
    path += `M${start} ${ground - height}h${run}v${depthOf(height)}h-${run}z`;
    start = column + 1;
  });
  return path;
}
