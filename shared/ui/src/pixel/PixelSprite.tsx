import { useMemo } from 'react';
import { outlinePath, spritePaths, spriteSize } from './spritePath.ts';
import type { Sprite } from './sprites.ts';
import styles from './PixelSprite.module.css';

interface PixelSpriteProps {
  /** The frames, all of one size. Two frames alternate; a single frame does not move. */
  frames: readonly [Sprite] | readonly [Sprite, Sprite];
  /** The size of one square in CSS pixels; whole numbers keep the edges sharp. */
  scale?: number;
  /** The colour of an outline of one square, for a background as dark as the sprite's own edge. */
  outline?: string;
  /** The accessible name; without it the sprite is decorative. */
  name?: string;
  className?: string | undefined;
}

/** Pixel art drawn from data, sharp at every integer scale. */
export function PixelSprite({ frames, scale = 3, outline, name, className }: PixelSpriteProps) {
  const rim = outline ? 1 : 0;
  const { width, height } = spriteSize(frames[0], rim);
  const drawn = useMemo(
    () => frames.map((frame) => ({ rim: outline ? outlinePath(frame) : '', paths: spritePaths(frame) })),
    [frames, outline],
  );
  return (
    <svg
      {...(name ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true })}
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
