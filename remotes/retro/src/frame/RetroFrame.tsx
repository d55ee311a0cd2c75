import type { ReactNode } from 'react';
import styles from './RetroFrame.module.css';

interface RetroFrameProps {
  /** The page's own header: where one can go from here. */
  header: ReactNode;
  children: ReactNode;
}

/** What every retro page shares: the palette, the type and the outer edge. */
export function RetroFrame({ header, children }: RetroFrameProps) {
  return (
    <div className={styles.frame}>
      <header className={styles.header}>{header}</header>
      <main id="main" className={styles.main}>
        {children}
      </main>
    </div>
  );
}
