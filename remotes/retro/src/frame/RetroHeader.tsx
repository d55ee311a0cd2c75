import type { ReactNode } from 'react';
import { PATHS } from '@space/domain';
import { Link } from '@space/platform';
import { PixelSprite, ROCKET, ROCKET_LOW } from '@space/ui';
import { PauseKey } from './PauseKey.tsx';
import styles from './RetroHeader.module.css';

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
