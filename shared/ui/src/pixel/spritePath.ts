import type { Sprite } from './sprites.ts';

/** All squares of one colour as one SVG path; a square is one unit. */
export interface SpritePath {
  readonly color: string;
  readonly d: string;
}

/** Width and height of a sprite in squares. */
export interface SpriteSize {
  readonly width: number;
  readonly height: number;
}

/** Takes a sprite; returns its size in squares, with room for an outline of `outline` squares on each side. */
export function spriteSize({ rows }: Sprite, outline = 0): SpriteSize {
  const width = Math.max(0, ...rows.map((row) => row.length));
  return { width: width + 2 * outline, height: rows.length + 2 * outline };
}

/**
 * Takes a sprite; returns one path for each used colour, in the order of the palette. Each run of equal squares in a row
 * is one rectangle.
 * @throws Error for a letter that the palette does not have
 */
export function spritePaths({ palette, rows }: Sprite): SpritePath[] {
  const runs = new Map<string, string[]>(Object.keys(palette).map((letter) => [letter, []]));
  rows.forEach((row, y) => {
    for (const { 0: run, index: x } of row.matchAll(/([^.])\1*/g)) {
      const letter = run.charAt(0);
      const known = runs.get(letter);
      if (!known) throw new Error(`The palette has no colour for '${letter}' (row ${y + 1})`);
      known.push(rectangle(x, y, run.length));
    }
  });
  return Object.entries(palette).flatMap(([letter, color]) => {
    const drawn = runs.get(letter) ?? [];
    return drawn.length > 0 ? [{ color, d: drawn.join('') }] : [];
  });
}

/** Takes a sprite; returns the path of an outline of one square around it, for dark backgrounds. */
export function outlinePath({ rows }: Sprite): string {
  const isFilled = (x: number, y: number) => (rows[y]?.[x] ?? '.') !== '.';
  const { width, height } = spriteSize({ palette: {}, rows });
  let path = '';
  for (let y = -1; y <= height; y += 1) {
    for (let x = -1; x <= width; x += 1) {
      const touches = isFilled(x - 1, y) || isFilled(x + 1, y) || isFilled(x, y - 1) || isFilled(x, y + 1);
      if (touches && !isFilled(x, y)) path += rectangle(x, y, 1);
    }
  }
  return path;
}

function rectangle(x: number, y: number, width: number): string {
  return `M${x} ${y}h${width}v1h-${width}z`;
}
