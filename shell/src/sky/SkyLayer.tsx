import { useMotion } from '@space/platform';
import { PixelSprite, ROCKET } from '@space/ui';
import { Starfield } from './Starfield.tsx';
import styles from './SkyLayer.module.css';

interface SkyLayerProps {
  isNight: boolean;
}

/** What moves in the sky: two glows, the starfield, and a rocket on its way. All of it is decoration. */
export function SkyLayer({ isNight }: SkyLayerProps) {
  const { isStill } = useMotion();
  return (
    <div className={styles.sky} data-print="off" aria-hidden="true">
      <div className={styles.glow} data-glow="high" />
      <div className={styles.glow} data-glow="low" />
      <Starfield palette={isNight ? 'night' : 'dawn'} isStill={isStill} />
      <div className={styles.drift}>
        <div className={styles.rocket}>
          {/* One frame: an animated flame would wake the main thread at every frame. */}
          <PixelSprite frames={[ROCKET]} scale={4} outline="currentColor" />
        </div>
      </div>
    </div>
  );
}
