import type { ReactNode } from 'react';
import { PATHS } from '@space/domain';
import { Link, useMotion } from '@space/platform';
import { PixelSprite, ROCKET, ROCKET_LOW } from '@space/ui';
import { PixelButton } from '../parts/Pixel.tsx';
import { FlyingDog, Landscape } from '../scene/Landscape.tsx';
import { PAUSE } from '../sprites/icons.ts';
import './fonts.css';
import styles from './RetroFrame.module.css';

/** Pauses all animation, here and on the rest of the site (WCAG 2.2.2). */
function PauseKey() {
  const { isPaused, setPaused } = useMotion();
  return (
    <PixelButton aria-label="Pause animation" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
      <PixelSprite frames={[PAUSE]} scale={2} />
      <span className={styles.word}>PAUSE</span>
    </PixelButton>
  );
}

interface RetroFrameProps {
  /** Where the header leads besides home. */
  ways?: ReactNode;
  isTravelling?: boolean;
  children: ReactNode;
}

export function RetroFrame({ ways, isTravelling = false, children }: RetroFrameProps) {
  return (
    <div className={styles.frame}>
      <Landscape isTravelling={isTravelling} />
      <header className={styles.header}>
        <Link to={PATHS.retro} className={styles.brand}>
          <PixelSprite frames={[ROCKET, ROCKET_LOW]} scale={2} outline="var(--color-text)" />
          Better Space
        </Link>
        <PauseKey />
        {ways && (
          <nav className={styles.ways} aria-label="Retro">
            {ways}
          </nav>
        )}
      </header>
      <FlyingDog />
      <main id="main" className={styles.main}>
        {children}
      </main>
    </div>
  );
}
