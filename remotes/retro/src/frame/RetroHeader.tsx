import type { ReactNode } from 'react';
import { PATHS } from '@space/domain';
import { Link } from '@space/platform';
import { PixelSprite, ROCKET, ROCKET_LOW } from '@space/ui';
import { PauseKey } from './PauseKey.tsx';
import styles from './RetroHeader.module.css';

interface RetroHeaderProps {
  /** The ways on from here; the title screen has them in its menu. */
  children?: ReactNode;
}

/** The name of the game, leading to its first screen, the pause key, and the ways on from here. */
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
