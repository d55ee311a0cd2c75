/** One wave of a ridge: its number of peaks in a tile, its height in squares, and its phase at the start (0 to 1). */
export interface Wave {
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

/** How high the ridge is in each column, in squares. */
export function ridgeHeights({ columns, base, shape, waves }: Ridge): number[] {
  return Array.from({ length: columns }, (_, column) => {
    const swing = waves.reduce((sum, { peaks, height, start = 0 }) => {
      const phase = ((column / columns) * peaks + start) % 1;
      return sum + height * SHAPES[shape](phase);
    }, 0);
    return base + Math.round(swing);
  });
}

/** Returns the whole ridge as an SVG path: one rectangle for each run of columns of the same height. */
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
