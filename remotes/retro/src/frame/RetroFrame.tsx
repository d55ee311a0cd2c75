import type { ReactNode } from 'react';
import { FlyingDog } from '../scene/FlyingDog.tsx';
import { Landscape } from '../scene/Landscape.tsx';
import './fonts.css';
import styles from './RetroFrame.module.css';

interface RetroFrameProps {
  /** The page's own header: where one can go from here. */
  header: ReactNode;
  /** The hills pass by. */
  isTravelling?: boolean;
  children: ReactNode;
}

/** What every retro page shares: the palette, the type, the night outside and the dog in it. */
export function RetroFrame({ header, isTravelling = false, children }: RetroFrameProps) {
  return (
    <div className={styles.frame}>
      <Landscape isTravelling={isTravelling} />
      <header className={styles.header}>{header}</header>
      <FlyingDog />
      <main id="main" className={styles.main}>
        {children}
      </main>
    </div>
  );
}
