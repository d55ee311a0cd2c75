import { PixelSprite, ROCKET, ROCKET_LOW } from '@space/ui';
import styles from './LaunchScene.module.css';
import { MOON, PAD, ROCKET_COLD, SMOKE, TOWER } from './padSprites.ts';

interface LaunchSceneProps {
  phase: string;
  isStill: boolean;
}

/** The launch pad on the planet of the footer, the rocket and the moon. Decorative: the status text says what happens. */
export function LaunchScene({ phase, isStill }: LaunchSceneProps) {
  const isBurning = phase === 'flight' || phase === 'landing';
  return (
    <div
      className={styles.scene}
      data-print="off"
      data-phase={phase}
      data-still={isStill || undefined}
      aria-hidden="true"
    >
      <PixelSprite frames={[MOON]} scale={6} className={styles.moon} />
      <div className={styles.rocket}>
        <PixelSprite
          frames={isBurning ? [ROCKET, ROCKET_LOW] : [ROCKET_COLD]}
          scale={6}
          outline="currentColor"
        />
      </div>
      <PixelSprite frames={[TOWER]} scale={6} className={styles.tower} />
      <PixelSprite frames={[PAD]} scale={6} className={styles.pad} />
      <PixelSprite frames={[SMOKE]} scale={7} className={styles.smoke} />
      <PixelSprite frames={[SMOKE]} scale={7} className={styles.smoke} />
    </div>
  );
}
