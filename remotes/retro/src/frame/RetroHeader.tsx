import type { ReactNode } from 'react';
import { PATHS } from '@space/domain';
import { Link } from '@space/platform';
import styles from './RetroHeader.module.css';

interface RetroHeaderProps {
  children: ReactNode;
}

/** The name of the game, leading to its first screen, and the ways on from here. */
export function RetroHeader({ children }: RetroHeaderProps) {
  return (
    <>
      <Link to={PATHS.retro} className={styles.brand}>
        Better Space
      </Link>
      <nav className={styles.ways} aria-label="Retro">
        {children}
      </nav>
    </>
  );
}
