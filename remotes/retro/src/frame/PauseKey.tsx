import { useMotion } from '@space/platform';
import { PixelSprite } from '@space/ui';
import { PixelButton } from '../parts/PixelButton.tsx';
import { PAUSE } from '../sprites/icons.ts';
import styles from './PauseKey.module.css';

/** Pauses all animation, here and on the rest of the site (rule sky-and-motion, WCAG 2.2.2). */
export function PauseKey() {
  const { isPaused, setPaused } = useMotion();
  return (
    <PixelButton aria-label="Pause animation" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
      <PixelSprite frames={[PAUSE]} scale={2} />
      <span className={styles.word}>PAUSE</span>
    </PixelButton>
  );
}
