import type { ReactNode } from 'react';
import { Brand, SkipLink } from '@space/ui';
import styles from './parts.module.css';

interface RegionProps {
  remote: string;
  version: string;
  source: string;
  children: ReactNode;
}

/** The part of the document that a remote owns, marked with the running version. It has no box of its own (global.css). */
export function Region({ remote, version, source, children }: RegionProps) {
  return (
    <div data-remote={remote} data-version={version} data-source={source}>
      {children}
    </div>
  );
}

const TILES = ['one', 'two', 'three', 'four'];

/** The outline of a page whose code or session is still loading. */
export function PageSkeleton() {
  return (
    <main id="main" aria-busy="true" aria-label="Loading page">
      <div className={styles.frame} aria-hidden="true">
        <div className={styles.bar}>
          <div className={`${styles.block} ${styles.brand}`} />
          <div className={`${styles.block} ${styles.link}`} />
          <div className={`${styles.block} ${styles.link}`} />
        </div>
        <div className={styles.blocks}>
          <div className={`${styles.block} ${styles.title}`} />
          <div className={`${styles.block} ${styles.text}`} />
          <div className={styles.tiles}>
            {TILES.map((tile) => (
              <div key={tile} className={`${styles.block} ${styles.tile}`} />
            ))}
          </div>
        </div>
      </div>
    </main>
  );
}

/** Shown until the first page has loaded. It works without a router. */
export function BootFrame() {
  return (
    <>
      <SkipLink />
      <PageSkeleton />
    </>
  );
}

interface CardPageProps {
  isBusy?: boolean;
  /** The card's own width, gaps and alignment. */
  className: string | undefined;
  children: ReactNode;
}

/** A page with a link home and one card over the sky. */
export function CardPage({ isBusy, className, children }: CardPageProps) {
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <Brand />
      </header>
      <main id="main" className={`${styles.card} ${className}`} aria-busy={isBusy}>
        {children}
      </main>
    </div>
  );
}

/** One line below a page that says what is wrong with it. A landmark, as all content of a page should be in one. */
export function PageLine({ children }: { children: ReactNode }) {
  return (
    <aside aria-label="Page load" className={styles.line}>
      {children}
    </aside>
  );
}
