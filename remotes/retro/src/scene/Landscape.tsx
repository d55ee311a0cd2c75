import { DOG, DOG_FLAP, PixelSprite, type Sprite, spritePaths, spriteSize } from '@space/ui';
import { CLOUD, KENNEL, PINE, PLANET } from '../sprites/scenery.ts';
import { type Ridge, ridgeEdgePath, ridgeHeights, ridgePath, starPath } from './ridge.ts';
import styles from './Landscape.module.css';

const SCALE = 4;

interface RidgeLayerProps {
  layer: 'far' | 'middle' | 'near';
  ridge: Ridge;
  /** The sprites on the ridge, each with its column in the tile. */
  sprites?: readonly { sprite: Sprite; column: number }[];
}

function RidgeLayer({ layer, ridge, sprites = [] }: RidgeLayerProps) {
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

/** The small dog that flies across the screen, past a planet, in a lane that contains nothing else. */
export function FlyingDog() {
  return (
    <div className={styles.lane} data-print="off" aria-hidden="true" data-testid="flying-dog">
      <PixelSprite frames={[PLANET]} scale={4} className={styles.planet} />
      <div className={styles.flight}>
        <PixelSprite frames={[DOG, DOG_FLAP]} scale={3} outline="var(--color-text)" className={styles.dog} />
      </div>
    </div>
  );
}

const STARS = { columns: 320, rows: 200 };
const STILL_STARS = starPath({ ...STARS, count: 44, seed: 1983 });
const TWINKLING_STARS = starPath({ ...STARS, count: 9, seed: 64, isLarge: true });

const COLUMNS = 160;
const MOUNTAINS: Ridge = {
  columns: COLUMNS,
  base: 8,
  shape: 'peak',
  waves: [
    { peaks: 2, height: 17, start: 0.1 },
    { peaks: 5, height: 8, start: 0.3 },
    { peaks: 13, height: 3 },
  ],
};
const HILLS: Ridge = {
  columns: COLUMNS,
  base: 8,
  shape: 'round',
  waves: [
    { peaks: 2, height: 9, start: 0.7 },
    { peaks: 3, height: 5, start: 0.2 },
  ],
};
const MEADOW: Ridge = {
  columns: 2 * COLUMNS,
  base: 8,
  shape: 'round',
  waves: [
    { peaks: 2, height: 4, start: 0.4 },
    { peaks: 7, height: 2 },
  ],
};
const pinesAt = (...columns: number[]) => columns.map((column) => ({ sprite: PINE, column }));
const HILL_SPRITES = pinesAt(12, 22, 64, 71, 118);
// A single kennel in a long tile: repeated kennels would look copied.
const MEADOW_SPRITES = [{ sprite: KENNEL, column: 48 }, ...pinesAt(8, 72, 82, 136, 176, 187, 204, 268)];

export function Landscape({ isTravelling }: { isTravelling: boolean }) {
  return (
    <div
      className={styles.landscape}
      data-print="off"
      aria-hidden="true"
      data-travelling={isTravelling || undefined}
    >
      {[STILL_STARS, TWINKLING_STARS].map((stars, index) => (
        <svg
          key={stars}
          className={styles.stars}
          data-twinkling={index === 1 || undefined}
          focusable="false"
          shapeRendering="crispEdges"
        >
          <defs>
            <pattern
              id={`retro-stars-${index}`}
              patternUnits="userSpaceOnUse"
              width={STARS.columns}
              height={STARS.rows}
              patternTransform="scale(2)"
            >
              <path d={stars} />
            </pattern>
          </defs>
          <rect width="100%" height="100%" fill={`url(#retro-stars-${index})`} />
        </svg>
      ))}
      <PixelSprite frames={[CLOUD]} scale={4} className={styles.cloud} />
      <RidgeLayer layer="far" ridge={MOUNTAINS} />
      <RidgeLayer layer="middle" ridge={HILLS} sprites={HILL_SPRITES} />
      <RidgeLayer layer="near" ridge={MEADOW} sprites={MEADOW_SPRITES} />
    </div>
  );
}
