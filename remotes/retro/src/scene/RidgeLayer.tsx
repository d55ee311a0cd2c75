import { spritePaths, spriteSize, type Sprite } from '@space/ui';
import { ridgeEdgePath, ridgeHeights, ridgePath, type Ridge } from './ridge.ts';
import styles from './RidgeLayer.module.css';

const SCALE = 4;

interface RidgeLayerProps {
  /** The distance of the layer: from the horizon to the foreground. */
  layer: 'far' | 'middle' | 'near';
  ridge: Ridge;
  /** The sprites on the ridge, each with its column in the tile. */
  sprites?: readonly { sprite: Sprite; column: number }[];
}

/** A line of hills from one edge of the window to the other. */
export function RidgeLayer({ layer, ridge, sprites = [] }: RidgeLayerProps) {
  const id = `retro-ridge-${layer}`;
  const heights = ridgeHeights(ridge);
  const tallest = Math.max(0, ...sprites.map(({ sprite }) => sprite.rows.length));
  const ground = Math.max(...heights);
  const height = ground + tallest;
  return (
    <svg
      className={styles.layer}
      data-layer={layer}
      aria-hidden="true"
      focusable="false"
      height={height * SCALE}
      shapeRendering="crispEdges"
    >
      <defs>
        <pattern
          id={id}
          patternUnits="userSpaceOnUse"
          width={ridge.columns}
          height={height}
          patternTransform={`scale(${SCALE})`}
        >
          {sprites.map(({ sprite, column }) => {
            const { width, height: spriteHeight } = spriteSize(sprite);
            const floor = Math.min(...heights.slice(column, column + width));
            return (
              <g key={column} transform={`translate(${column} ${height - floor - spriteHeight + 1})`}>
                {spritePaths(sprite).map(({ color, d }) => (
                  <path key={color} d={d} fill={color} />
                ))}
              </g>
            );
          })}
          <g transform={`translate(0 ${tallest})`}>
            <path className={styles.body} d={ridgePath(heights)} />
            <path className={styles.edge} d={ridgeEdgePath(heights)} />
          </g>
        </pattern>
      </defs>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}
