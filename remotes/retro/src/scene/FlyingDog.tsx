import { DOG, DOG_FLAP, PixelSprite } from '@space/ui';
import { PLANET } from '../sprites/scenery.ts';
import styles from './FlyingDog.module.css';

/**
 * The small dog that flies across the screen (rule retro-landing), past a planet, in a lane that contains nothing
 * else.
 */
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
