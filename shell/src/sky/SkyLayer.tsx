import { useEffect, useRef } from 'react';
import { useMotion } from '@space/platform';
import { PixelSprite, ROCKET } from '@space/ui';
import { openStarfield, type OpenStarfield, type StarfieldOptions } from './openStarfield.ts';
import styles from './SkyLayer.module.css';

/** The dots and their links. The canvas is created in the effect: it can be transferred to a worker only once. */
function Starfield({ palette, isStill }: StarfieldOptions) {
  const container = useRef<HTMLDivElement>(null);
  const field = useRef<OpenStarfield | null>(null);
  const options = useRef({ palette, isStill });

  useEffect(() => {
    options.current = { palette, isStill };
    field.current?.setOptions(options.current);
  }, [palette, isStill]);

  useEffect(() => {
    if (!container.current) return undefined;
    const opened = openStarfield(container.current, options.current);
    field.current = opened;
    return () => {
      field.current = null;
      opened.close();
    };
  }, []);

  return <div ref={container} className={styles.stars} />;
}

/** What moves in the sky: two glows, the starfield, and a rocket on its way. All of it is decoration. */
export function SkyLayer({ isNight }: { isNight: boolean }) {
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
