import type { ReactNode } from 'react';
import { PATHS } from '@space/domain';
import { Link, useMotion } from '@space/platform';
import { PixelSprite, ROCKET, ROCKET_LOW } from '@space/ui';
import { PixelButton } from '../parts/Pixel.tsx';
import { FlyingDog, Landscape } from '../scene/Landscape.tsx';
import { PAUSE } from '../sprites/icons.ts';
import './fonts.css';
import styles from './RetroFrame.module.css';

/** Pauses all animation, here and on the rest of the site (rule sky-and-motion, WCAG 2.2.2). */
function PauseKey() {
  const { isPaused, setPaused } = useMotion();
  return (
    <PixelButton aria-label="Pause animation" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
      <PixelSprite frames={[PAUSE]} scale={2} />
      <span className={styles.word}>PAUSE</span>
    </PixelButton>
  );
}

interface RetroHeaderProps {
  /** The links of the page; the title screen has them in its menu instead. */
  children?: ReactNode;
}

/** The brand, which links to the title screen, the pause button, and the links of the page. */
export function RetroHeader({ children }: RetroHeaderProps) {
  return (
    <div className={styles.header}>
      <Link to={PATHS.retro} className={styles.brand}>
        <PixelSprite frames={[ROCKET, ROCKET_LOW]} scale={2} outline="var(--color-text)" />
        Better Space
      </Link>
      <PauseKey />
      {children && (
        <nav className={styles.ways} aria-label="Retro">
          {children}
        </nav>
      )}
    </div>
  );
}

interface RetroFrameProps {
  /** The header of the page, with its links. */
  header: ReactNode;
  /** Whether the hills scroll past. */
  isTravelling?: boolean;
  children: ReactNode;
}

/** The frame of every retro page: colours, fonts, the night landscape and the flying dog. */
export function RetroFrame({ header, isTravelling = false, children }: RetroFrameProps) {
  return (
    <div className={styles.frame}>
      <Landscape isTravelling={isTravelling} />
      <header className={styles.retroFrameHeader}>{header}</header>
      <FlyingDog />
      <main id="main" className={styles.main}>
        {children}
      </main>
    </div>
  );
}
