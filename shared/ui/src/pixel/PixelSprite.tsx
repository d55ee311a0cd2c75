import { useMemo } from 'react';
import styles from './PixelSprite.module.css';
import type { Sprite } from './sprites.ts';

/** All squares of one colour as one SVG path; a square is one unit. */
interface SpritePath {
  readonly color: string;
  readonly d: string;
}

/** Width and height of a sprite in squares. */
interface SpriteSize {
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

interface PixelSpriteProps {
  /** The frames, all of one size. Two frames alternate; a single frame does not move. */
  frames: readonly [Sprite] | readonly [Sprite, Sprite];
  /** The size of one square in CSS pixels; whole numbers keep the edges sharp. */
  scale?: number;
  /** The colour of an outline of one square, for a background as dark as the sprite's own edge. */
  outline?: string;
  className?: string | undefined;
}

/** Pixel art drawn from data, sharp at every integer scale. Always decorative. */
export function PixelSprite({ frames, scale = 3, outline, className }: PixelSpriteProps) {
  const rim = outline ? 1 : 0;
  const { width, height } = spriteSize(frames[0], rim);
  const drawn = useMemo(
    () => frames.map((frame) => ({ rim: outline ? outlinePath(frame) : '', paths: spritePaths(frame) })),
    [frames, outline],
  );
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      className={[styles.sprite, className].filter(Boolean).join(' ')}
      width={width * scale}
      height={height * scale}
      viewBox={`${-rim} ${-rim} ${width} ${height}`}
      shapeRendering="crispEdges"
      data-frames={frames.length}
    >
      {drawn.map((frame, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a frame has no identity but its index
        <g key={index} className={styles.frame}>
          {outline && <path d={frame.rim} fill={outline} />}
          {frame.paths.map(({ color, d }) => (
            <path key={color} d={d} fill={color} />
          ))}
        </g>
      ))}
    </svg>
  );
}
