import type { ReactNode } from 'react';
import { FlyingDog } from '../scene/FlyingDog.tsx';
import { Landscape } from '../scene/Landscape.tsx';
import './fonts.css';
import styles from './RetroFrame.module.css';

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
      <header className={styles.header}>{header}</header>
      <FlyingDog />
      <main id="main" className={styles.main}>
        {children}
      </main>
    </div>
  );
}
